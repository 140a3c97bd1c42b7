package cmd

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"

	"usher/cmd/rungate"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/gatetest"
	"usher/pkg/hosts"
	"usher/pkg/places"
	"usher/pkg/proc"
	"usher/pkg/safefile"
	"usher/pkg/trust"
)

type call = hosts.Call

// read reads one table; what is wrong with it are problems, and it has no cases.
func (o *gateTestOptions) read(ctx context.Context, path string) (gatetest.File, []fault.Problem, error) {
	src := gatetest.Source{Path: path, Open: func(name string) ([]byte, error) { return safefile.ReadPlain(name, trust.MaxFile) }}
	if path == "-" {
		data, err := readInput(ctx, o.Stdin, trust.MaxFile, "the table")
		if err != nil {
			return gatetest.File{}, nil, err
		}
		src.Path, src.Dir = "stdin", o.WorkDir
		f, ps := gatetest.Parse(data, src)
		return f, ps, nil
	}
	full := path
	if !filepath.IsAbs(full) {
		full = filepath.Join(o.WorkDir, path)
	}
	src.Dir = filepath.Dir(full)
	data, err := safefile.ReadPlain(full, trust.MaxFile)
	switch p, whole := fileProblem(path, err); {
	case err == nil:
	case whole:
		return gatetest.File{Path: path}, []fault.Problem{p}, nil
	case errors.Is(err, fs.ErrNotExist):
		return gatetest.File{Path: path}, []fault.Problem{{File: path, Rule: "gate-test/no-file", Message: "there is no such file",
			Hint: "relative paths start at " + o.WorkDir}}, nil
	default:
		return gatetest.File{Path: path}, []fault.Problem{{File: path, Rule: "gate-test/no-file", Message: err.Error()}}, nil
	}
	f, ps := gatetest.Parse(data, src)
	return f, ps, nil
}

// table is one file under test.
type table struct {
	*gateTestOptions
	gatetest.File
	reaper *proc.Reaper
	stood  map[string]*stood // by the project folder that a call names
}

// stood is the world of the table with one project folder.
type stood struct {
	s        *engine.Standing
	at       places.Places
	problems []fault.Problem
}

func (t *table) request(c call) engine.Request { return rungate.Request(c) }

// stand is what holds for a call, which may name its own project folder.
func (t *table) stand(c call) (*engine.Standing, []fault.Problem) {
	in := t.where()
	switch {
	case t.Given.Project != "":
		in.Project, in.NoProject = t.Given.Project, false
	case t.Given.NoProject:
		in.Project, in.NoProject = "", true
	}
	if err := rungate.Rooted(&in, c); err != nil {
		return nil, t.unplaced(err)
	}
	named := in.Project + "\x00" + in.Root
	w := t.stood[named]
	if w == nil {
		w = t.make(in)
		t.stood[named] = w
	}
	return w.s, w.problems
}

func (t *table) make(in places.Input) *stood {
	at, err := places.Find(in)
	nowhere := false
	if err != nil && t.Complete(in.Project != "" || !in.NoProject && in.Getenv("USHER_PROJECT") != "") {
		// Nothing of the person's is read, so it need not be anywhere.
		in.Home, in.State, nowhere = t.Dir, t.Dir, true
		at, err = places.Find(in)
	}
	if err != nil {
		return &stood{problems: t.unplaced(err)}
	}
	d := rungate.Dirs(in, at)
	if nowhere {
		d.Home, d.State = "", ""
	}
	w := &stood{at: at}
	w.s, w.problems = t.Stand(d, rungate.Resolver(at, in.Getenv), rungate.RealDir)
	if w.at, err = rungate.With(in, at, w.s); err != nil {
		w.problems = append(w.problems, t.unplaced(err)...)
	}
	return w
}

// unplaced is a table that rests on places which cannot be found.
func (t *table) unplaced(err error) []fault.Problem {
	ps := problemsOf(err, "gate-test/places")
	ps[0].File = t.Path
	if !t.Complete(false) {
		ps[0].Hint = `or give all of "mcp", "hooks", "policy", "approved", "grants" and, with a project, "trusted"; ` + ps[0].Hint
	}
	return ps
}

// fire runs hooks as run-gate does. Hooks of the table start in its folder.
func (t *table) fire(s *engine.Standing, c call) engine.Fire {
	at := t.stoodFor(s).at
	if t.Given.Hooks != nil {
		at.Home = t.Dir
	}
	return rungate.Runner(rungate.Env{Environ: t.Environ, Self: t.Self}, at, s.TrustedProject(), c.ConversationID, t.reaper.Run).Fire
}

func (t *table) stoodFor(s *engine.Standing) *stood {
	for _, w := range t.stood {
		if w.s == s {
			return w
		}
	}
	return &stood{}
}
