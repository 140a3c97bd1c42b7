package needs

import (
	"path/filepath"
	"slices"

	"usher/pkg/sandbox"
)

// World is what the sandboxes of this computer have in common. Paths are absolute;
// "" is one that is not known.
type World struct {
	UserHome                   string // the person's home folder
	AccountHome                string // and what the system's list of accounts says it is, whatever HOME says
	Home, State, Data, Machine string // usher's own places (SPEC L2 to L4)

	// Definitions are the names of definition files in a project folder, slash
	// separated, which no server may change (SPEC B2, L6).
	Definitions []string

	Programs []string // the folders of usher's own programs, which no server may change

	Getenv func(string) string
	Look   func(name string) (path string, ok bool) // finds a program by its bare name
}

func inside(dir, path string) bool { return sandbox.Inside(dir, path) }

func insideAny(dirs []string, path string) bool {
	return slices.ContainsFunc(dirs, func(dir string) bool { return inside(dir, path) })
}

// homes are the home folder under each of its names.
func (w World) homes() []string { return spellings(w.UserHome, w.AccountHome) }

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

func system(path string) bool { return sandbox.System(path) }
