package cmd

import (
	"bytes"
	"context"
	"os"
)

// undone is the change that takes usher out of a file again: the very bytes that were
// there, where nobody has changed the file since, else usher's parts alone.
func (c connection) undone(p hostPart, r *hostRecord) (hostChange, error) {
	if r == nil {
		return c.without(p)
	}
	h := hostChange{part: p, target: hostTarget{path: r.Path, file: r.File, linked: r.Path != r.File}, record: r}
	if err := h.read(); err != nil {
		return h, err
	}
	switch sum := sumOf(h.old); {
	case !h.exists:
		h.notes = append(h.notes, r.File+" is not there any more")
		return h, nil
	case sum == r.Before && r.After != "":
		return h, nil
	case sum != r.After:
		h.notes = append(h.notes, r.File+" was changed since usher wrote it, so what is not usher's stays as it is now")
		return c.edited(h)
	case r.Before == "":
		h.next, h.gone, h.exact = nil, true, true
		return h, nil
	}
	before, ok := c.store.kept(r.Before)
	if !ok {
		h.notes = append(h.notes, "what "+r.File+" was before is not kept any more, so usher's parts are taken out")
		return c.edited(h)
	}
	h.next, h.exact = before, true
	return h, nil
}

// without is the same for a file that no record speaks of.
func (c connection) without(p hostPart) (hostChange, error) {
	h, err := c.look(p)
	if err != nil || !h.exists || !bytes.Contains(h.old, []byte("usher")) {
		return h, err
	}
	return c.edited(h)
}

func (c connection) edited(h hostChange) (hostChange, error) {
	next, empty, err := h.part.unwire(h.old)
	if err != nil {
		return h, inHostFile(h.target.path, err)
	}
	h.next = next
	if bytes.Contains(next, []byte("usher-gate")) && len(h.byHand()) == 0 {
		h.notes = append(h.notes, h.target.path+" still names usher-gate, in a form that usher does not write, which stays as it is: look at it")
	}
	mine := h.part.script || h.part.format == "plugin" || h.record != nil && h.record.Before == ""
	h.gone = empty && mine && len(next) < len(h.old)
	return h, nil
}

// disconnect writes one file, and drops its record.
func (c connection) disconnect(ctx context.Context, h hostChange) error {
	if h.changes() {
		if err := c.update(ctx, h, func() error { return nil }); err != nil {
			return err
		}
	}
	if h.record == nil {
		return nil
	}
	if h.gone || !h.exists {
		h.record.unmake()
	}
	return c.store.forget(ctx, *h.record)
}

// unmake removes the folders that were made for a file, as far as they are empty.
func (r hostRecord) unmake() {
	for i := len(r.Made) - 1; i >= 0; i-- {
		if os.Remove(r.Made[i]) != nil {
			return
		}
	}
}
