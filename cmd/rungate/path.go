package rungate

import (
	"path/filepath"
	"strings"
	"sync"

	"usher/pkg/places"
	"usher/pkg/trust"
)

// listFor is the list a command is looked for in: none for one that is a path.
func listFor(command string, path func() string) string {
	if filepath.Base(command) != command {
		return ""
	}
	return path()
}

// searched is PATH without the folders of a project that stands at or above the
// working directory, whether a person decided about it or not: neither distrust
// nor silence may give a folder a say in what a bare name means (SPEC S4, Q4). It
// looks only when somebody searches.
func searched(path, workDir, home string) func() string {
	return sync.OnceValue(func() string {
		root := trust.FindLayout(workDir, home)
		if root == "" {
			return path
		}
		var kept []string
		for _, entry := range filepath.SplitList(path) {
			real := entry
			if r, err := filepath.EvalSymlinks(entry); err == nil {
				real = r
			}
			if !places.Inside(root, entry) && !places.Inside(root, real) {
				kept = append(kept, entry)
			}
		}
		return strings.Join(kept, string(filepath.ListSeparator))
	})
}
