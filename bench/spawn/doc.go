//go:build linux

// Spawn starts commands in turn (A B C, B C A …), so that a busy machine slows
// them all alike, and prints what one start of each costs: time on the clock,
// processor time, page faults and memory, and the ratios that were asked for. The
// order within a turn changes, for what ran before leaves the caches warm or cold.
//
// It is a measuring tool of this repository; nothing imports it. Linux only: it
// adopts what a command leaves running, so that no work of its is left out.
package main
