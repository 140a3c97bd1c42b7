// Package digest makes the one canonical hash of the house: SHA-256, domain
// separated and length prefixed, so that two different sets of fields never
// give one digest (SPEC Q3). Absent fields are part of it.
//
// It reads nothing and knows no file. Any package may import it; it imports the
// standard library only.
package digest
