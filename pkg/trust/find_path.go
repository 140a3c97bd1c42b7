package trust

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// maxLinks is how many links on the way of one path are followed.
const maxLinks = 40

// RealPath is a path with every link followed as far as the system lets us
// look; what cannot be looked at stays as it is written. So a folder keeps its
// name when somebody takes away the permission to reach it.
func RealPath(path string) string {
	path = filepath.Clean(path)
	if actual, err := filepath.EvalSymlinks(path); err == nil {
		return actual
	}
	top := filepath.VolumeName(path) + string(filepath.Separator)
	at, todo := top, elements(path)
	for links := 0; len(todo) > 0; {
		name := todo[0]
		todo = todo[1:]
		if name == ".." {
			at = filepath.Dir(at)
			continue
		}
		next := filepath.Join(at, name)
		info, err := os.Lstat(next)
		if err != nil {
			return filepath.Join(append([]string{next}, todo...)...)
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			at = next
			continue
		}
		target, err := os.Readlink(next)
		if links++; err != nil || links > maxLinks {
			return filepath.Join(append([]string{next}, todo...)...)
		}
		if filepath.IsAbs(target) {
			at = top
		}
		todo = append(elements(target), todo...)
	}
	return at
}

// elements are the names of a path, without the volume, empty ones and dots.
func elements(path string) []string {
	var names []string
	for _, n := range strings.Split(filepath.ToSlash(path[len(filepath.VolumeName(path)):]), "/") {
		if n != "" && n != "." {
			names = append(names, n)
		}
	}
	return names
}
