package needs

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/sandbox"
)

// Makeable are names in a folder which a server may change that are not there, so
// that nothing can keep it from making them: a mount needs something to lie on, and
// usher makes nothing in a person's folder (SPEC B2).
type Makeable struct {
	Dir   string   // a .git, or a writable folder
	Names []string // slash separated; none: no repository is there, and it can make one
}

// makeable are those that count: what git would run at the person's next command,
// and the definitions of a project.
func (w World) makeable(writable []string) (git, definitions []Makeable) {
	for _, dir := range writable {
		if names := missing(dir, w.Definitions); len(names) > 0 {
			definitions = append(definitions, Makeable{dir, names})
		}
		for _, repository := range append([]string{dir}, repositories(dir)...) {
			at := filepath.Join(repository, ".git")
			if filepath.Base(repository) == ".git" {
				at = repository
			}
			info, err := os.Lstat(at)
			switch names := missing(at, []string{"hooks", "config", "commondir"}); {
			case err != nil && repository == dir:
				git = append(git, Makeable{Dir: dir})
			case err == nil && info.IsDir() && len(names) > 0:
				git = append(git, Makeable{at, names})
			}
		}
	}
	return git, definitions
}

// missing are the names that nothing has in a folder.
func missing(dir string, names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		_, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(name)))
		return err == nil
	})
}

// fastened refuses a plan in which something that is to stay as it is, is a link or
// lies behind one: nothing can be mounted on a link, and a server that may change its
// folder could put another one there (SPEC B2).
func fastened(p sandbox.Plan) error {
	for _, path := range p.Protect {
		for _, dir := range p.Write {
			if at := linkBelow(dir, path); at != "" {
				return fault.New(fault.Refused, "what must stay as it is in "+dir+" cannot be kept: "+at+" is a link",
					"give the folder with --read instead", "or put what the link leads to in its place")
			}
		}
	}
	return nil
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
