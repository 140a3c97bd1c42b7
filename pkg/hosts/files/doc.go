// Package files reads other assistants' config files: which clients there are
// and where their files stand, and what a file of theirs, or a piece pasted from
// one, is in usher's own terms (SPEC S9, S13).
//
// It is bytes in, values out: it opens no file, asks no environment, starts and
// approves nothing. What a file says about who may do what is told and left
// behind (SPEC M3): nothing is ever imported as approved, allowed or trusted.
// A secret that stands in clear leaves the entry and comes out beside it, to be
// stored; none is ever in a message (SPEC E3). An argument is never hidden that
// could say what runs.
//
// It imports names, fault, clean, redact, mcp and strictjson of ours, and the
// TOML and YAML readers; check and cmd may import it.
package files
