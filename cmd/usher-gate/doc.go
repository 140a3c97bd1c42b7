// Usher-gate is run-gate as a small program, for assistants that call it on
// every tool call: the flags of usher run-gate without the word (SPEC G6).
package main
