package client

import (
	"bytes"
	"errors"
	"io"
)

const (
	maxLine = 64 << 20 // the longest message a server may send (SPEC 18)

	lineRoom = 16 << 10 // what a server that says little costs
	longLine = 32 << 10 // a line past it may be kept with the room it was read into
	keptRoom = 1 << 20  // past it a room is let go when its lines have been read
	idleRead = 100      // reads in a row that bring nothing end the output
)

// errTooLong ends a server whose line is longer than maxLine.
var errTooLong = errors.New("line is too long")

// lines reads a server's output line by line in bounded memory. A long line can be kept
// with the room that it was read into, so that it is copied only where the room was too
// small; how long the last one was says how much room the next may need. As long as the
// lines are long and nobody keeps them the room is used again.
type lines struct {
	r     io.Reader
	idle  func() // called before each reading; nil: nothing is
	limit int
	large bool // the last line is long
	given bool // and somebody keeps it

	room     []byte
	from, to int // of room: what was read and is no line yet
	looked   int // before here stands no line end
	long     int // bytes of the last long line
	err      error
}

func newLines(r io.Reader, limit int) *lines { return &lines{r: r, limit: limit} }

// keep reports that the last line is good for ever from now on, not until the next call.
func (l *lines) keep() bool {
	l.given = l.large
	return l.given
}

// next is the next line without its line end, good until the call after it, or for
// ever where keep said so. What stands after the last line end when the output ends
// is no line: a server that died in the middle of an answer has not answered.
func (l *lines) next() ([]byte, error) {
	if l.given { // the room went with the line; what came after it is ours
		rest := l.room[l.from:l.to]
		l.room = make([]byte, max(lineRoom, len(rest)))
		l.from, l.to, l.looked, l.given = 0, copy(l.room, rest), 0, false
	}
	for {
		if i := bytes.IndexByte(l.room[l.looked:l.to], '\n'); i >= 0 {
			return l.line(l.looked + i)
		}
		l.looked = l.to
		switch {
		case l.to-l.from > l.limit:
			return nil, errTooLong
		case l.err != nil:
			return nil, l.err
		}
		l.fill()
	}
}

func (l *lines) line(end int) ([]byte, error) {
	if end+1-l.from > l.limit {
		return nil, errTooLong
	}
	out := l.room[l.from:end:end]
	l.from, l.looked = end+1, end+1
	if l.large = len(out) > longLine; l.large {
		l.long = len(out)
	}
	return bytes.TrimRight(out, "\r\n"), nil
}

// fill reads once, after making room: what is there moves to the front, or into a
// larger room.
func (l *lines) fill() {
	have := l.to - l.from
	switch {
	case have == 0:
		l.from, l.to, l.looked = 0, 0, 0
		if size := len(l.room); size == 0 || size > lineRoom && !l.large || size > keptRoom+lineRoom {
			l.room = make([]byte, lineRoom)
		}
	case l.to < len(l.room):
	default:
		size := len(l.room)
		if l.from < size/2 {
			size = max(min(2*size, l.limit+lineRoom), min(l.long, l.limit)+lineRoom)
		}
		room := l.room
		if size > len(room) {
			room = make([]byte, size)
		}
		l.to = copy(room, l.room[l.from:l.to])
		l.room, l.from, l.looked = room, 0, have
	}
	if l.idle != nil {
		l.idle()
	}
	for range idleRead {
		n, err := l.r.Read(l.room[l.to:])
		l.to, l.err = l.to+n, err
		if n > 0 || err != nil {
			return
		}
	}
	l.err = io.ErrNoProgress
}
