// Package control is how the commands talk to gateways that run: each gateway
// listens on a unix socket of its own below the state folder, which only the person
// who runs it can open, and answers one line of JSON with one (SPEC V6).
//
// Three things can be asked: what it is doing, to read everything again, and to start
// a server anew. None of them widens anything: there is no way to call a tool, to
// approve, to mark or to trust. What comes in is bounded and read strictly.
//
// The folder is 0700, the socket 0600, and the other side's uid is checked where the
// system tells it (Linux, macOS); on Windows the folder's access list alone guards it.
//
// gateway knows nothing of it; cmd uses it. Of ours it imports fault, clean,
// strictjson and safefile.
package control
