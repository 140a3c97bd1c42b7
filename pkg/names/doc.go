// Package names turns a string that passed its check into a type: server ids,
// tools, hook, text and secret names, environment names and tool patterns; and
// it splits a command line into words.
//
// It does no I/O and knows no file. Any package may import it; it imports the
// standard library only.
package names
