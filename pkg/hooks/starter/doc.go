// Package starter holds the first scripts of hooks, and puts a hook's entry into a
// hooks.json (SPEC 20, hooks new).
//
// Every script is whole: it reads what a hook is given as JSON, says why it
// refuses, and where it breaks off it ends with a code that refuses. The package
// touches no file and runs nothing: texts and bytes in, texts and bytes out. It
// stands apart from hooks, so that the gate does not carry the texts.
//
// cmd may import it; it imports names, fault, strictjson and hooks.
package starter
