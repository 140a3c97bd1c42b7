// Package hosts reads a tool call in the form a caller sends it and writes the
// decision in the form that caller reads.
//
// It is bytes in, values out: it opens nothing, decides nothing and never turns
// a failure into an allow. This file set holds usher's own, native form (SPEC G6).
package hosts
