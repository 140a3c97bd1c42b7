package cmd

import (
	"path/filepath"

	"usher/cmd/rungate"
	"usher/pkg/effective"
	"usher/pkg/engine"
	"usher/pkg/places"
	"usher/pkg/trust"
)

// watching gathers what a reading of ground rests on.
type watching struct {
	app  *app
	dirs engine.Dirs
	seen trust.Watched
}

// through stands between a reading and its look-ups, and takes down what they look at.
func (w *watching) through(d engine.Dirs, resolve effective.Resolve, real effective.RealDir) (engine.Dirs, effective.Resolve, effective.RealDir) {
	if file := d.Look.File; file != nil {
		d.Look.File = func(path string) (string, bool) {
			w.seen.Way(path)
			return file(path)
		}
	}
	w.dirs = d
	return d, func(command, dir, outside string) effective.Program {
			p := resolve(command, dir, outside)
			w.program(command, dir, p)
			return p
		}, func(dir string) (string, string) {
			w.seen.Way(dir)
			return real(dir)
		}
}

// program is where a command was looked for, up to where it was found.
func (w *watching) program(command, dir string, p effective.Program) {
	if filepath.Base(command) != command {
		if !filepath.IsAbs(command) {
			command = dir + string(filepath.Separator) + command
		}
		w.seen.File(command)
	} else {
		for _, entry := range filepath.SplitList(w.app.Getenv("PATH")) {
			if !filepath.IsAbs(entry) {
				continue
			}
			at := filepath.Join(entry, command)
			w.seen.File(at)
			if at == p.Path {
				break
			}
		}
	}
	for _, path := range []string{p.Path, p.Real} {
		if path != "" {
			w.seen.File(path)
		}
	}
}

// paths are all that was gathered; nil where it cannot be told what a reading rests on.
func (w *watching) paths(g ground) map[string]bool {
	told := g.Watched(w.dirs, &w.seen)
	w.seen.Way(g.at.Data)
	w.seen.Layout(w.dirs.WorkDir, w.dirs.UserHome) // where PATH and the environment may not lead (SPEC Q4, C3)
	list, ok := w.seen.List()
	if !ok || !told {
		return nil
	}
	out := make(map[string]bool, len(list))
	for _, x := range list {
		out[x.Path] = x.Place
	}
	return out
}

// groundThrough is ground with something that stands between the reading and its
// look-ups.
func (a *app) groundThrough(through func(engine.Dirs, effective.Resolve, effective.RealDir) (engine.Dirs, effective.Resolve, effective.RealDir)) (ground, error) {
	in := a.where()
	at, err := places.Find(in)
	if err != nil {
		return ground{}, err
	}
	s := engine.Read(through(rungate.Dirs(in, at), rungate.Resolver(at, a.Getenv), rungate.RealDir))
	named := at.Project != "" || a.flags.noProject
	if at, err = rungate.With(in, at, s); err != nil {
		return ground{}, err
	}
	return ground{Standing: s, at: at, named: named, apart: places.Apart(in, at), userHome: places.UserHome(a.Getenv)}, nil
}
