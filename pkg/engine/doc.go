// Package engine takes one tool call from its request to its decision: it reads
// what stands, gathers facts, lets the gate screen them, runs the hooks and
// lets the gate decide.
//
// It starts nothing itself (hooks run through the Fire it is handed), prints
// nothing, and never writes the ledger.
package engine
