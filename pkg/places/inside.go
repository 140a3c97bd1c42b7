package places

import (
	"os"
	"path/filepath"
	"strings"
)

// Inside reports whether path is dir or lies below it, by path element: both
// cleaned, neither looked up on the disk. Paths that cannot be compared are not
// inside each other.
func Inside(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// holds reports whether a path lies in the project: as it is written, with its
// links followed, or because a folder above it is the project under another
// name (a bind mount, another case).
func (f *finder) holds(path string) bool {
	if f.project == "" {
		return false
	}
	actual := existing(path)
	if Inside(f.project, path) || Inside(f.project, actual) {
		return true
	}
	for dir := actual; ; dir = filepath.Dir(dir) {
		if info, err := os.Stat(dir); err == nil && os.SameFile(info, f.folder) {
			return true
		}
		if dir == filepath.Dir(dir) {
			return false
		}
	}
}

// existing is a path with the links of that part of it followed that exists.
func existing(path string) string {
	rest := ""
	for dir := path; ; dir = filepath.Dir(dir) {
		if actual, err := filepath.EvalSymlinks(dir); err == nil {
			return filepath.Join(actual, rest)
		}
		if dir == filepath.Dir(dir) {
			return path
		}
		rest = filepath.Join(filepath.Base(dir), rest)
	}
}
