// Package sandbox says what a local server may reach: as a value, as lines for
// a digest, and in plain words for the person who approves it (SPEC B1-B3, B6).
//
// It thinks only: it opens nothing, detects nothing and starts nothing. Whether
// this computer can build the sandbox is for sandbox/launch. It imports nothing
// of ours; pkg/mcp and everything above may import it.
package sandbox
