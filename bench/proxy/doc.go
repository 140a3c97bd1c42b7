//go:build linux

// Proxy is the gateway that mcp-go's own client and server make together, with
// nothing decided in between: it starts a command, lists its tools and passes calls on.
// It is a peer for the gateway's figures.
package main
