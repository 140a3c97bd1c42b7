// Package gatetest checks a table of calls against what the gate says to them
// (SPEC G8). A table supposes a world: definitions, approvals, grants, trust; what
// it does not speak of is what really stands. The decision is engine's, made by
// the code that run-gate uses.
//
// It writes no file and runs no hook by itself: unless it is handed something that
// does, a hook's opinion is what the table says it is. It never tells a table that
// was not understood from one that passed: the first has no result at all. cmd
// imports it.
package gatetest
