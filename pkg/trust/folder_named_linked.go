package trust

import (
	"path/filepath"
	"strings"
)

// linked finds an absolute path that reaches the folder through a link: what is
// below the folder of the place where it really leads. Of the way there only the
// links are looked at, and nothing on another machine.
func (r *reader) linked(name string, base []string) (rest []string, ok bool) {
	slashed := filepath.ToSlash(name)
	if strings.HasPrefix(slashed, "//") || strings.HasPrefix(slashed, filepath.ToSlash(r.root.Path())+"/") {
		return nil, false
	}
	dir, file := filepath.Split(name)
	if r.reached == nil {
		r.reached = map[string]string{}
	}
	real, known := r.reached[dir]
	if !known {
		real = RealPath(dir)
		r.reached[dir] = real
	}
	if rest, ok = below(base, strings.Split(filepath.ToSlash(real), "/")); ok {
		return append(rest, file), true
	}
	return below(base, strings.Split(filepath.ToSlash(RealPath(name)), "/"))
}
