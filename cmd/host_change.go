package cmd

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"slices"

	"usher/pkg/fault"
	"usher/pkg/safefile"
)

// hostPart is one file of an assistant's, and how usher is put into it and taken out.
// Both are bytes in and bytes out, keep what is not usher's, and give the same bytes
// where there is nothing to do.
type hostPart struct {
	path   string
	format string // JSON, TOML, YAML or text
	holds  []string
	script bool // a program: the file is usher's alone
	wire   func(old []byte) (next []byte, told []fault.Problem, err error)
	unwire func(old []byte) (next []byte, empty bool, err error) // empty: nothing of anybody's is left
	look   func(data []byte) []hostPresence
}

// connection is one assistant in one scope.
type connection struct {
	client, scope, project string
	store                  hostStore
	number                 int      // of this command among those that connected
	made                   []string // folders of usher's own that were made for it
}

// hostChange is what becomes, or became, of one file.
type hostChange struct {
	part   hostPart
	target hostTarget
	exists bool
	old    []byte
	next   []byte
	gone   bool // the file is removed: it is usher's alone
	exact  bool // next is what was there before usher
	record *hostRecord
	notes  []string
	told   []fault.Problem
}

func (c hostChange) changes() bool {
	return c.gone && c.exists || !c.gone && (!bytes.Equal(c.old, c.next) || !c.exists && len(c.next) > 0)
}

// look reads a file as it is now.
func (c connection) look(p hostPart) (hostChange, error) {
	t, err := targetOf(p.path, c.project)
	if err != nil {
		return hostChange{}, err
	}
	h := hostChange{part: p, target: t}
	if t.linked {
		h.notes = append(h.notes, p.path+" is a link, and stays one; what is written is "+t.file)
	}
	return h, h.read()
}

func (h *hostChange) read() error {
	data, err := safefile.ReadPlain(h.target.file, maxForeign)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	}
	h.old, h.next, h.exists = data, data, true
	return nil
}

// wired is the change that puts usher into a file.
func (c connection) wired(p hostPart) (hostChange, error) {
	h, err := c.look(p)
	if err != nil {
		return h, err
	}
	h.next, h.told, err = p.wire(h.old)
	return h, inHostFile(p.path, err)
}

// inHostFile names the file in an error that does not.
func inHostFile(path string, err error) error {
	var fe *fault.Error
	if err == nil || errors.As(err, &fe) {
		return err
	}
	return &fault.Error{Kind: fault.Refused, Message: path + ": " + err.Error(), Err: err}
}

// connect writes one file: what was there is kept and recorded first, so that a crash
// at any moment leaves what can be undone.
func (c connection) connect(ctx context.Context, h hostChange) error {
	if err := h.target.prepare(c.project); err != nil {
		return err
	}
	return c.update(ctx, h, func() error {
		r, err := c.before(ctx, h)
		if err != nil {
			return err
		}
		r.Client, r.Scope, r.Project, r.Number = c.client, c.scope, c.project, c.number
		r.Path, r.File = h.target.path, h.target.file
		return c.store.record(ctx, r, c.made)
	})
}

// before says what is put back when this file is undone. Where it was written already,
// that is still what it was at first, or, where others changed it since, what it is
// now without usher. What else of usher's an earlier command put there is recorded on.
func (c connection) before(ctx context.Context, h hostChange) (hostRecord, error) {
	r := hostRecord{Made: h.target.make, Holds: slices.Clip(h.part.holds), After: sumOf(h.next)}
	all, err := c.store.read()
	if err != nil {
		return r, err
	}
	old, exists := h.old, h.exists
	at := slices.IndexFunc(all.Files, func(f hostRecord) bool {
		return f.same(hostRecord{Client: c.client, Scope: c.scope, Project: c.project, File: h.target.file})
	})
	if at >= 0 {
		was := all.Files[at]
		r.Made = append(was.Made, r.Made...)
		for _, word := range was.Holds {
			if !slices.Contains(r.Holds, word) {
				r.Holds = append(r.Holds, word)
			}
		}
		if sum := sumOf(h.old); sum == was.After || sum == was.Before {
			r.Before = was.Before
			return r, nil
		}
		if len(r.Holds) > len(h.part.holds) {
			r.After = "" // what is kept still has the rest of usher's, so never is it put back as it is
		}
	}
	if exists {
		if clean, empty, err := h.part.unwire(old); err == nil {
			old, exists = clean, !empty || len(h.old) == len(clean)
		}
	}
	if exists {
		r.Before, err = c.store.keep(ctx, old)
	}
	return r, err
}

// update writes a change under the lock, if the file is still what was looked at.
// Before it is replaced, first is called.
func (c connection) update(ctx context.Context, h hostChange, first func() error) error {
	if err := safefile.Private(c.store.state); err != nil { // of its lock
		return err
	}
	change := safefile.Change{Path: h.target.file, Perm: c.perm(h), Max: maxForeign, Lock: c.store.lock("files")}
	return safefile.Update(ctx, change, func(now []byte, exists bool) ([]byte, error) {
		if exists != h.exists || !bytes.Equal(now, h.old) {
			return nil, fault.New(fault.Failed, h.target.file+" changed meanwhile; it is as it was", "run the command again")
		}
		if err := first(); err != nil {
			return nil, err
		}
		if !h.gone {
			return h.next, nil
		}
		return nil, os.Remove(h.target.file)
	})
}

func (c connection) perm(h hostChange) fs.FileMode {
	switch {
	case h.part.script && c.project != "":
		return 0o755
	case h.part.script:
		return 0o700
	case c.project != "":
		return 0o644
	}
	return 0o600
}
