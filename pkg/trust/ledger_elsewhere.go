package trust

import (
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// Elsewhere is a folder that a person decided about, and whose path leads to another
// one now (SPEC T2): a link stands there, or above it, or points elsewhere. Name is
// that path as the ledger has it, and Leads where it leads.
type Elsewhere struct {
	Decision
	Name, Leads string
}

// Elsewhere gives those at or above a path as it is written, in the order they were
// decided about. Only a path that the ledger has is looked at.
func (l *Ledger) Elsewhere(path string) []Elsewhere {
	if !filepath.IsAbs(path) {
		return nil
	}
	path = filepath.Clean(path)
	var out []Elsewhere
	for _, d := range l.decisions {
		if d.Kind != FolderKind {
			continue
		}
		for _, name := range [...]string{d.Folder, d.Spelled} {
			if name == "" || !atOrAbove(name, path) {
				continue
			}
			if leads := RealPath(name); leads != d.Folder {
				out = append(out, Elsewhere{d, name, leads})
				break
			}
		}
	}
	return out
}

// Now says where its path leads.
func (e Elsewhere) Now() string {
	switch {
	case e.Name == e.Folder:
		return "its path leads to " + e.Leads + " now"
	case e.Leads == e.Name:
		return "the path by which it was trusted, " + e.Name + ", does not lead to it any more"
	}
	return "the path by which it was trusted, " + e.Name + ", leads to " + e.Leads + " now"
}

func atOrAbove(dir, path string) bool {
	sep := string(filepath.Separator)
	return path == dir || strings.HasPrefix(path, strings.TrimSuffix(dir, sep)+sep)
}

// Named writes down by which path a person named a folder that they trust, where
// links lead from there to it. What was trusted by that path before is not known by
// it any more, nor is what stood there itself.
func (l *Ledger) Named(folder, spelled string) {
	if !filepath.IsAbs(spelled) {
		return
	}
	spelled = filepath.Clean(spelled)
	for i := range l.decisions {
		switch d := &l.decisions[i]; {
		case d.Kind != FolderKind:
		case d.Folder == folder && spelled != folder && utf8.ValidString(spelled):
			d.Spelled = spelled
		case d.Folder != folder && d.Spelled == spelled:
			d.Spelled = ""
		}
	}
	if spelled != folder && RealPath(spelled) == folder {
		l.RevokeFolder(spelled)
	}
}

// DecidedAs is the folder that a person decided about by this path, its own or the
// one by which they named it; "" for none.
func (l *Ledger) DecidedAs(path string) string {
	if l.Decided(path) {
		return path
	}
	for _, d := range l.decisions {
		if d.Kind == FolderKind && d.Spelled == path {
			return d.Folder
		}
	}
	return ""
}
