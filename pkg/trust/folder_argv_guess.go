package trust

import (
	"path/filepath"
	"strings"
)

// guessed begins a name that only might be meant: a file of it in the folder is
// covered, and what lies outside is not told of. No path holds that byte.
const guessed = "\x00"

// maxGuesses is how many parts of one element are looked at.
const maxGuesses = 64

// Guessed gives what elements of a command line, or values of variables, could name
// besides what Named takes (SPEC T5): what stands behind and between : , ; @ and =,
// after file:// and glued to an option of one letter. full says that one has more
// parts than are looked at.
func Guessed(cwd string, elements ...string) (names []string, full bool) {
	seen := map[string]bool{}
	for _, e := range elements {
		for n, part := range append(strings.Split(e, ":"), strings.FieldsFunc(e, func(c rune) bool { return strings.ContainsRune(":,;@=", c) })...) {
			if n > maxGuesses {
				full = true
				break
			}
			if len(part) > 2 && part[0] == '-' && part[1] != '-' {
				seen[part[2:]] = true
			}
			seen[part] = true
		}
		if _, path, ok := strings.Cut(e, "file://"); ok {
			seen[path] = true
		}
		if _, path, ok := strings.Cut(e, "@"); ok {
			seen[path] = true
		}
		seen[e] = true
	}
	for _, part := range sorted(seen) {
		for _, name := range Named(cwd, part) {
			names = append(names, guessed+name)
		}
	}
	return names, full
}

// leadsOut reports a folder that need not lie in the project.
func leadsOut(dir string) bool {
	return filepath.IsAbs(dir) || strings.HasPrefix(dir, "/") || strings.HasPrefix(dir, "..")
}

// bare reports a command that is looked for in PATH, and in no folder (SPEC S4).
func bare(command string) bool {
	return filepath.Base(command) == command && !strings.ContainsAny(command, `/\`)
}
