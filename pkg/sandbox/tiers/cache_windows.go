package tiers

import "io/fs"

// isMine leaves it to the folder, whose owner was checked.
func isMine(fs.FileInfo) bool { return true }
