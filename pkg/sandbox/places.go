package sandbox

import (
	"path/filepath"
	"strings"
)

// System reports what every sandbox shows read-only.
func System(path string) bool {
	for _, dir := range [...]string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/System", "/Library/Apple"} {
		if Inside(dir, path) {
			return true
		}
	}
	return false
}

// Inside reports whether path is dir or lies below it; both are clean.
func Inside(dir, path string) bool {
	if dir == "" {
		return false
	}
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}
