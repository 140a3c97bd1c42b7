// Package term knows the terminal: which streams are one, how wide it is,
// whether there is a controlling terminal, and whether an assistant's own
// marker stands in the environment (SPEC A5, Z1).
//
// It never prints and never decides: a terminal alone proves nothing about who
// sits there, and callers say what they refuse. Only output and cmd import it;
// it imports golang.org/x/term and golang.org/x/sys.
package term
