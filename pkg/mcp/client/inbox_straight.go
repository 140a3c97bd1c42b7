package client

import "bytes"

// wants reports that a notification nobody looks at otherwise is waited for.
func (in *inbox) wants(line []byte) bool {
	return in.notices.wanted() || bytes.Contains(line, []byte(progressTold))
}

// straight takes, without building anything of it, what is passed on as it came. What
// is not sound in every way is left to the slower reading, which says what is wrong.
func (in *inbox) straight(line []byte) bool {
	e, ok := in.reading.read(line)
	switch {
	case !ok:
		return false
	case e.method != "" && e.id == nil:
		in.notice(e.method, e.params)
		return true
	case e.result == nil:
		return false
	}
	id, ok := number(string(e.id))
	method, _, waits := in.calls.waiting(id)
	if !ok || !waits || !in.calls.forwards(id) {
		return false
	}
	if e.asksBack {
		in.settle(id, nil, in.words.asking(method))
		return true
	}
	return in.calls.passOn(id, e.result, in.lines.keep)
}

// notice takes a notification: progress for whom it belongs to, a changed tool list,
// and what is passed on.
func (in *inbox) notice(method string, params []byte) {
	full := false
	switch method {
	case listChanged:
		in.changed()
	case progressTold:
		_, full = in.calls.progress(params)
	default:
		full = in.notices.add(method, params)
	}
	in.count(func(c *Counts) {
		if c.Notices++; full {
			c.Dropped++
		}
	})
}
