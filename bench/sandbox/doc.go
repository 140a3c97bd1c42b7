//go:build linux

// Sandbox measures how long a server takes from its start to its answer to
// initialize: by itself, in usher's own sandbox without a network and with this
// computer's only, and in bubblewrap's, in turn, and prints the ratios.
//
// It is a measuring tool of this repository; nothing imports it. Linux only, as
// these sandboxes are. It starts the stages as usher does but for the reaper, which
// a command starts once and not for each server.
package main
