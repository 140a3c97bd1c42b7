package cmd

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"usher/pkg/fault"
	"usher/pkg/safefile"
	"usher/pkg/trust"
)

// textPlace is where a text of one's own, or of a named project, is written.
type textPlace struct {
	file    string // absolute
	base    string // the layer's folder, which may be reached through a link
	project string // "" for your own, or the machine's
	machine bool   // the machine's
}

// textAt is the place of a text by its path below the layer's folder. In a project
// that is usher's own layout.
func (a *app) textAt(g ground, inProject bool, path ...string) (textPlace, error) {
	if !inProject {
		return textPlace{file: filepath.Join(append([]string{g.at.Home}, path...)...), base: g.at.Home, machine: g.machine}, nil
	}
	if g.at.Project == "" {
		return textPlace{}, fault.New(fault.Usage, "--project and --no-project say opposite things", "name the folder alone: --project DIR")
	}
	return textPlace{file: filepath.Join(append([]string{g.at.Project, ".usher"}, path...)...), base: g.at.Project, project: g.at.Project}, nil
}

// dir is the folder that holds it; below is another file of the same project.
func (p textPlace) dir() string { return filepath.Dir(p.file) }

func (p textPlace) below(path string) string {
	return filepath.Join(p.project, filepath.FromSlash(path))
}

// write makes a new file there, and the folders above it. One that exists is not
// touched: again says what to do instead. Nothing is written through a link: what
// stands behind one is not read again, and in a project is somebody else's to lay.
func (p textPlace) write(ctx context.Context, g ground, text string, again ...string) error {
	if err := g.lockDir(); err != nil {
		return err
	}
	if err := p.unlinked(p.dir()); err != nil {
		return err
	}
	if err := g.prepare(p.dir()); err != nil {
		return err
	}
	change := safefile.Change{Path: p.file, Perm: g.mode(false), Max: trust.MaxFile, Lock: g.lockIn("texts-new.lock")}
	return g.change(ctx, change, func(_ []byte, exists bool) ([]byte, error) {
		if exists {
			return nil, fault.New(fault.Failed, p.file+" exists already and is not overwritten", again...)
		}
		return []byte(text), nil
	})
}

// unlinked refuses a folder below the layer's that is reached through a link, as far
// as it exists.
func (p textPlace) unlinked(dir string) error {
	for at := dir; at != p.base && at != filepath.Dir(at); at = filepath.Dir(at) {
		info, err := os.Lstat(at)
		switch {
		case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR): // what is above it is looked at next
			continue
		case err != nil:
			return &fault.Error{Message: err.Error(), Err: err}
		case !info.IsDir():
			return fault.New(fault.Refused, at+" is a link, or no folder, and nothing is written through it", "make it a folder of its own")
		}
	}
	return nil
}

// changes says what writing into a project does to its trust; nil for one's own.
func (a *app) changes(p textPlace) []string {
	if p.project == "" {
		return []string{}
	}
	return []string{"the folder counts as changed until you trust it again: " + a.trustLine("grant", p.project)}
}
