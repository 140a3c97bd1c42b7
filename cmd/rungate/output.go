package rungate

import (
	"io"
	"os"
	"time"
)

// writeWait bounds one write: a reader that stopped reading must not hold the
// answer back for ever.
const writeWait = 5 * time.Second

type stuck struct{}

func (stuck) Error() string { return "nobody reads" }

// hand writes data whole, within writeWait.
func hand(w io.Writer, data []byte) error {
	if len(data) == 0 {
		return nil
	}
	if f, ok := w.(*os.File); ok {
		switch look(f, len(data)) {
		case missing:
			return os.ErrClosed
		case roomy:
			_, err := f.Write(data)
			return err
		case unsure:
		}
	}
	done := make(chan error, 1)
	go func() {
		defer func() {
			if recover() != nil {
				done <- stuck{}
			}
		}()
		_, err := w.Write(data)
		done <- err
	}()
	t := time.NewTimer(writeWait)
	defer t.Stop()
	select {
	case err := <-done:
		return err
	case <-t.C:
		return stuck{}
	}
}

// outlet is what a stream promises before it is written to.
type outlet uint8

const (
	unsure  outlet = iota // a write may wait for a reader
	missing               // nobody will ever read it
	roomy                 // it takes the answer at once
)

// Closed reports a stream that was closed when the program started, so that whatever
// is written to it reaches nobody; false where the platform cannot tell.
func Closed(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && look(f, 0) == missing
}
