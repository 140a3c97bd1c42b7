package client

import (
	"io"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"usher/pkg/clean"
)

// maxStderr bytes of a server's stderr are kept (SPEC 18).
const maxStderr = 16 << 10

// tail drains a server's stderr, so that it never blocks, and keeps its end.
type tail struct {
	words
	longest int           // of the secrets
	done    chan struct{} // stderr ended

	mu   sync.Mutex
	kept []byte
	cut  bool // something stood before kept
}

func newTail(r io.Reader, w words) *tail {
	t := &tail{words: w, done: make(chan struct{})}
	for _, s := range w.secrets {
		t.longest = max(t.longest, len(s.Reveal()))
	}
	go t.drain(r)
	return t
}

func (t *tail) drain(r io.Reader) {
	defer close(t.done)
	buf := make([]byte, 32<<10)
	for {
		n, err := r.Read(buf)
		t.add(buf[:n])
		if err != nil {
			return
		}
	}
}

// add keeps as much more than maxStderr as a secret is long: one that stands
// across the cut must still be found.
func (t *tail) add(b []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, b...)
	if over := len(t.kept) - maxStderr - t.longest; over > 0 {
		t.cut = true
		t.kept = append(t.kept[:0], t.kept[over:]...)
	}
}

// text is the end of stderr, secrets covered and cleaned.
func (t *tail) text() string { return clean.Text(t.covered()) }

func (t *tail) covered() string {
	t.mu.Lock()
	kept, cut := string(t.kept), t.cut
	t.mu.Unlock()
	if cut {
		kept = t.withoutRest(kept)
	}
	kept = t.cover.Mask(kept)
	if over := len(kept) - maxStderr; over > 0 {
		kept = strings.TrimLeftFunc(kept[over:], func(r rune) bool { return r == utf8.RuneError })
	}
	return kept
}

// withoutRest takes off the front what may be the rest of a secret.
func (t *tail) withoutRest(s string) string {
	rest := 0
	for _, secret := range t.secrets {
		v := secret.Reveal()
		for from := 1; from < len(v); from++ {
			if strings.HasPrefix(s, v[from:]) {
				rest = max(rest, len(v)-from)
				break
			}
		}
	}
	return s[rest:]
}

// required reports a line of the list below node's "Cannot find module": who asked
// for it.
func required(l string) bool { return l == "Require stack:" || strings.HasPrefix(l, "- /") }

// last is the last line that says something: neither the frames of a stack below
// an error, nor a closing bracket, nor the version node ends with.
func (t *tail) last() string {
	lines := strings.FieldsFunc(t.covered(), func(r rune) bool { return r == '\n' || r == '\r' })
	for _, l := range slices.Backward(lines) {
		if strings.TrimLeft(l, " \t") == l && !strings.HasPrefix(l, "Node.js v") && !required(l) && strings.Trim(l, "{}[]()^~-=") != "" {
			return l
		}
	}
	return ""
}
