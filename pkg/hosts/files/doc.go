// Package files reads and writes other assistants' config files: which clients
// there are and where their files stand, what a file of theirs, or a piece pasted
// from one, is in usher's own terms (SPEC S9, S13), how a server, usher's gateway
// first of all, is written into one, and how usher is put into their hooks (G10).
//
// It is bytes in, values out: it opens no file, asks no environment, starts and
// approves nothing. What a file says about who may do what is told and left
// behind (SPEC M3): nothing is ever imported as approved, allowed or trusted.
// A secret that stands in clear leaves the entry and comes out beside it, to be
// stored; none is ever in a message (SPEC E3). An argument is never hidden that
// could say what runs.
//
// What is written leaves every other byte as it was, comments, order and line ends
// included, and is read back before it is given out: were anything else different,
// there is an error in its place. No secret is ever written (E3). What usher wrote is
// known again by its program and arguments, of whatever path, and can be taken out;
// what a person wrote never is.
//
// It imports names, fault, clean, redact, mcp and strictjson of ours, and the
// TOML and YAML readers; check and cmd may import it.
package files
