// Package launch builds the sandbox of a local server and starts the server in it
// (SPEC B1, B2, B5). It is the part of usher-run that is not the reaper.
//
// A launch is a chain of stages. "cage" stays outside: it reads a sandbox.Plan
// from the first bytes of its standard input, starts the rest, answers for the
// connections of a supervised plan, and ends as the server ends. "init" is process
// 1 of new namespaces: it builds an empty root with what the plan shows, and
// starts the server from a thread that has no capability, no new privileges, a
// Landlock domain and a filter of system calls. "inner" is that last step alone,
// where bubblewrap has built the root, or where there are no namespaces.
//
// What is promised: the server runs as the plan says, or not at all. Any step that
// fails ends the start with FailedStatus and one line that begins with FailedWord,
// and which step it was is in it (package sandbox/tiers puts it in words). When the
// stage outside dies, by whatever signal, nothing inside is left.
//
// What it never does: read a file of usher's, an environment or a setting; decide
// what a server may reach; put an argument, a value or the environment of a server
// into its own arguments, its own environment or a message. It runs no program but
// itself, bubblewrap and the server.
//
// usher-run imports it, and for its names whoever starts usher-run. It imports
// sandbox, and little else, since usher-run starts with every call.
package launch
