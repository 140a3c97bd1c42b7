// Package gateway speaks MCP to an assistant: it offers the tools of every usable
// server under the name server__tool, puts each call through the gate and passes on
// what was let through, byte for byte but for the name (SPEC 14, V1 to V7).
//
// It decides nothing itself: engine does, on what its House says holds at that
// moment, so an approval that was taken back or a folder that changed counts from the
// next call on. It has no method that adds, approves or trusts (SPEC Q9). It reads no
// file and starts nothing but through House and the servers' own room, mcp/client.
//
// cmd uses it. Of ours it imports names, digest, fault, clean, gate, policy,
// strictjson, hooks, mcp, trust, effective, engine and mcp/client.
package gateway
