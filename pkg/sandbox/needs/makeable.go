package needs

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Makeable are names in a folder which a server may change that are not there, so
// that nothing can keep it from making them: a mount needs something to lie on, and
// usher makes nothing in a person's folder (SPEC B2).
type Makeable struct {
	Dir   string   // the folder
	Names []string // slash separated; none: no repository is there, and it can make one
}

// makeable notes those of a writable folder that count: a repository, which git
// would ask what to run at the person's next command, and the definitions of a
// project. What is there is kept as a whole, so nothing can be made in it.
func (g *guards) makeable(dir string) {
	missing := func(path string) bool {
		top, _, _ := strings.Cut(path, "/")
		_, err := os.Lstat(filepath.Join(dir, top))
		return err != nil
	}
	if missing(".git") {
		g.git = append(g.git, Makeable{Dir: dir})
	}
	if names := slices.DeleteFunc(slices.Clone(g.world.Definitions), func(path string) bool { return !missing(path) }); len(names) > 0 {
		g.definitions = append(g.definitions, Makeable{dir, names})
	}
}

// linkBelow is the first link on the way from a folder down to a path in it.
func linkBelow(dir, path string) string {
	if !inside(dir, path) {
		return ""
	}
	rel, _ := filepath.Rel(dir, path)
	at := dir
	for _, part := range strings.Split(rel, string(filepath.Separator)) {
		at = filepath.Join(at, part)
		if info, err := os.Lstat(at); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return at
		}
	}
	return ""
}
