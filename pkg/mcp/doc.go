// Package mcp says what an MCP server is: it reads an mcp.json in either shape,
// refuses what the rules refuse with the place of every fault, takes the launch
// digest a person approves, edits the file without losing comments, and replaces
// the ${…} of a server with values that are handed in. It also says what a
// server offers: it reads and keeps tool lists, and digests each definition.
//
// It works on bytes and values only: it opens no file, asks no environment,
// starts nothing and connects to nothing. Values of env, headers and tokens are
// redact.Values here and never stand in a message. It imports names, digest,
// fault, clean, redact, strictjson and sandbox of ours; effective, engine,
// check, cmd, hosts/files and the mcp/ rooms may import it.
package mcp
