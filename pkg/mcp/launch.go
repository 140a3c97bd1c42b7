package mcp

import "usher/pkg/digest"

// Launch is what the start of a server depends on beyond its definition
// (SPEC A1). The zero value is right for a remote server.
type Launch struct {
	Program     string        // absolute path of the program as found
	Real        string        // the same with every link resolved
	WorkDir     string        // real path
	Folder      string        // a project server's folder, real path; else ""
	PackageLock digest.Digest // of the installed package, else ""
}

// LaunchDigest covers everything that decides what runs and what it can reach.
func LaunchDigest(s Server, l Launch) digest.Digest { return "" }
