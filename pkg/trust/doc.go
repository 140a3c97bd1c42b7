// Package trust holds what a person decided about which bytes: the bytes of
// each layer's definition files and of a project folder's, read once, the ledger
// of decisions, and what is kept in the state folder beside it: copies of what
// was trusted, conversation allowances, and manifests.
//
// A decision holds while the digest it was made for holds; a denial is kept by
// its subject alone (SPEC A6). A folder is trusted by its real path and its
// content (SPEC T2). The package never decides a call, never starts anything,
// never looks at a file outside the folder it reads, and never takes a missing,
// unreadable or corrupt ledger for "start fresh" (SPEC Q10): missing is first
// use, everything else is an error.
//
// What a folder's digest does not cover: what the files it covers load in turn,
// and what Folder.Uncovered lists. A second hard link to a file is no fault: what
// counts is the bytes that were read.
package trust
