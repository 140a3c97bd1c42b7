// Package trust holds what a person decided about which bytes: the bytes of
// each layer's definition files, read once, and the ledger of decisions.
//
// A decision holds while the digest it was made for holds; a denial is kept by
// its subject alone (SPEC A6). The package never decides a call, never starts
// anything, and never takes a missing, unreadable or corrupt ledger for "start
// fresh" (SPEC Q10): missing is first use, everything else is an error.
package trust
