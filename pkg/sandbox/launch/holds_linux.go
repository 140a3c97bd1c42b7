package launch

import (
	"slices"

	"usher/pkg/sandbox"
)

// holds are the folders that are mounted on themselves, since a mount cannot be
// renamed or removed: all those between a folder that may be changed and what is
// kept, hidden or given otherwise in it. What a server moved away it could make
// anew, and the next usher, git or start would find that one (pitfall 8).
func holds(p sandbox.Plan) (out []string) {
	for _, path := range slices.Concat(p.Protect, p.Mask, p.Read, p.Write) {
		for i := 1; i < len(path); i++ {
			if path[i] == '/' && changeable(p, path[:i]) {
				out = append(out, path[:i])
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// changeable reports whether a path lies below a folder that may be changed, and in
// nothing nearer that is kept, hidden or given to read. A grant is a mount already.
func changeable(p sandbox.Plan, path string) bool {
	nearest, write := 0, false
	for _, dirs := range [...]struct {
		paths []string
		write bool
	}{{p.Write, true}, {p.Read, false}, {p.Protect, false}, {p.Mask, false}, {[]string{p.Data}, false}} {
		for _, dir := range dirs.paths {
			if within(path, dir) && len(dir) > nearest {
				nearest, write = len(dir), dirs.write && dir != path
			}
		}
	}
	return write
}
