package needs

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"usher/pkg/fault"
)

// isRepository reports what git takes for one, by git's own marks: a .git, a bare
// repository, or the part of a linked worktree.
func isRepository(dir string) bool {
	in := func(name string) bool { _, err := os.Lstat(filepath.Join(dir, name)); return err == nil }
	return in("HEAD") && (in("objects") && in("refs") || in("commondir"))
}

// isOpen reports a folder that is a guard itself, or lies in one: the person named it,
// and is told what that means.
func (g *guards) isOpen(dir string) bool {
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if slices.Contains(append(g.tops, ".git"), filepath.Base(dir)) || isRepository(dir) {
			return true
		}
	}
	return false
}

// inGit reports a path through a .git. Only the name counts: the marks of a
// repository a server could make in a folder, so that nothing in it was kept.
func inGit(path string) bool { return slices.Contains(parts(path), ".git") }

// elsewhere keeps the repository that a .git file names, and the one that shares its
// own with that.
func (g *guards) elsewhere(file string) {
	git := g.leads(oneLine(file, "gitdir:"), filepath.Dir(file))
	if git != "" {
		g.leads(oneLine(filepath.Join(git, "commondir"), ""), git)
	}
}

// oneLine is the path that git's one-line file holds.
func oneLine(file, word string) string {
	text, err := readHead(file)
	text, ok := strings.CutPrefix(text, word)
	if err != nil || !ok {
		return ""
	}
	line, _, _ := strings.Cut(text, "\n")
	return strings.TrimSpace(line)
}

// leads keeps what a path leads to, where a server may change that, and notes the
// links on the way; "" where it leads to nothing.
func (g *guards) leads(path, from string) string {
	if path == "" {
		return ""
	}
	if !filepath.IsAbs(path) {
		path = from + string(filepath.Separator) + path
	}
	real, links, err := follow(path)
	for _, l := range links {
		if insideAny(g.write, l.At) {
			add(&g.loose, l.At)
		}
	}
	switch {
	case !insideAny(g.write, real):
	case err != nil && !insideAny(g.kept, real):
		g.git = append(g.git, Makeable{filepath.Dir(real), []string{filepath.Base(real)}})
	default:
		g.keep(real)
	}
	if err != nil {
		return ""
	}
	return real
}

// linked looks at the links that a folder holds: what is kept and leads to what a
// server may change is not kept.
func (g *guards) linked(dir string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if e.Type()&os.ModeSymlink != 0 {
			g.leads(filepath.Join(dir, e.Name()), "")
		}
	}
}

// programs keeps the folders of usher's own programs.
func (g *guards) programs() error {
	for _, dir := range spellings(g.world.Programs...) {
		for _, write := range g.write {
			switch {
			case write == dir:
				return fault.New(fault.Refused, "sandbox.write cannot be granted: in "+dir+" are usher's own programs, which no server may change",
					"give the folders below it that the server needs, or install usher somewhere else")
			case inside(write, dir):
				add(&g.kept, dir)
			}
		}
	}
	return nil
}

// fastened refuses what is to stay as it is and is a link, or lies behind one:
// nothing can be mounted on a link, and a server that may change its folder could
// put another one there (SPEC B2).
func (g *guards) fastened() error {
	loose := slices.DeleteFunc(slices.Clone(g.loose), func(at string) bool { return insideAny(g.kept, at) })
	for _, path := range g.kept {
		for _, dir := range g.write {
			add(&loose, linkBelow(dir, path))
		}
	}
	if len(loose) == 0 {
		return nil
	}
	return fault.New(fault.Refused, "what must stay as it is in "+strings.Join(g.write, ", ")+" cannot be kept: "+loose[0]+" is a link",
		"give the folder with --read instead", "or put what the link leads to in its place")
}
