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
	folder    string   // a project server's folder: of what its files name only what is inside is shown
	own       []string // what the server may change, which brings nothing
	files     []string
	runtimes  []string
	links     []sandbox.Link
	variables []string // NAME=path, by which a shim finds its own
	notes     []string
}

// program shows the program that was approved by its path and by the file it really
// is, with what it is read by.
func (s *seen) program(l Launch) {
	real, links, err := follow(l.Program)
	if err != nil || !filepath.IsAbs(l.Program) {
		return
	}
	s.show(l.Program, real, links)
	s.reader(real, 0)
	if filepath.Base(l.Program) != "env" {
		return
	}
	if path, found := s.behindEnv(l.Args); path != "" && !l.varied(path) {
		s.chosen(path, found, 1)
	}
}

// varied reports a path that a variable or a secret is part of.
func (l Launch) varied(path string) bool {
	for i, arg := range l.Args {
		if i < len(l.Varies) && l.Varies[i] && strings.Contains(arg, path) {
			return true
		}
	}
	return false
}

// reader shows what reads a program that is a script, and the uv beside an uvx.
func (s *seen) reader(real string, depth int) {
	if filepath.Base(real) == "uvx" {
		s.chosen(filepath.Join(filepath.Dir(real), "uv"), true, depth+1)
	}
	head, err := readHead(real)
	if err != nil || !strings.HasPrefix(head, "#!") {
		return
	}
	line, _, _ := strings.Cut(head[2:], "\n")
	path, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	if !filepath.IsAbs(path) {
		return
	}
	if insideAny(s.own, real) {
		s.unread(real, path, rest)
		return
	}
	s.chosen(path, false, depth+1)
	if filepath.Base(path) != "env" {
		return
	}
	if path, found := s.behindEnv(firstLine(rest)); path != "" {
		s.chosen(path, found, depth+1)
	}
}

// firstLine are the arguments behind the program of a script's first line: one text,
// which only env's -S takes apart.
func firstLine(rest string) []string {
	if rest = strings.TrimSpace(rest); rest == "" {
		return nil
	}
	return []string{rest}
}

// unread says that what reads a script is not shown, for the server could change the
// script's first line to whatever it would like to see.
func (s *seen) unread(real, path, rest string) {
	if filepath.Base(path) == "env" {
		path, _ = s.behindEnv(firstLine(rest))
	}
	if at, _, err := follow(path); path != "" && err == nil && !system(at) && !insideAny(s.own, at) {
		s.notes = append(s.notes, "the script "+real+" is in a folder that it may change, so what its first line names is not shown: "+
			"name that program as the command, and the script as its argument")
	}
}

// behindEnv is the program that env(1) would start, and whether it was found in PATH
// by its name; "" where that is not known.
func (s *seen) behindEnv(args []string) (path string, found bool) {
	e, ok := sandbox.ReadEnv(args)
	if !ok || len(e.Line) == 0 {
		return "", false
	}
	if word := e.Line[0]; filepath.IsAbs(word) {
		return word, false
	}
	if slices.Contains(e.Sets, "PATH") {
		return "", false
	}
	path, found = s.world.Look(e.Line[0])
	if !found {
		return "", false
	}
	return path, true
}

// chosen shows a program that a file or an argument names; found says that it was by
// a bare name, in the person's PATH. One that the server may lead elsewhere is not
// shown, nor one of usher's own files, nor what a project names outside its folder.
func (s *seen) chosen(path string, found bool, depth int) {
	if depth > maxBehind || !filepath.IsAbs(path) {
		return
	}
	real, links, err := follow(path)
	if err != nil || !regular(real) {
		return
	}
	switch {
	case system(real):
	case insideAny(s.own, real) || s.changes(path, links) || s.world.private(real):
		return
	case s.folder != "" && !found && !inside(s.folder, real):
		s.notes = append(s.notes, "the program "+path+" that a file or argument of the project names is not shown: it is outside the project folder")
		return
	}
	s.show(path, real, links)
	s.reader(real, depth)
}

// show shows what a path leads to, and the folders that live around each step. What
// lies behind a link that the server or a project may change brings nothing on the
// way to the file itself.
func (s *seen) show(path, real string, links []sandbox.Link) {
	s.links = append(s.links, links...)
	steps := append([]string{filepath.Clean(path)}, ats(links)...)
	led := false
	for _, at := range steps {
		own, project := insideAny(s.own, at), s.folder != "" && inside(s.folder, at)
		if project || !led && !own {
			s.around(at)
		}
		led = led || own || project
	}
	s.around(real)
	add(&s.files, real)
}

// around shows the folder that a program lives in, and that of the Python which a
// virtual environment was made from, where nobody else may have written it there.
func (s *seen) around(at string) {
	dir, variable := s.world.runtime(at)
	if dir == "" || system(dir) || insideAny(s.own, at) {
		return
	}
	if add(&s.runtimes, dir); variable != "" {
		add(&s.variables, variable)
	}
	home := base(dir)
	if home == "" || insideAny(s.own, filepath.Join(dir, "pyvenv.cfg")) || s.folder != "" && inside(s.folder, dir) && !inside(s.folder, home) {
		return
	}
	if other, _ := s.world.runtime(filepath.Join(home, "python")); !system(other) {
		add(&s.runtimes, other)
	}
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
