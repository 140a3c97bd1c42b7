package trust

import (
	"path/filepath"
	"slices"
	"strings"
)

// assignment takes a variable that decides what programs and shells start.
func (l *lineReader) assignment(word string) {
	name, _, ok := strings.Cut(word, "=")
	if !ok || !isName(name) {
		return
	}
	known := slices.Contains(projectVars[:], name)
	l.open = l.open || known || name == "IFS" || name == "workspace" || strings.HasSuffix(name, "PATH") || strings.HasSuffix(name, "ENV") ||
		strings.HasPrefix(name, "LD_") || strings.HasPrefix(name, "DYLD_")
}

// builtins takes what a shell itself, or a program that starts others, does with
// the words of a command: lines to read later, and folders to change to.
func (l *lineReader) builtins(words, found []string) {
	for i, w := range words {
		rest := words[i+1:]
		switch w {
		case "eval":
			l.open = true
			found[i] = strings.Join(rest, " ")
			return
		case "trap":
			copy(found[i+1:], rest)
			return
		case "xargs", "find", "parallel", "popd":
			l.open = true
		case "cd", "chdir", "pushd":
			l.open = true
			if at := slices.IndexFunc(rest, func(a string) bool { return !strings.HasPrefix(a, "-") }); at >= 0 {
				l.base(rest[at])
			}
		}
		l.assignment(w)
	}
}

// base takes a folder that what follows may run in; it is relative to any before.
func (l *lineReader) base(dir string) {
	if dir == "" || len(dir) > maxComponent {
		l.open = true
		return
	}
	all := []string{l.cwd}
	if filepath.IsAbs(dir) || strings.HasPrefix(dir, "/") || strings.HasPrefix(dir, workspace) {
		all = []string{""}
	} else {
		all = append(all, l.bases...)
	}
	for _, before := range all {
		if before != "" {
			before += "/"
		}
		switch next := before + dir; {
		case slices.Contains(l.bases, next):
		case len(l.bases) >= maxLineBases || len(next) > maxPath/4:
			l.open = true
		default:
			l.bases = append(l.bases, next)
		}
	}
}
