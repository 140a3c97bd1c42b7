package needs

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"usher/pkg/sandbox"
)

// named shows the existing files that the arguments name, whole or after their
// first =, each by itself and never a folder; the node_modules that one lies in is
// brought with it. Of a project's server only those in its folder are: elsewhere a
// repository would say what of yours is shown (SPEC T5). Nothing that the server may
// change leads to one: it would say so itself, after a person's approval.
func (s *seen) named(l Launch) (notes []string) {
	for i, arg := range l.Args {
		texts := []string{arg}
		if _, value, ok := strings.Cut(arg, "="); ok {
			texts = append(texts, value)
		}
		for _, text := range texts {
			if why := s.file(l, text, i < len(l.Varies) && l.Varies[i]); why != "" {
				notes = append(notes, "the file that argument "+strconv.Itoa(i+1)+" names is not shown: "+why)
			}
		}
	}
	return notes
}

// file shows one file, or says why one that exists is not shown.
func (s *seen) file(l Launch, text string, varies bool) (why string) {
	if text == "" || strings.ContainsRune(text, 0) {
		return ""
	}
	path := text
	if !filepath.IsAbs(path) {
		path = l.Dir + string(filepath.Separator) + path
	}
	real, links, err := follow(path)
	if err != nil || !regular(real) || system(real) {
		return ""
	}
	switch {
	case insideAny(s.own, real):
		return "" // it is there as it is
	case s.changes(path, links):
		return "it is reached by what the server may change"
	case varies:
		return "a variable or a secret is part of that; write the path as it is, or give the file's folder"
	case l.Folder != "" && !inside(l.Folder, real):
		return "it is outside the project folder"
	case s.world.private(real):
		return "it is one of usher's own files"
	}
	s.links = append(s.links, links...)
	if dir := modules(real); dir != "" && (l.Folder == "" || inside(l.Folder, dir)) {
		add(&s.runtimes, s.world.bindable(dir))
	}
	add(&s.files, real)
	return ""
}

// changes reports a path which the server may itself lead elsewhere.
func (s *seen) changes(path string, links []sandbox.Link) bool {
	return insideAny(s.own, filepath.Clean(path)) || slices.ContainsFunc(links, func(l sandbox.Link) bool { return insideAny(s.own, l.At) })
}

// private reports a file that no server is shown: everything of usher's own, but
// what a person keeps beside the definitions in the assistant folder, such as a
// script that a server runs there (SPEC S4).
func (w World) private(real string) bool {
	for _, home := range spellings(w.Home) {
		if inside(home, real) {
			name, _ := filepath.Rel(home, real)
			return slices.Contains([]string{"settings.json", "mcp.json", "hooks.json", "policy.json", "instructions.md"}, name)
		}
	}
	return insideAny(spellings(w.State, w.Data), real)
}
