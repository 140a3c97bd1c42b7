package cmd

import (
	"context"
	"path/filepath"
	"slices"

	"usher/pkg/fault"
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
