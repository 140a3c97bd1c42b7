package trust

import (
	"path"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// Bounds of a path that a program could open, in bytes.
const (
	maxPath      = 4096
	maxComponent = 255
)

// workspace stands for the project folder in a command line (SPEC S7).
const workspace = "${workspace}"

// Named gives what a command line could name in the project folder (SPEC T5):
// each element whole, and its part after the first '='. cwd is the working
// directory as the definition writes it, "" for the project folder. What is no
// path, or names nothing, does no harm: ReadFolder takes what is there.
func Named(cwd string, argv ...string) []string {
	var out []string
	for _, element := range argv {
		_, value, _ := strings.Cut(element, "=")
		for _, c := range []string{element, value} {
			switch {
			case c == "":
			case cwd == "", filepath.IsAbs(c), strings.HasPrefix(c, "/"), strings.HasPrefix(c, workspace):
				out = append(out, c)
			default:
				out = append(out, cwd+"/"+c)
			}
		}
	}
	return out
}

// place is where a name leads: rel is relative to the folder, slash separated,
// "." for the folder itself; where it does not stay inside, as it was written:
// absolute, or beginning with "..". through are the folders below the root that
// the way enters and leaves again by "..".
type place struct {
	rel     string
	inside  bool
	through []string
}

// locate reads a name as Named gives it. No file is looked at. ok is false for
// what is no path at all.
func (r *reader) locate(name string) (p place, ok bool) {
	if name == "" || len(name) > maxPath || strings.ContainsRune(name, 0) || !utf8.ValidString(name) {
		return place{}, false
	}
	absolute := filepath.IsAbs(name) || strings.HasPrefix(name, "/")
	name = strings.ReplaceAll(name, workspace, r.root.Path())
	if !filepath.IsAbs(name) && !strings.HasPrefix(name, "/") {
		name = r.root.Path() + "/" + name
	}
	base := strings.Split(strings.TrimSuffix(filepath.ToSlash(r.root.Path()), "/"), "/")
	at := strings.Split(filepath.ToSlash(name), "/")
	if rest, ok := below(strings.Split(filepath.ToSlash(r.spelled), "/"), at); ok {
		at = append(append([]string{}, base...), rest...)
	} else if rest, ok := r.linked(name, base); absolute && ok {
		at = append(append([]string{}, base...), rest...)
	}
	var stack []string
	for _, n := range at {
		switch {
		case len(n) > maxComponent:
			return place{}, false
		case n == "" && len(stack) > 0, n == ".":
		case n == "..":
			if rest, ok := below(base, stack); ok && len(rest) > 0 {
				p.through = append(p.through, strings.Join(rest, "/"))
			}
			stack = stack[:max(1, len(stack)-1)]
		default:
			stack = append(stack, n)
		}
	}
	rest, inside := below(base, stack)
	switch {
	case inside && len(rest) == 0:
		p.rel, p.inside = ".", true
	case inside:
		p.rel, p.inside = strings.Join(rest, "/"), true
	default:
		p.rel = outside(base, stack, absolute)
	}
	return p, true
}

// outside writes a path that leaves the folder.
func outside(base, stack []string, absolute bool) string {
	if absolute {
		return path.Clean(strings.Join(stack, "/") + "/")
	}
	same := 0
	for same < min(len(base), len(stack)) && base[same] == stack[same] {
		same++
	}
	return path.Clean(strings.Repeat("../", len(base)-same) + strings.Join(stack[same:], "/"))
}

// below cuts the elements of a folder off those of a path in it.
func below(dir, path []string) ([]string, bool) {
	if len(path) < len(dir) {
		return nil, false
	}
	for i := range dir {
		if dir[i] != path[i] {
			return nil, false
		}
	}
	return path[len(dir):], true
}
