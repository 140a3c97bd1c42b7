//go:build linux

// Hooks measures what the 1st, the 2nd and the 10th hook of one call cost, against
// a bare fork and exec of the same program, one after the other in the same
// process, and prints the ratios. The first hook also starts the reaper.
//
// It is a measuring tool of this repository; nothing imports it. Linux only, as the
// reaper is.
package main
