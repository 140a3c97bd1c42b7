package trust

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// maxNamed bounds what the definitions of a folder may name.
const maxNamed = 20_000

// named reads the files that servers and hooks name (SPEC T5). What cannot be
// covered is listed.
func (r *reader) named(refs func(name string, data []byte) ([]string, []Uncovered)) {
	if refs == nil {
		return
	}
	rels, listed := map[string]bool{}, map[string]string{}
	for _, f := range r.folder.Files {
		if f.Part != PartServers && f.Part != PartHooks {
			continue
		}
		names, open := refs(f.Path, f.Data)
		r.folder.Uncovered = append(r.folder.Uncovered, open...)
		for _, name := range names {
			if len(rels)+len(listed) > maxNamed {
				break
			}
			name, guess := strings.CutPrefix(name, guessed)
			p, ok := r.locate(name)
			switch {
			case !ok, guess && !p.inside, guess && p.rel == ".":
			case !p.inside:
				listed[p.rel] = "lies outside the folder"
			default:
				rels[p.rel] = true
				r.crossed(p, listed)
			}
		}
		if len(rels)+len(listed) > maxNamed {
			r.limit(f.Path, "folder/too-many", "its definitions name more than 20000 files", "name fewer")
			return
		}
	}
	for name, why := range listed {
		r.folder.Uncovered = append(r.folder.Uncovered, Uncovered{Path: name, Why: why})
	}
	for _, rel := range sorted(rels) {
		if r.full {
			return
		}
		r.cover(rel, listed)
	}
}

// crossed lists the links that a name enters and leaves by "..": where that
// leads is not where the name seems to lead.
func (r *reader) crossed(p place, listed map[string]string) {
	for _, dir := range p.through {
		if _, err := r.root.Names(dir, 1); ruleOf(err) == "file/link" {
			listed[dir] = "is reached through a link"
		}
	}
}

// cover reads one file inside the folder, or lists it. Absent ones are neither:
// where one turns up, the digest is another.
func (r *reader) cover(rel string, listed map[string]string) {
	if r.known(rel) || listed[rel] != "" {
		return
	}
	why := "is a folder, and what is in it is not covered"
	if rel != "." {
		data, err := r.root.Read(rel, MaxFile)
		if errors.Is(err, fs.ErrNotExist) {
			return
		}
		if err == nil {
			f := newFile(rel, data)
			f.Part = PartNamed
			r.take(f)
			return
		}
		if why = r.uncovered(rel, err); why == "" {
			return
		}
	}
	r.folder.Uncovered = append(r.folder.Uncovered, Uncovered{Path: rel, Why: why})
}

// known reports whether a name is a definition or lies in a folder of them, all
// of which belongs to the digest already.
func (r *reader) known(rel string) bool {
	for _, d := range definitions() {
		if rel == d.path || d.tree && strings.HasPrefix(rel, d.path+"/") {
			return true
		}
	}
	return false
}

// uncovered says why a file that is there is not covered; "" where there can be
// no such file.
func (r *reader) uncovered(rel string, err error) string {
	p := problemOf(err)
	whole := p.File == filepath.Join(r.root.Path(), filepath.FromSlash(rel))
	switch p.Rule {
	case "file/link":
		if whole {
			return "is a link"
		}
		return "is reached through a link"
	case "file/not-regular":
		if !whole { // a file where a folder would have to be
			return ""
		}
		if _, err := r.root.Names(rel, 1); ruleOf(err) != "file/not-regular" {
			return "is a folder, and what is in it is not covered"
		}
		return "is not a regular file"
	case "file/name":
		if !whole {
			return ""
		}
		return "is spelled otherwise on the disk"
	case "file/too-large":
		return "is larger than 1 MiB"
	case "file/owner":
		return "belongs to somebody else"
	case "file/mode":
		return "can be written by others"
	case "file/denied":
		return "may not be read"
	}
	return "cannot be read"
}

func sorted(set map[string]bool) []string {
	out := make([]string, 0, len(set))
	for name := range set {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}
