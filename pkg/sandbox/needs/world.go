package needs

import (
	"path/filepath"
	"slices"
	"strings"
)

// World is what the sandboxes of this computer have in common. Paths are absolute;
// "" is one that is not known.
type World struct {
	UserHome                   string // the person's home folder
	Home, State, Data, Machine string // usher's own places (SPEC L2 to L4)

	// Definitions are the names of definition files in a project folder, slash
	// separated, which no server may change (SPEC B2, L6).
	Definitions []string

	Getenv func(string) string
	Look   func(name string) (path string, ok bool) // finds a program by its bare name
}

// inside reports whether path is dir or lies below it; both are clean.
func inside(dir, path string) bool {
	if dir == "" {
		return false
	}
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

func insideAny(dirs []string, path string) bool {
	return slices.ContainsFunc(dirs, func(dir string) bool { return inside(dir, path) })
}

// homes are the home folder under each of its names.
func (w World) homes() []string { return spellings(w.UserHome) }

// places are usher's own, under each of their names.
func (w World) places() []string {
	return spellings(w.Home, w.State, w.Data, w.Machine)
}

// spellings are paths as they are written and with their links followed.
func spellings(paths ...string) []string {
	var out []string
	for _, p := range paths {
		if p == "" {
			continue
		}
		out = append(out, filepath.Clean(p))
		if real, err := filepath.EvalSymlinks(p); err == nil {
			out = append(out, real)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// system reports what every sandbox shows read-only.
func system(path string) bool {
	for _, dir := range [...]string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/System", "/Library/Apple"} {
		if inside(dir, path) {
			return true
		}
	}
	return false
}
