package gateway

import (
	"bytes"
	"io"
)

// lineReader gives the lines of a stream. One larger than maxMessage is passed over,
// and said to be.
type lineReader struct {
	in       io.Reader
	before   func() // each reading, where it may wait; nil: nothing
	buf      []byte
	from, to int // read and not given
	err      error
}

const (
	readSize = 64 << 10
	keepRoom = 1 << 20 // the largest buffer that is kept after a large line
)

// next gives the next line that is not blank, good until the call after it; large says
// that it was too large and is gone. A last line without its end is none: it may be half.
func (r *lineReader) next() (line []byte, large bool, err error) {
	seen := 0 // bytes after from that hold no line end
	for {
		if i := bytes.IndexByte(r.buf[r.from+seen:r.to], '\n'); i >= 0 {
			end := r.from + seen + i
			line, seen = bytes.Trim(r.buf[r.from:end], " \t\r"), 0
			r.from = end + 1
			if large || len(line) > maxMessage {
				return nil, true, nil
			}
			if len(line) > 0 {
				return line, false, nil
			}
			continue
		}
		if seen = r.to - r.from; seen > maxMessage {
			large, seen, r.from, r.to = true, 0, 0, 0
		}
		if r.err != nil {
			return nil, false, r.err
		}
		r.fill()
	}
}

// fill reads once more, into a buffer that holds at least as much again.
func (r *lineReader) fill() {
	switch held := r.to - r.from; {
	case held == 0 && (r.buf == nil || len(r.buf) > keepRoom):
		r.buf, r.from, r.to = make([]byte, readSize), 0, 0
	case held == 0:
		r.from, r.to = 0, 0
	case r.to == len(r.buf) && r.from > len(r.buf)/2:
		copy(r.buf, r.buf[r.from:r.to])
		r.from, r.to = 0, held
	case r.to == len(r.buf):
		bigger := make([]byte, 4*len(r.buf))
		copy(bigger, r.buf[r.from:r.to])
		r.buf, r.from, r.to = bigger, 0, held
	}
	if r.before != nil {
		r.before()
	}
	n, err := r.in.Read(r.buf[r.to:])
	r.to += n
	r.err = err
}
