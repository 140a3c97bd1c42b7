package gateway

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"usher/pkg/effective"
	"usher/pkg/engine"
	"usher/pkg/mcp"
	"usher/pkg/mcp/client"
	"usher/pkg/trust"
)

// swiftWorld is a world that can be looked at, with a server that answers by itself.
type swiftWorld struct {
	*world
	mu     sync.Mutex
	seen   *engine.Standing
	passed int
	flown  []client.Taker // that are not answered yet
	holds  bool           // it answers nothing
}

func (w *swiftWorld) Still() (Ground, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return &spot{w.world, w.seen}, w.seen != nil
}

func (w *swiftWorld) Begin(f client.Forward, t client.Taker) (func(), bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.passed++
	if w.flown = append(w.flown, t); !w.holds {
		if f.Progress != nil {
			t.Tell([]byte(`{"progressToken":"p"}`))
		}
		t.Take(fmt.Appendf(nil, `{"content":[],"swift":%s}`, f.Params), nil)
	}
	var once sync.Once // as a client.Conn, which ends a call once
	if !w.holds {
		once.Do(func() {})
	}
	return func() { once.Do(func() { t.Take(nil, errors.New("cancelled")); t.Flush() }) }, true
}

func (w *swiftWorld) Flush() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, t := range w.flown {
		t.Flush()
	}
	w.flown = nil
}

func (w *swiftWorld) chatting(interactive bool) *chat {
	g := w.gateway(interactive)
	g.o.House = w
	g.running = func(Ground, effective.Server, effective.Launch) (beginner, mcp.Manifest, bool) {
		return w, w.list, true
	}
	return w.world.begun(g)
}

func (w *swiftWorld) look() {
	s := w.read()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.seen = s
}

// unfitTool is to a mark what acmeTool is, and kept from assistants.
const unfitTool = `{"name":"lookup","inputSchema":{"type":"object","$schema":"s"},"execution":{"taskSupport":"required"}}`

// SPEC V4, M4: the first call of a tool goes the long way, the next ones are made while
// they are read; what is decided otherwise meanwhile counts for the next.
func TestASwiftCallRestsOnWhatHolds_V4(t *testing.T) {
	w := &swiftWorld{world: newWorld(t, map[string]string{"policy.json": serving})}
	w.decide(mark("lookup", "allow"))
	w.look()
	c := w.chatting(false)
	wantPart(t, c.ask(lookup("1", "")), `"id":1,"result":{ "z":1`)
	wantPart(t, c.ask(lookup("2", "")), `"id":2,"result":{"content":[],"swift":{"name":"lookup"`)
	for name, change := range map[string]func(){
		"denied":   func() { w.decide(mark("lookup", "deny")) },
		"unmarked": func() { w.decide(func(l *trust.Ledger, k trust.Key) { l.RemoveMark(k.Server, "lookup") }) },
		"hooked": func() {
			w.write("hooks.json", `{"hooks":[{"name":"h","event":"PreToolUse","match":"*","command":"exit 2"}]}`)
		},
		"audited": func() {
			w.write("policy.json", serving[:len(serving)-1]+`,"audit":{"file":"/no/such/place/audit.jsonl"}}`)
		},
		"nowhere to record": func() {
			w.write("policy.json", serving[:len(serving)-1]+`,"audit":{"required":true}}`)
		},
		"unfit": func() { w.lists(unfitTool) },
	} {
		change()
		before := w.passed
		w.look()
		c.ask(lookup("3", ""))
		if w.passed != before {
			t.Errorf("%s: the call was made without the long way", name)
		}
		w.write("policy.json", serving)
		w.write("hooks.json", `{"hooks":[]}`)
		w.lists(acmeTool)
		w.decide(mark("lookup", "allow"))
		w.look()
		wantPart(t, c.ask(lookup("4", "")), `"id":4,"result":{"content":[],"swift"`)
	}
}

// SPEC V3: a swift call that is cancelled gets no answer, its id is free again, and one
// that fails is answered like any other.
func TestASwiftCallEndsLikeAnother_V3(t *testing.T) {
	w := &swiftWorld{world: newWorld(t, map[string]string{"policy.json": serving})}
	w.decide(mark("lookup", "allow"))
	w.look()
	c := w.chatting(false)
	c.ask(lookup("1", ""))
	w.mu.Lock()
	w.holds = true
	w.mu.Unlock()
	c.send(lookup("2", ""), `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}`)
	wantPart(t, c.ask(`{"jsonrpc":"2.0","id":"p","method":"ping"}`), `"id":"p"`)
	w.mu.Lock()
	w.holds = false
	w.mu.Unlock()
	got := c.ask(lookup("2", ""))
	for range 1000 { // the cancelled one is ended beside what is read
		if !strings.Contains(got, "is under way") {
			break
		}
		time.Sleep(time.Millisecond)
		got = c.ask(lookup("2", ""))
	}
	wantPart(t, got, `"id":2,"result":{"content":[],"swift"`)
}

// SPEC Q7: a server that tells more than the assistant reads does not fill the memory:
// what finds too much waiting is dropped, and counted like what a slow call drops.
func TestProgressOfASwiftCallIsBounded_Q7(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got strings.Builder
		l := newLines(&got)
		l.busy, l.waiting = true, make([]byte, maxWaiting+1) // somebody writes, and nobody reads
		y := &flying{ctx: t.Context(), out: l}
		for range 10 {
			if y.Tell([]byte(`{"progressToken":"p"}`)) {
				t.Error("too much waits, and there was room")
			}
		}
		synctest.Wait()
		l.mu.Lock()
		l.waiting = nil
		l.empty()
		l.room.Broadcast()
		l.mu.Unlock()
		synctest.Wait()
		if !y.Tell([]byte(`{"n":1}`)) {
			t.Error("there was no room")
		}
		y.Flush()
		synctest.Wait()
		if want := `{"jsonrpc":"2.0","method":"notifications/progress","params":{"n":1}}` + "\n"; got.String() != want {
			t.Errorf("got %q", got.String())
		}
	})
}
