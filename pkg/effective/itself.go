package effective

import (
	"path/filepath"
	"strings"
	"unicode"
)

// Itself is the Why of a Launch that would start usher, which is never its own server (SPEC Q4).
const Itself = "it is usher itself, which is never its own server"

// behind are the programs that start what their arguments name.
const behind = " env nice nohup timeout setsid stdbuf time ionice chrt sudo doas xargs exec command busybox "

// maxWords of one command are looked at.
const maxWords = 200

// shells read a line out of their arguments.
const shells = " sh bash dash ash zsh ksh fish "

// startsUsher reports a command line that starts usher: as its program, or behind one that
// starts what its arguments name. It looks at words and runs nothing; what only
// running it would tell stays untold.
func (s *Set) startsUsher(program Program, args []string, dir string) bool {
	if program.Self {
		return true
	}
	kind := kindOf(program.Path)
	if kind == "" {
		kind = kindOf(program.Real)
	}
	switch kind {
	case behind:
		var words []string
		for _, a := range args {
			a = strings.TrimPrefix(strings.TrimPrefix(a, "--split-string="), "-S")
			words = append(words, strings.Fields(a)...)
		}
		return s.wordsStart(words, dir)
	case shells:
		for _, line := range args {
			for _, command := range strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(";|&\n(){}`", r) }) {
				if s.wordsStart(strings.FieldsFunc(command, func(r rune) bool { return unicode.IsSpace(r) || r == '"' || r == '\'' }), dir) {
					return true
				}
			}
		}
	}
	return false
}

func kindOf(path string) string {
	name := " " + strings.TrimSuffix(strings.ToLower(filepath.Base(path)), ".exe") + " "
	for _, kind := range []string{behind, shells} {
		if strings.Contains(kind, name) {
			return kind
		}
	}
	return ""
}

// wordsStart goes from word to word until one is a program: flags, what stands behind
// them, NAME=TEXT and the program's own words, such as a time, are passed over.
func (s *Set) wordsStart(words []string, dir string) bool {
	flag := false
	words = words[:min(len(words), maxWords)]
	for i, w := range words {
		if strings.HasPrefix(w, "-") {
			flag = true
			continue
		}
		if name, _, ok := strings.Cut(w, "="); ok && !strings.ContainsAny(name, `/\`) {
			continue
		}
		p := s.resolve(w, dir, s.project.Folder.Path)
		switch {
		case p.Self:
			return true
		case p.Why == "" && kindOf(p.Path) != "":
			return s.startsUsher(p, words[i+1:], dir)
		case p.Why == "" && !flag:
			return false
		}
		flag = false
	}
	return false
}
