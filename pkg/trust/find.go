package trust

import (
	"os"
	"path/filepath"
	"strings"
)

// Find is the deciding way to a project (SPEC L5): the nearest folder at or
// above start, by its real path, that a person decided about (Ledger.Decided);
// "" for none. A folder that merely holds definitions is passed by, so that one
// made by an assistant can neither add nor hide anything. The home folder is
// never a project. start must be absolute; it need not exist any more.
func Find(start, home string, decided func(path string) bool) string {
	return nearest(start, home, decided)
}

// FindLayout is the showing way (SPEC L5): the nearest folder at or above start,
// by its real path, that holds a definition file of any layout; "" for none. A
// definition that is there but cannot be used counts: ReadFolder says why. The home
// folder is never found, nor is a folder that holds it: what lies in /home or in / is no
// project that somebody works in.
func FindLayout(start, home string) string {
	all, real := definitions(), ""
	return nearest(start, home, func(dir string) bool {
		if !holdsAny(dir, all) {
			return false
		}
		if real == "" && filepath.IsAbs(home) {
			real = RealPath(home)
		}
		return real == "" || !atOrAbove(dir, real)
	})
}

// HoldsLayout reports whether a folder holds a definition file of any layout, as
// FindLayout looks for it.
func HoldsLayout(dir string) bool { return holdsAny(dir, definitions()) }

func nearest(start, home string, found func(path string) bool) string {
	if !filepath.IsAbs(start) {
		return ""
	}
	for at := RealPath(start); ; at = filepath.Dir(at) {
		if found(at) && !SameFolder(at, home) {
			return at
		}
		if at == filepath.Dir(at) {
			return ""
		}
	}
}

// SameFolder compares as the system sees both, under any name.
func SameFolder(a, b string) bool {
	if !filepath.IsAbs(b) {
		return false
	}
	at, err := os.Stat(a)
	if err != nil {
		return RealPath(a) == RealPath(b)
	}
	bt, err := os.Stat(b)
	return err == nil && os.SameFile(at, bt)
}

func holdsAny(dir string, all []definition) bool {
	absent := "" // a first element that is not there: with it a whole layout is not
	for _, d := range all {
		first, _, _ := strings.Cut(d.path, "/")
		switch {
		case first == absent:
		case !holds(dir, first):
			absent = first
		case holds(dir, d.path):
			return true
		}
	}
	return false
}

// holds reports whether a name below dir is there, in whatever kind. A link or
// a file on the way counts as there: what lies behind it is not looked at.
func holds(dir, name string) bool {
	at := dir
	for _, n := range strings.Split(name, "/") {
		at = filepath.Join(at, n)
		info, err := os.Lstat(at)
		if err != nil {
			return !os.IsNotExist(err)
		}
		if !info.IsDir() {
			return true
		}
	}
	return true
}
