//go:build linux

// Load calls one tool through several ways in turn (A B C, B C A …), so many calls at a
// time, and prints what a call costs on each: the median, the 99th of a hundred, calls
// a second and memory, and the ratios that were asked for, the middle of all rounds. It
// checks that every answer is the one to its call. With -first it measures starts instead,
// up to the first list of tools.
//
// It is a measuring tool of this repository; nothing imports it.
package main
