package trust

// DiffFolder is what changed from old to now, as a unified difference (SPEC T6).
func DiffFolder(old, now Folder) string { return "" }
