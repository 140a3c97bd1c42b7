// Package client speaks MCP to a server that runs on this computer or is reached
// over HTTP: it starts the program, or connects, asks for its tools, calls them
// and ends it with everything it started. Whatever the server does, each of these
// ends within its bound, in one clear line (Failure), and delays no other server
// (SPEC 18, Q7, S11).
//
// mcp-go's transport carries the envelopes: it writes requests, matches answers
// to them and ends what waits. Between it and the pipes stand two filters of
// ours. The transport has no limit on a line and copies each some eight times; it
// reads with encoding/json, which folds the case of keys, takes the last of two
// and mends bad bytes; it starts a goroutine for each request of the server; it
// writes while it holds a lock and knows no deadline; and it loses an error's
// data. So what comes in is read strictly, once, by inbox, which hands the
// transport nothing but "this id was answered" and keeps the answer's own bytes
// beside it; what goes out waits in outbox, where a server that does not read its
// input holds up nobody. The legacy protocol is pinned: a server that ignores the
// newer probe would cost five seconds.
//
// What is passed on for an assistant (Forward) goes past the transport, which would
// write parameters anew: frames are written as they are, answers scanned once and as
// strictly, and not built (SPEC V3). A newer version of MCP is spoken where a
// definition asks for it (Target.Protocol).
//
// A remote server (Target.Remote) is spoken to over streamable HTTP in the same
// way. Between mcp-go's transport and the network stands a door of ours, because
// that transport follows redirects with every header, reads bodies of any size and
// logs: the door adds the token and the headers, for the server's own scheme, host
// and port alone (SPEC S8, Q5), reads each answer strictly and hands the transport
// "this was answered". No redirect is followed, no cookie kept, nothing unpacked,
// no proxy asked for this computer and no resolver for localhost. A lost session is
// begun again once; a call is made again only where the person marked its tool
// read-only (SPEC O2). Nothing that a server names is ever connected to. The older
// HTTP+SSE transport is named and not spoken.
//
// It decides nothing, reads no configuration, expands no ${…}, and never shows a
// server's words as anybody else's. Nothing the server asks for is done: sampling,
// elicitation and roots are neither announced nor answered. engine, gateway and
// cmd use it; of ours it imports names, clean, fault, mcp, proc, redact and
// strictjson.
package client
