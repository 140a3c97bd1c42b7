package needs

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// named shows the existing files that the arguments name, whole or after their
// first =, each by itself and never a folder; the node_modules that one lies in is
// brought with it. Of a project's server only those in its folder are: elsewhere a
// repository would say what of yours is shown (SPEC T5).
func (s *seen) named(l Launch) (notes []string) {
	for i, arg := range l.Args {
		texts := []string{arg}
		if _, value, ok := strings.Cut(arg, "="); ok {
			texts = append(texts, value)
		}
		for _, text := range texts {
			why := s.file(l, text)
			if why != "" {
				notes = append(notes, "the file that argument "+strconv.Itoa(i+1)+" names is not shown: "+why)
			}
		}
	}
	return notes
}

// file shows one file, or says why one that exists is not shown.
func (s *seen) file(l Launch, text string) (why string) {
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
