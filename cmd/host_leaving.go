package cmd

import (
	"context"
	"path/filepath"
	"runtime"
	"slices"

	"usher/pkg/fault"
	"usher/pkg/hosts/files"
	"usher/pkg/output"
)

// leaving takes usher out of assistants.
type leaving struct {
	*hostBench
	everything  bool // every trace, the records too
	dryRun, yes bool
	steps       []leavingStep
}

// leavingStep is one file.
type leavingStep struct {
	conn   connection
	part   hostPart
	record *hostRecord
	change hostChange
	failed error // of one assistant among all of them
}

// gather finds the files of an assistant: the recorded ones, and the person's own, or
// the project's, where the usual form stands without a record.
func (l *leaving) gather(h hostApp, scope string) error {
	all, err := l.conn.store.read()
	if err != nil {
		return err
	}
	for i := range all.Files {
		if r := &all.Files[i]; r.of(h.name, scope, l.conn.project) {
			l.take(h, r)
		}
	}
	terms, _ := l.terms(l.g) // only what stands in the files counts here
	for _, p := range l.site.parts(h, terms, true, true) {
		c := l.conn
		c.client = h.name
		known := slices.ContainsFunc(l.steps, func(s leavingStep) bool { return s.part.path == p.path && s.conn.client == h.name })
		if !known && exists(p.path) {
			l.steps = append(l.steps, leavingStep{conn: c, part: p})
		}
	}
	return nil
}

// last finds the files of the last command that connected.
func (l *leaving) last(client, scope string) error {
	all, err := l.conn.store.read()
	if err != nil {
		return err
	}
	number := 0
	for _, r := range all.Files {
		if r.of(client, scope, l.conn.project) {
			number = max(number, r.Number)
		}
	}
	if number == 0 {
		return fault.New(fault.Refused, "there is nothing to take back: no connection is recorded in "+l.g.at.State,
			"what stands where: "+l.again("usher host list"), "to take out what was written by hand: "+l.again("usher host disconnect NAME"))
	}
	for i := range all.Files {
		if r := &all.Files[i]; r.Number == number && r.of(client, scope, l.conn.project) {
			h, err := findHost(r.Client)
			if err != nil {
				return err
			}
			l.take(h, r)
		}
	}
	return nil
}

func (l *leaving) take(h hostApp, r *hostRecord) {
	c := connection{client: r.Client, scope: r.Scope, project: r.Project, store: l.conn.store}
	l.steps = append(l.steps, leavingStep{conn: c, part: l.recorded(h, r), record: r})
}

// recorded is the part of a file that a record speaks of, whatever is connected today.
func (l *leaving) recorded(h hostApp, r *hostRecord) hostPart {
	site := hostSite{app: l.app, home: l.site.home, project: r.Project}
	terms, _ := l.terms(l.g)
	var out *hostPart
	add := func(p hostPart) {
		if out != nil {
			p = out.joined(p)
		}
		out = &p
	}
	for _, what := range r.Holds {
		switch what {
		case holdsHooks:
			known := false
			for _, f := range site.allHookFiles(h) {
				if site.hookPath(f) == r.Path {
					add(site.hooksPart(h, f, terms))
					known = true
				}
			}
			if !known && h.guards {
				add(site.hooksPart(h, h.hooks.At(runtime.GOOS, r.Path), terms))
			}
		case holdsGateway:
			add(site.gatewayPart(h, r.Path, terms))
		default:
			add(site.namedPart(h, r.Path, what))
		}
	}
	if out == nil {
		out = &hostPart{unwire: func(old []byte) ([]byte, bool, error) { return old, false, nil }, look: func([]byte) []hostPresence { return nil }}
	}
	out.path, out.format, out.holds = r.Path, formatOf(r.Path), r.Holds
	return *out
}

