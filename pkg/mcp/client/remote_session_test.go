package client

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// forgetful is a server that gives its sessions numbers and forgets those it is
// told to.
type forgetful struct {
	mu     sync.Mutex
	begun  int
	gone   map[string]bool
	calls  map[string]int // of each tool, those that were answered or refused
	closed []string
}

func (f *forgetful) handle(w http.ResponseWriter, req *http.Request, q asked) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	id := req.Header.Get(sessionHeader)
	switch {
	case req.Method == http.MethodDelete:
		f.closed = append(f.closed, id)
		return false
	case q.Method == "initialize":
		f.begun++
		w.Header().Set(sessionHeader, fmt.Sprintf("s%d", f.begun))
		return false
	}
	if q.Method == "tools/call" {
		f.calls[q.Params.Name]++
	}
	if f.gone[id] {
		w.WriteHeader(http.StatusNotFound)
		return true
	}
	return false
}

func (f *forgetful) forget(id string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.gone[id] = true
}

func newForgetful(t *testing.T) (*forgetful, *lab) {
	f := &forgetful{gone: map[string]bool{}, calls: map[string]int{}}
	return f, newLab(t, f.handle)
}

// SPEC O2, Q5: a lost session is begun again, once; a call is not made again,
// unless the person marked the tool read-only; a list is asked for again. At the
// end the session that is in force is ended.
func TestLostSession(t *testing.T) {
	f, l := newForgetful(t)
	c := reach(t, far(t, l.URL))
	f.forget("s1")
	_, err := call(t, c, "write", "{}")
	failed(t, err, SessionLost, "lost the session; a new one was begun, and tools/call was not sent again, for it may have had an effect")
	if _, err := call(t, c, "write", "{}"); err != nil {
		t.Error(err)
	}
	f.forget("s2")
	if _, err := c.CallReadOnly(t.Context(), "look", []byte("{}")); err != nil {
		t.Error(err)
	}
	f.forget("s3")
	if m, err := c.Tools(t.Context()); err != nil || len(m.Tools) != 3 {
		t.Errorf("%v %d", err, len(m.Tools))
	}
	c.Close()
	if f.begun != 4 || f.calls["write"] != 2 || f.calls["look"] != 2 || strings.Join(f.closed, " ") != "s4" {
		t.Errorf("begun %d, calls %v, closed %v", f.begun, f.calls, f.closed)
	}
}

// SPEC O2: many who lose one session at once begin one new one.
func TestManyLoseOneSession(t *testing.T) {
	f, l := newForgetful(t)
	c := reach(t, far(t, l.URL))
	f.forget("s1")
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if _, err := c.CallReadOnly(t.Context(), "look", nil); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if f.begun != 2 {
		t.Errorf("begun %d times", f.begun)
	}
}

// SPEC O2: what keeps a new session from beginning is said.
func TestLostSessionAndNoNewOne(t *testing.T) {
	for name, c := range map[string]struct {
		answer func(w http.ResponseWriter)
		kind   Kind
		says   string
	}{
		"500":     {func(w http.ResponseWriter) { http.Error(w, "down", http.StatusInternalServerError) }, SessionLost, "lost the session, and a new one did not begin: it answered initialize with HTTP 500 Internal Server Error: down"},
		"401":     {func(w http.ResponseWriter) { w.WriteHeader(http.StatusUnauthorized) }, Unauthorized, "needs sign-in: it does not take the token"},
		"404":     {func(w http.ResponseWriter) { w.WriteHeader(http.StatusNotFound) }, SessionLost, "a new one did not begin: it answered initialize with HTTP 404 Not Found"},
		"nothing": {func(w http.ResponseWriter) { w.WriteHeader(http.StatusAccepted) }, SessionLost, "did not begin: it accepted initialize without answering it"},
	} {
		t.Run(name, func(t *testing.T) {
			var n atomic.Int32
			l := newLab(t, func(w http.ResponseWriter, req *http.Request, q asked) bool {
				switch {
				case q.Method == "initialize" && n.Add(1) == 1:
					w.Header().Set(sessionHeader, "s")
					return false
				case q.Method == "initialize":
					c.answer(w)
				case q.Method == "tools/call":
					w.WriteHeader(http.StatusNotFound)
				default:
					return false
				}
				return true
			})
			conn := reach(t, far(t, l.URL))
			_, err := conn.CallReadOnly(t.Context(), "look", nil)
			failed(t, err, c.kind, c.says)
			if n.Load() != 2 {
				t.Errorf("begun %d times", n.Load())
			}
		})
	}
}

// A session id is taken as it is, or refused (SPEC O2).
func TestSessionIDs(t *testing.T) {
	for id, says := range map[string]string{
		"a b": "holds other characters than visible ASCII", "naïve": "holds other characters", strings.Repeat("s", maxSession+1): "of more than 1024 bytes",
		strings.Repeat("s", maxSession): "", "!~": "", "": "",
	} {
		var sent atomic.Value
		l := newLab(t, func(w http.ResponseWriter, req *http.Request, q asked) bool {
			if q.Method == "initialize" {
				w.Header().Set(sessionHeader, id)
			}
			sent.Store(req.Header.Get(sessionHeader))
			return false
		})
		c, err := Dial(t.Context(), far(t, l.URL))
		if says != "" {
			failed(t, err, Protocol, "gave a session id "+"that "[:5*btoi(strings.HasPrefix(says, "holds"))]+says)
			continue
		}
		if err != nil || sent.Load() != id {
			t.Errorf("%q: %v, sent %q", id, err, sent.Load())
			continue
		}
		c.Close()
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// What was given up is cancelled at the server, by its number and in its session;
// the hand shake is not (MCP 2025-11-25). A call ends at once (SPEC S11).
func TestGivenUpIsCancelled(t *testing.T) {
	told := make(chan string, 10)
	in := make(chan string, 10)
	l := newLab(t, func(w http.ResponseWriter, req *http.Request, q asked) bool {
		switch q.Method {
		case "initialize":
			w.Header().Set(sessionHeader, "s")
			return false
		case "tools/call":
			in <- string(q.ID)
			<-req.Context().Done()
			return true
		case "notifications/cancelled":
			told <- req.Header.Get(sessionHeader) + " " + req.Header.Get("X-Api-Key")
		}
		return false
	})
	c := reach(t, far(t, l.URL))
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-in
		cancel()
	}()
	_, err := c.Call(ctx, "hang", nil)
	failed(t, err, Cancelled, "was asked for tools/call, and the request was cancelled")
	if got := <-told; got != "s "+apiKey {
		t.Errorf("told in %q", got)
	}
	c.target.CallTimeout = 300 * time.Millisecond
	began := time.Now()
	_, err = call(t, c, "hang", "{}")
	failed(t, err, TimedOut, "did not answer tools/call within 300 ms")
	<-told
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("took %v", took)
	}
	c.target.CallTimeout = time.Minute
	go func() {
		<-in
		<-in
		c.Close()
	}()
	_, err = call(t, c, "hang", "{}")
	failed(t, err, Closed, "was ended by usher")
	_, err = call(t, c, "hang", "{}")
	failed(t, err, Closed, "was ended by usher")
}
