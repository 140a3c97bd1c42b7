package needs

import (
	"path/filepath"
	"slices"
	"strings"

	"usher/pkg/sandbox"
)

// maxBehind is how many programs one behind the other are looked at: a script, its
// interpreter, and what that is in turn.
const maxBehind = 8

// seen gathers what has to be shown.
type seen struct {
	world     World
	files     []string
	runtimes  []string
	links     []sandbox.Link
	variables []string // NAME=path, by which a shim finds its own
}

// program shows a program: every link on the way, the file, the folder it lives in,
// and what a script is read by.
func (s *seen) program(path string, depth int) {
	if depth > maxBehind || !filepath.IsAbs(path) {
		return
	}
	real, ok := s.path(path)
	if !ok {
		return
	}
	if name := filepath.Base(real); name == "uvx" { // it starts the uv beside it
		s.program(filepath.Join(filepath.Dir(real), "uv"), depth+1)
	}
	head, err := readHead(real)
	if err != nil || !strings.HasPrefix(head, "#!") {
		return
	}
	line, _, _ := strings.Cut(head[2:], "\n")
	words := strings.Fields(line)
	if len(words) == 0 {
		return
	}
	s.program(words[0], depth+1)
	s.behind(words[0], words[1:], depth)
}

// behind shows the program that env(1) would start.
func (s *seen) behind(command string, args []string, depth int) {
	if filepath.Base(command) != "env" {
		return
	}
	for i := 0; i < len(args); i++ {
		switch word := args[i]; {
		case word == "-u" || word == "--unset" || word == "-C" || word == "--chdir":
			i++
		case strings.HasPrefix(word, "-S") && len(word) > 2:
			s.behind("env", strings.Fields(word[2:]), depth)
			return
		case strings.HasPrefix(word, "-") || strings.Contains(word, "="):
		default:
			if !filepath.IsAbs(word) {
				found, ok := s.world.Look(word)
				if !ok {
					return
				}
				word = found
			}
			s.program(word, depth+1)
			return
		}
	}
}

// path shows what a path leads to, and how; false where it leads to nothing.
func (s *seen) path(path string) (string, bool) {
	real, links, err := follow(path)
	if err != nil {
		return "", false
	}
	s.links = append(s.links, links...)
	for _, at := range append([]string{filepath.Clean(path), real}, ats(links)...) {
		dir, variable := s.world.runtime(at)
		if dir == "" || system(dir) {
			continue
		}
		if add(&s.runtimes, dir); variable != "" {
			add(&s.variables, variable)
		}
		if home := base(dir); home != "" {
			if other, _ := s.world.runtime(filepath.Join(home, "python")); !system(other) {
				add(&s.runtimes, other)
			}
		}
	}
	add(&s.files, real)
	return real, true
}

func ats(links []sandbox.Link) []string {
	out := make([]string, 0, len(links))
	for _, l := range links {
		out = append(out, l.At)
	}
	return out
}

// settle drops what something else shows: a folder in a folder, a file in either, a
// link in either. shown are the granted folders.
func (s *seen) settle(shown []string) {
	real := s.runtimes[:0:0]
	for _, dir := range s.runtimes {
		if r, err := filepath.EvalSymlinks(dir); err == nil && s.world.bindable(r) != "" {
			add(&real, r)
		}
	}
	s.runtimes = outermost(real)
	covered := func(path string) bool { return system(path) || insideAny(shown, path) || insideAny(s.runtimes, path) }
	s.files = slices.DeleteFunc(s.files, covered)
	s.links = slices.DeleteFunc(s.links, func(l sandbox.Link) bool { return covered(l.At) })
	slices.SortFunc(s.links, func(a, b sandbox.Link) int { return strings.Compare(a.At, b.At) })
	s.links = slices.Compact(s.links)
	slices.Sort(s.files)
}

// outermost leaves out folders that lie in another of the list.
func outermost(dirs []string) []string {
	slices.Sort(dirs)
	var out []string
	for _, dir := range slices.Compact(dirs) {
		if !insideAny(out, dir) {
			out = append(out, dir)
		}
	}
	return out
}
