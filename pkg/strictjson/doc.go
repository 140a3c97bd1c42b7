// Package strictjson says exactly what is wrong in a JSON file and where, and
// edits one without losing comments (SPEC F2, F5, Q1).
//
// Decode accepts one JSON document whose keys are unique and whose text is
// sound UTF-8, with comments and trailing commas where a person wrote the file;
// depth and size are bounded before any other parser sees the bytes. What it
// gives out is read by exact key and exact number: nothing folds case, rounds,
// replaces a bad byte or takes the last of two keys.
//
// Skim reads a message of a protocol as strictly, in one pass, and builds nothing
// of it: who passes messages on keeps their bytes.
//
// It reads no file, fills no struct, and never puts a value of the document
// into a message, because a value may be a secret; keys it does name. Any
// package but the words (names, digest, fault, clean, redact) may import it; it
// imports fault.
package strictjson
