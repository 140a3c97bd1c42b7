package client

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// maxLine is the longest message a server may send (SPEC 18).
const maxLine = 64 << 20

// errTooLong ends a server whose line is longer than maxLine.
var errTooLong = errors.New("line is too long")

// lines reads a server's output line by line in bounded memory: a long line is
// collected in pieces and joined once, so that it never stands there three times.
type lines struct {
	r     *bufio.Reader
	limit int
	owned bool // the last line is good for ever
}

func newLines(r io.Reader, limit int) *lines {
	return &lines{r: bufio.NewReaderSize(r, 64<<10), limit: limit}
}

// next is the next line without its line end, good until the call after it. What
// stands after the last line end when the output ends is no line: a server that
// died in the middle of an answer has not answered.
func (l *lines) next() ([]byte, error) {
	var pieces [][]byte
	l.owned = false
	size := 0
	for {
		part, err := l.r.ReadSlice('\n')
		if size += len(part); size > l.limit {
			return nil, errTooLong
		}
		switch {
		case err == nil && pieces == nil:
			return bytes.TrimRight(part, "\r\n"), nil
		case err == nil:
			l.owned = true
			return bytes.TrimRight(bytes.Join(append(pieces, part), nil), "\r\n"), nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		}
		pieces = append(pieces, bytes.Clone(part))
	}
}
