//go:build linux

// Echo is the fastest MCP server there could be: it answers initialize, tools/list and
// tools/call of one tool, echo, whose argument "text" it gives back, over its input and
// output or, with -http, over streamable HTTP. It is the end that the gateway's figures
// are measured against, with nothing in between.
package main