func (s hostSite) allHookFiles(h hostApp) []files.HookFile {
	if !h.guards {
		return nil
	}
	all := h.hooks.Files(runtime.GOOS, s.home, s.Getenv)
	return append(all.User[:len(all.User):len(all.User)], all.Project...)
}

// namedPart is an entry of a server that was exported.
func (s hostSite) namedPart(h hostApp, path, name string) hostPart {
	return hostPart{
		path: path, holds: []string{name},
		wire: func(old []byte) ([]byte, []fault.Problem, error) { return old, nil, nil },
		unwire: func(old []byte) ([]byte, bool, error) {
			next, had, err := h.info.Take(path, old, name)
			if err != nil || !had {
				return old, false, err
			}
			return next, files.Bare(next), nil
		},
		look: func([]byte) []hostPresence { return nil },
	}
}

// finish shows what becomes of the files, takes a person's yes or --yes, and writes.
func (l *leaving) finish(ctx context.Context) (output.View, error) {
	slices.SortStableFunc(l.steps, func(a, b leavingStep) int { return b.number() - a.number() })
	for i := range l.steps {
		if err := l.plan(&l.steps[i]); err != nil && !l.everything {
			return nil, err
		}
	}
	switch {
	case l.dryRun:
		return l.leave(), l.unfinished()
	case !l.anything():
		return l.end()
	}
	if err := l.noAssistant(l.line); err != nil {
		return nil, err
	}
	if !l.yes {
		if err := l.ask(ctx, l.leave(), "Take usher out?"); err != nil {
			return l.shownBefore(l.leave(), err)
		}
	}
	for i := range l.steps {
		s := &l.steps[i]
		err := l.plan(s) // another one may have changed the same file
		if err == nil {
			err = s.conn.disconnect(ctx, s.change)
		}
		s.failed = err
		if err != nil && !l.everything {
			var done []string
			for _, s := range l.steps[:i] {
				done = append(done, s.change.target.path)
			}
			return nil, l.wrote(done, err)
		}
	}
	l.written = true
	return l.end()
}

// end removes what is kept about connections once nothing of usher's is left anywhere.
func (l *leaving) end() (output.View, error) {
	if err := l.unfinished(); err != nil {
		return l.leave(), err
	}
	if l.everything {
		return l.leave(), l.conn.store.clear()
	}
	return l.leave(), nil
}

// unfinished names the files that usher could not be taken out of.
func (l *leaving) unfinished() error {
	e := fault.New(fault.Failed, "usher could not be taken out of every file", "mend what is named here, then repeat the command")
	for _, s := range l.steps {
		if s.failed != nil {
			e.Problems = append(e.Problems, fault.Problem{File: s.part.path, Rule: "host/left", Entry: s.conn.client, Message: s.failed.Error()})
		}
	}
	if len(e.Problems) == 0 {
		return nil
	}
	return e
}

func (s leavingStep) number() int {
	if s.record == nil {
		return 0
	}
	return s.record.Number
}

// plan is what becomes of one file now.
func (l *leaving) plan(s *leavingStep) error {
	c, err := s.conn.undone(s.part, s.record)
	s.failed = err
	if err != nil {
		return err
	}
	if s.record != nil && l.shared(*s) {
		c.next, c.gone, c.exact = c.old, false, false
		c.notes = []string{filepath.Clean(s.record.File) + " stays as it is: usher is in it for another assistant too"}
	}
	s.change = c
	return nil
}

// shared reports a file that is recorded for another connection that stays.
func (l *leaving) shared(s leavingStep) bool {
	all, err := l.conn.store.read()
	return err == nil && slices.ContainsFunc(all.Files, func(r hostRecord) bool {
		leaves := slices.ContainsFunc(l.steps, func(o leavingStep) bool { return o.record != nil && o.record.same(r) })
		return r.File == s.record.File && !leaves
	})
}

func (l *leaving) anything() bool {
	return slices.ContainsFunc(l.steps, func(s leavingStep) bool {
		return s.failed == nil && (s.record != nil || s.change.changes())
	})
}
