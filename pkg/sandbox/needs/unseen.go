package needs

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Unseen are the folders that a command line names and that the server would not
// see: only a person gives a folder, whatever is named (SPEC B1). They are real
// paths. A word without a slash is no folder that is meant, and one that is never
// given, such as the home folder, is not among them.
func (w World) Unseen(l Launch) []string {
	var seen, out []string
	for _, dir := range slices.Concat(l.Read, l.Write) {
		seen = append(seen, spellings(dir)...)
	}
	for _, arg := range l.Args {
		_, value, _ := strings.Cut(arg, "=")
		for _, text := range [...]string{arg, value} {
			if !strings.Contains(text, "/") || !filepath.IsAbs(text) && l.Dir == "" {
				continue
			}
			if !filepath.IsAbs(text) {
				text = filepath.Join(l.Dir, text)
			}
			real, err := filepath.EvalSymlinks(text)
			if err != nil || system(real) || insideAny(seen, real) {
				continue
			}
			if why, _ := w.ungrantable(real); why != "" {
				continue // nobody could give it
			}
			if info, err := os.Stat(real); err == nil && info.IsDir() {
				add(&out, real)
			}
		}
	}
	return out
}
