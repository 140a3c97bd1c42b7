// Package redact holds values nobody may print. A Value shows as *** in every
// format, log and JSON document (SPEC Q11); Mask covers values in foreign text.
//
// It keeps nothing and writes nothing. Any package may import it; it imports
// the standard library only.
package redact
