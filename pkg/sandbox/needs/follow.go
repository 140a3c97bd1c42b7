package needs

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"usher/pkg/sandbox"
)

// maxLinks is as many as a kernel follows.
const maxLinks = 40

var errLoop = errors.New("too many links")

// follow is the file a path leads to, with every link on the way: where it stands
// itself, which is a real path, and what it says. Where something is missing, real is
// where it would be.
func follow(path string) (real string, links []sandbox.Link, err error) {
	at, rest := string(filepath.Separator), parts(path)
	for len(rest) > 0 {
		part := rest[0]
		rest = rest[1:]
		if part == ".." {
			at = filepath.Dir(at)
			continue
		}
		next := filepath.Join(at, part)
		info, err := os.Lstat(next)
		if err != nil {
			return filepath.Join(append([]string{next}, rest...)...), links, err
		}
		if info.Mode()&os.ModeSymlink == 0 {
			at = next
			continue
		}
		to, err := os.Readlink(next)
		if err != nil {
			return "", nil, err
		}
		if links = append(links, sandbox.Link{At: next, To: to}); len(links) > maxLinks {
			return "", nil, errLoop
		}
		if filepath.IsAbs(to) {
			at = string(filepath.Separator)
		}
		rest = append(parts(to), rest...)
	}
	return at, links, nil
}

// parts are the names in a path; ".." stays, for behind a link it is not what the
// text says.
func parts(path string) []string {
	var out []string
	for _, p := range strings.Split(filepath.ToSlash(path), "/") {
		if p != "" && p != "." {
			out = append(out, p)
		}
	}
	return out
}
