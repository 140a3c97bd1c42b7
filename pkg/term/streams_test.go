package term

import (
	"bytes"
	"os"
	"testing"
)

// Z1: buffers, files, pipes and the null device are no terminals and have no
// width; what was given is what is used.
func TestOnlyTerminalsAreTerminals(t *testing.T) {
	file, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _, _ = r.Close(), w.Close() }()
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = null.Close() }()
	var none *os.File
	for i, out := range []interface{ Write([]byte) (int, error) }{&bytes.Buffer{}, file, w, null, none, nil} {
		s := Open(null, out, out)
		if s.OutTTY || s.ErrTTY || s.Width != 0 || IsTerminal(out) {
			t.Errorf("%d: %+v", i, s)
		}
		if s.In != null || s.Out != out || s.Err != out {
			t.Errorf("%d: other streams came back", i)
		}
	}
}
