// Package cmd is the command tree of usher: flags in, view out.
//
// Every command is one file named <noun>_<verb>.go with an options struct, a
// constructor and a run function that returns an output.View and prints
// nothing. No rule about what may run lives here: commands call the packages
// under pkg and show what they answer. Only main imports this package.
package cmd
