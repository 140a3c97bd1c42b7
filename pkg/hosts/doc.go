// Package hosts reads a tool call in the form a caller sends it and writes the
// decision in the form that caller reads.
//
// It is bytes in, values out: it opens nothing, decides nothing and never turns
// a failure into an allow. call and event files hold usher's own, native form; client
// files those of other assistants, one row of a table for each (SPEC G6), to whom
// nothing that approves is ever written.
package hosts
