package cmd

import (
	"errors"
	"io/fs"
	"path/filepath"

	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/hooks"
	"usher/pkg/trust"
)

// shown is a project folder as the trust commands look at it: as it is now, what
// a person decided, and what it would bring.
type shown struct {
	ground
	folder trust.Folder
	state  trust.State
}

// folder finds the project folder of a trust command: the one named, else the
// nearest at or above the working directory that holds definitions (SPEC L5).
func (a *app) folder(args []string) (shown, error) {
	if len(args) > 0 {
		if a.flags.project != "" {
			return shown{}, fault.New(fault.Usage, "name the folder once: as a word or with --project", "usher trust show --help")
		}
		a.flags.project = args[0]
	}
	g, err := a.ground()
	if err != nil {
		return shown{}, err
	}
	path := g.at.Project
	if path == "" && !a.flags.noProject {
		path = trust.FindLayout(g.at.WorkDir, a.Getenv("HOME"))
	}
	if path == "" {
		path = trust.Find(g.at.WorkDir, a.Getenv("HOME"), g.Ledger.Decided)
	}
	if path == "" || a.flags.noProject {
		return shown{}, fault.New(fault.Failed, "there is no project folder with definitions here or above",
			"name one: usher trust show DIR")
	}
	return a.shownAt(g, path), nil
}

// shownAt reads a folder as it is now and takes it for the project folder.
func (a *app) shownAt(g ground, path string) shown {
	s := shown{ground: g}
	s.folder = trust.ReadFolder(path, effective.Refs)
	s.state = s.Ledger.FolderState(s.folder)
	return s
}

// brings are the folder's servers and hooks as they would count once it is
// trusted, whatever it is now.
func (s shown) brings() *effective.Set {
	as := effective.Project{Folder: s.folder, State: trust.Trusted}
	return s.With(as)
}

// copied is what the folder held when it was trusted; false where none is kept.
func (s shown) copied() (trust.Folder, bool, error) {
	d, ok := s.Ledger.FolderDecision(s.folder.Path)
	if !ok {
		return trust.Folder{}, false, nil
	}
	old, err := trust.ReadCopy(s.at.State, s.folder.Path, d.Digest)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return trust.Folder{}, false, nil
	case err != nil:
		return trust.Folder{}, false, err
	}
	return old, true, nil
}

// projectServers are the servers of a set that a project brings.
func projectServers(set *effective.Set) []effective.Server {
	var out []effective.Server
	for _, sv := range set.Servers {
		if sv.Layer == trust.Project {
			out = append(out, sv)
		}
	}
	return out
}

func projectHooks(set *effective.Set) []hooks.Hook {
	var out []hooks.Hook
	for _, h := range set.Hooks {
		if h.Layer == trust.Project {
			out = append(out, h)
		}
	}
	return out
}

// ofFolder keeps the problems about files of the folder.
func (s shown) ofFolder(ps []fault.Problem) []fault.Problem {
	out := []fault.Problem{}
	for _, p := range ps {
		if rel, err := filepath.Rel(s.folder.Path, p.File); err == nil && filepath.IsLocal(rel) {
			out = append(out, p)
		}
	}
	return out
}

// unreadable is the error for a folder that cannot be read.
func (s shown) unreadable() error {
	if s.state != trust.Unreadable {
		return nil
	}
	if s.folder.Err != nil {
		return s.folder.Err
	}
	return fault.New(fault.Failed, "the folder "+s.folder.Path+" cannot be read")
}
