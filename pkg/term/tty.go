package term

import (
	"context"
	"errors"
	"io"
	"os"
	"runtime"
	"strings"
	"time"

	"golang.org/x/term"

	"usher/pkg/fault"
)

// maxLine bounds an answer in bytes; the terminal's own lines end at 4096.
const maxLine = 8 << 10

// TTY is the controlling terminal, for questions to a person. It is opened
// anew, so that neither a pipe on stdin nor one on stdout can stand in for it.
// One question at a time; not for use by several goroutines.
type TTY struct {
	in, out *os.File
	lost    bool // a reader that could not be called back still waits for a line
}

// OpenTTY opens the controlling terminal. The error is a fault of kind
// NeedsPerson when there is none. It does not ask whether a person is there:
// LookAtPerson does.
func OpenTTY() (*TTY, error) {
	in, out, err := openTTY()
	if err != nil {
		e := fault.New(fault.NeedsPerson, "there is no terminal to ask at")
		e.Err = err
		return nil, e
	}
	return &TTY{in: in, out: out}, nil
}

// Close gives the terminal back.
func (t *TTY) Close() error {
	err := t.out.Close()
	if t.in != t.out {
		err = errors.Join(err, t.in.Close())
	}
	return err
}

// Write shows text as it is; foreign text goes through Card or clean first.
func (t *TTY) Write(p []byte) (int, error) { return t.out.Write(p) }

// Width is the terminal's columns; 80 where it does not say.
func (t *TTY) Width() int {
	w := 0
	_ = onFD(t.out, func(fd int) (err error) {
		w, _, err = term.GetSize(fd)
		return err
	})
	if w <= 0 {
		return fallbackWidth
	}
	return w
}

// Discard throws away what was typed before now and not yet read (SPEC Q8).
func (t *TTY) Discard() error {
	if err := onFD(t.in, flushInput); err != nil {
		return broken(err)
	}
	return nil
}

// read takes one line without its end. The end of input before a line end is
// io.EOF; ctx ends it as an interrupt.
func (t *TTY) read(ctx context.Context) (string, error) {
	if t.lost {
		return "", interrupted()
	}
	type answer struct {
		line string
		err  error
	}
	got := make(chan answer, 1)
	go func() {
		line, err := readLine(t.in)
		got <- answer{line, err}
	}()
	select {
	case a := <-got:
		if ctx.Err() != nil { // ctrl-C may end the read first
			return "", interrupted()
		}
		var said *fault.Error
		if a.err != nil && !errors.Is(a.err, io.EOF) && !errors.As(a.err, &said) {
			return "", broken(a.err)
		}
		return a.line, a.err
	case <-ctx.Done():
		if t.in.SetReadDeadline(time.Unix(1, 0)) == nil {
			<-got
			_ = t.in.SetReadDeadline(time.Time{})
		} else {
			t.lost = true
		}
		return "", interrupted()
	}
}

// readLine reads byte by byte, so that nothing after the line is taken. It also
// understands a terminal that another program left without its line editing,
// where Enter, ctrl-C and ctrl-D come as plain characters.
func readLine(r io.Reader) (string, error) {
	const ctrlC, ctrlD = 3, 4
	var line strings.Builder
	one := make([]byte, 1)
	for line.Len() <= maxLine {
		n, err := r.Read(one)
		switch {
		case n == 0 && err == nil:
			continue
		case n == 0:
			return "", err
		case one[0] == '\r' && runtime.GOOS == "windows": // a line ends in both there
			continue
		case one[0] == '\n', one[0] == '\r':
			return line.String(), nil
		case one[0] == ctrlC:
			return "", interrupted()
		case one[0] == ctrlD:
			return "", io.EOF
		}
		line.WriteByte(one[0])
	}
	return "", errors.New("line is too long")
}

func interrupted() error {
	return fault.New(fault.Interrupted, "interrupted: nothing was decided")
}

func unanswered() error {
	return fault.New(fault.Refused, "no answer was given: nothing was decided")
}

func broken(err error) error {
	e := fault.New(fault.Failed, "the terminal cannot be used: nothing was decided")
	e.Err = err
	return e
}
