// Package wire is what usher and usher-keychain say to each other: one request
// on the helper's standard input, one answer on its standard output, and the
// helper ends (SPEC E1). Both are lines of text, in the manner of git's and
// docker's credential helpers:
//
//	usher-keychain 1                 usher-keychain 1
//	do set                           is ok
//	key usher/secret/LAB_TOKEN       end
//	value the rest of the line
//	end
//
// A value is in a line and nowhere else: never in an argument, never in the
// environment, never in an error, for an error is one of a few words. A text
// without its last line is half a text and refused.
//
// The package also holds what both programs do to the memory that holds a
// value (SPEC Q11). It starts nothing and opens nothing. Only secrets and
// usher-keychain import it; it imports names and redact.
package wire
