package needs

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"usher/pkg/fault"
)

const (
	maxFolders = 20_000 // folders in the writable ones that are looked at for repositories and definitions
	maxDepth   = 3      // and how far below them
)

// guards gathers what stays as it is in the folders that a server may change: what
// git would run at the person's next command, and what usher and its like would
// start or tell a model (SPEC B2). A folder that was given by its own name is given.
type guards struct {
	world       World
	write, open []string // the folders, and those of them that are, or lie in, a guard themselves
	tops        []string // the first parts of the definitions' names
	kept, loose []string // what stays, and links on the way to it that a server may change
	git         []Makeable
	definitions []Makeable
	most        int // folders to look at
}

// guarded looks for all of it in the folders themselves and a few folders below.
func (w World) guarded(writable []string) (g *guards, err error) {
	g = &guards{world: w, write: writable, most: maxFolders}
	for _, path := range w.Definitions {
		top, _, _ := strings.Cut(path, "/")
		add(&g.tops, top)
	}
	for _, dir := range writable {
		if g.isOpen(dir) {
			add(&g.open, dir)
		}
	}
	for _, dir := range writable {
		if inGit(dir) {
			continue
		}
		g.makeable(dir)
		if err := g.folder(dir, maxDepth); err != nil {
			return g, err
		}
	}
	if err := g.programs(); err != nil {
		return g, err
	}
	slices.Sort(g.kept) // not the outermost only: a folder given by name could lie between
	return g, g.fastened()
}

// folder looks at one folder, and at those in it as deep as is said.
func (g *guards) folder(dir string, below int) error {
	if g.most--; g.most < 0 {
		return fault.New(fault.Refused, "there are more than "+strconv.Itoa(maxFolders)+" folders to look through for git repositories and definitions, which a server may not change, in "+
			strings.Join(g.write, ", "), "give smaller folders: the ones that the server works in")
	}
	if err := g.guard(dir); err != nil || below == 0 || slices.Contains(g.kept, dir) {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return unlooked(dir)
	}
	for _, e := range entries {
		if !e.IsDir() || e.Name() == "node_modules" || e.Name() == ".git" || slices.Contains(g.tops, e.Name()) {
			continue
		}
		if err := g.folder(filepath.Join(dir, e.Name()), below-1); err != nil {
			return err
		}
	}
	return nil
}

// guard keeps what one folder has of it.
func (g *guards) guard(dir string) error {
	for _, name := range append([]string{".git"}, g.tops...) {
		path := filepath.Join(dir, name)
		info, err := os.Lstat(path)
		switch {
		case os.IsPermission(err):
			return unlooked(dir)
		case err != nil:
			continue
		}
		g.keep(path)
		if name == ".git" && info.Mode().IsRegular() {
			g.elsewhere(path)
		}
		g.linked(path)
		g.linked(filepath.Join(path, "hooks"))
	}
	if isRepository(dir) {
		g.keep(dir)
		g.linked(dir)
		g.linked(filepath.Join(dir, "hooks"))
	}
	return nil
}

// keep notes what stays; what was given by its own name, and what is in a .git that
// was, does not.
func (g *guards) keep(path string) {
	for _, dir := range g.write {
		if dir == path || inGit(dir) && inside(dir, path) {
			return
		}
	}
	add(&g.kept, path)
}

// unlooked is nil for a folder that the server cannot look into either. One of the
// person's own it can: they have the same owner.
func unlooked(dir string) error {
	if info, err := os.Lstat(dir); err != nil || info.Mode()&fs.ModeSymlink != 0 || !mine(info) {
		return nil
	}
	return fault.New(fault.Refused, dir+" cannot be looked through for git repositories and definitions, which a server may not change",
		"let yourself read it again: chmod u+rwx "+dir, "or give a smaller folder")
}
