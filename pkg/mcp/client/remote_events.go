package client

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"
)

const (
	maxEventID  = 1 << 10 // bytes of an event's number that are sent back
	minReopen   = time.Second
	maxReopen   = 30 * time.Second
	maxRetryLen = 9 // digits of milliseconds: anything longer is ignored
)

// errAnswered ends the reading of a stream that has served its purpose.
var errAnswered = errors.New("answered")

// cursor is where a stream can be taken up again.
type cursor struct {
	id    string        // of the last event
	retry time.Duration // what the server asked for; zero: nothing
}

// wait is how long to wait before a stream is taken up again: what the server
// asks for, but neither less than a second nor more than half a minute.
func (c cursor) wait() time.Duration { return min(max(c.retry, minReopen), maxReopen) }

// events reads an event stream to its end in bounded memory: an event's data has
// at most limit bytes. take gets the data of each message and ends the reading
// with an error. What follows the last line end counts as a line, so that a last
// event needs no blank one after it.
func events(body io.Reader, limit int, at *cursor, take func(data []byte) error) error {
	in := newLines(io.MultiReader(body, strings.NewReader("\n\n")), limit+len("data: \r\n"))
	var e event
	for first := true; ; first = false {
		line, err := in.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if first {
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		if len(line) > 0 {
			e.field(line, at)
			if len(e.data) > limit {
				return errTooLong
			}
			continue
		}
		if e.hasID {
			at.id = e.id
		}
		if len(bytes.TrimSpace(e.data)) > 0 && (e.kind == "" || e.kind == "message") {
			if err := take(e.data[:len(e.data)-1]); err != nil {
				return err
			}
		}
		e = event{}
	}
}

type event struct {
	kind  string
	data  []byte // each line with a line end
	id    string
	hasID bool
}

// field takes one line; comments and fields nobody knows are nothing.
func (e *event) field(line []byte, at *cursor) {
	name, value, _ := bytes.Cut(line, []byte(":"))
	value = bytes.TrimPrefix(value, []byte(" "))
	switch string(name) {
	case "event":
		e.kind = string(value[:min(len(value), 64)])
	case "data":
		e.data = append(append(e.data, value...), '\n')
	case "id":
		if len(value) <= maxEventID && visible(value) {
			e.id, e.hasID = string(value), true
		}
	case "retry":
		if ms, err := strconv.ParseUint(string(value), 10, 32); err == nil && len(value) <= maxRetryLen {
			at.retry = time.Duration(ms) * time.Millisecond
		}
	}
}

// visible reports what may stand in a header.
func visible(b []byte) bool {
	for _, c := range b {
		if c <= ' ' || c > '~' {
			return false
		}
	}
	return true
}
