// Package fault is the one shape of everything that goes wrong: an Error that
// ends a command, and a Problem that points into a file.
//
// It never prints, never formats for a terminal and never holds call
// arguments, environment values or secrets. Any package may import it; it
// imports the standard library only.
package fault
