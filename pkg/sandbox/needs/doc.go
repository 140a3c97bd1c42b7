// Package needs finds what the launch of a server has to see inside its sandbox,
// and what it may not: the program with the links on the way to it and the folders
// it lives in, the files that its command line names, the folders it was granted,
// what stays read-only or hidden in them (SPEC B1, B2, S4).
//
// It looks at the file system, and changes nothing in it but that Prepare makes a
// server's own data folder. It starts nothing, decides nothing about the person's
// approval and does not know how a sandbox is built: that is sandbox/launch. Only
// cmd may import it.
package needs
