// Package clean turns foreign text into text that cannot move the cursor, hide
// or reorder what a person reads (SPEC F6): escape sequences, control,
// bidirectional and invisible characters become visible escapes.
//
// It never drops a character silently and never interprets one. Any package may
// import it; it imports the standard library only.
package clean
