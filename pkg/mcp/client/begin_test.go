package client

import (
	"strings"
	"sync"
	"testing"
)

// taken is a Taker that keeps what it was given.
type taken struct {
	mu    sync.Mutex
	told  []string
	got   string
	err   error
	ended int
	done  chan struct{}
}

func newTaken() *taken { return &taken{done: make(chan struct{}, 1)} }

func (k *taken) Tell(params []byte) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.told = append(k.told, string(params))
	return true
}

func (k *taken) Take(result []byte, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.got, k.err = string(result), err
	k.ended++
}

func (k *taken) Flush() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.ended > 0 {
		signal(k.done)
	}
}

// SPEC V3, Q1: what was begun ends as what is waited for does, once: with the result's
// own bytes and all progress before, when it is cancelled, and with the server.
func TestBeginEndsLikeForward_V3(t *testing.T) {
	c := mustDial(t, fast(t, "relay"))
	k := newTaken()
	f := Forward{Method: "tools/call", Params: []byte(`{"name":"x","_meta":{"progressToken":"mine"}}`), Progress: func([]byte) {}}
	if _, ok := c.Begin(f, k); !ok {
		t.Fatal("not begun")
	}
	c.Flush()
	<-k.done
	if k.err != nil || k.got != oddResult || len(k.told) != 2 || !strings.Contains(k.told[0], `"progressToken":"mine"`) {
		t.Errorf("%v %s %q", k.err, k.got, k.told)
	}
	if _, ok := c.Begin(Forward{Method: "tools/call", Params: []byte(`[`)}, k); ok {
		t.Error("params that are no object were begun")
	}
	c.Close()
	if _, ok := c.Begin(f, k); ok || k.ended != 1 {
		t.Error("a call was begun with a server that is gone")
	}
}

// A server that ends, and an assistant that gives up, leave nothing begun.
func TestWhatWasBegunEndsWithItsServer_V3(t *testing.T) {
	c := mustDial(t, fast(t, "hang"))
	given, left := newTaken(), newTaken()
	cancel, ok := c.Begin(Forward{Method: "tools/call"}, given)
	_, also := c.Begin(Forward{Method: "tools/call"}, left)
	if c.Flush(); !ok || !also {
		t.Fatal("not begun")
	}
	cancel()
	cancel()
	<-given.done
	c.Close()
	<-left.done
	if given.err == nil || left.err == nil || given.ended != 1 || left.ended != 1 {
		t.Errorf("%v %d, %v %d", given.err, given.ended, left.err, left.ended)
	}
}
