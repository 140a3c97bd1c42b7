// Package rungate is the run-gate command: it reads one tool call and answers
// allow, ask or deny (SPEC G6). usher and usher-gate share it; it links no cobra.
//
// It ends with 0, 2 or 3 and nothing else: whatever goes wrong, on the way in,
// inside or on the way out, is a deny. It runs no tool, and writes no file but the
// audit file that policy names.
package rungate
