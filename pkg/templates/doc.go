// Package templates turns Markdown texts into what an assistant is told:
// instructions, skills, prompts and commands, and what a message that names one
// expands to (SPEC X2 to X5).
//
// A text changes only words (SPEC X1): nothing here runs a line that begins with
// !, reads an @file or gives effect to a header key such as allowed-tools; such
// keys are reported. An argument is data: it is put in once, letter for letter,
// and what it contains is never expanded again.
//
// It reads no file and prints nothing: bytes and values in, values out. It
// imports names, fault and the YAML reader, whose only input is a header of at
// most MaxHeader bytes, as nodes: no tag, alias or merge key is ever resolved.
package templates
