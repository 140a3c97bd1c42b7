// Package gate decides one tool call. It is handed facts as plain values and
// gives a verdict; it reads no file, starts nothing and asks nobody.
//
// Deny is the zero value of everything, the strictest voice wins, and no value
// that a hook can produce is able to allow (SPEC 8, H7). It imports names only.
package gate
