package client

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"usher/pkg/strictjson"
)

// heard collects progress.
type heard struct{ params []string }

func (h *heard) take(params []byte) { h.params = append(h.params, string(params)) }

// SPEC V3, Q1: a result is passed on byte for byte, whatever it holds, and so are the
// params but for the progress token, which is usher's own upstream and the assistant's
// own downstream.
func TestForwardChangesNothing(t *testing.T) {
	to := fast(t, "relay")
	c := mustDial(t, to)
	for name, params := range map[string]string{
		"number": `{"name":"x", "arguments":{"progressToken":"mine","n":9007199254740993,"t":"\u003c<\/"} ,"_meta":{"progressToken":9007199254740993,"k":{"progressToken":1}}}`,
		"text":   `{"_meta" : { "a":1.50e1, "progress\u0054oken" : "a\u0022b" , "b":[ ]},"name":"x","z":-0.0}`,
		"meta":   `{"\u005fmeta":{"progressToken":""}}`,
	} {
		var h heard
		got, err := c.Forward(t.Context(), Forward{Method: "tools/call", Params: []byte(params), Progress: h.take})
		if err != nil || string(got) != oddResult {
			t.Fatalf("%s: %v\n%s", name, err, got)
		}
		lines := received(t, to)
		members, ok := strictjson.Skim([]byte(params), maxDepth)
		at := graftOf([]byte(params), members, true, nil).token
		own := params[at.start:at.stop]
		_, sent, _ := strings.Cut(lines[len(lines)-1], `"params":`)
		id, _, _ := strings.Cut(strings.TrimPrefix(lines[len(lines)-1], `{"jsonrpc":"2.0","id":`), ",")
		if want := string(spliced([]byte(params), at, []byte(id))) + "}"; !ok || sent != want {
			t.Errorf("%s: sent %s\nwant %s", name, sent, want)
		}
		want := []string{`{ "progress":1,"progressToken":` + own + ` ,"message":"\u003c"}`, `{"progressToken":` + own + `,"progress":1.0,"x":9007199254740993}`}
		if strings.Join(h.params, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s: heard %q", name, h.params)
		}
	}
}

// Without Progress no token is sent, and nothing else is missing.
func TestForwardWithoutProgress(t *testing.T) {
	for params, want := range map[string]string{
		`{"_meta":{"progressToken":7}}`:                                                      `{"_meta":{}}`,
		`{"_meta":{ "progressToken":"x" , "a":1}}`:                                           `{"_meta":{"a":1}}`,
		`{"_meta":{"a":1 ,"progress\u0054oken":2 },"b":1}`:                                   `{"_meta":{"a":1},"b":1}`,
		`{"_meta":{"io.modelcontextprotocol/clientCapabilities":{"elicitation":{}},"k": 1}}`: `{"_meta":{"k": 1}}`,
		`{"_meta":{"progressToken":[]},"a":"progressToken"}`:                                 `{"_meta":{"progressToken":[]},"a":"progressToken"}`,
		`{"a":{"_meta":{"progressToken":1}}}`:                                                `{"a":{"_meta":{"progressToken":1}}}`,
	} {
		r, ok := newRelay(Forward{Method: "m", Params: []byte(params)}, nil)
		if got := string(r.frame(5, true, nil)); !ok || got != `{"jsonrpc":"2.0","id":5,"method":"m","params":`+want+"}\n" {
			t.Errorf("%s: %s", params, got)
		}
	}
	r, _ := newRelay(Forward{Method: "m", Params: []byte("{\r\n \"a\": 1\n}")}, nil)
	if got := string(r.frame(5, true, nil)); got != `{"jsonrpc":"2.0","id":5,"method":"m","params":{   "a": 1 }}`+"\n" {
		t.Errorf("%q", got)
	}
}

// SPEC Q1: what could be read in two ways is not passed on.
func TestForwardRefusesWhatIsNoObject(t *testing.T) {
	c := mustDial(t, fast(t, "relay"))
	for _, params := range []string{`[]`, `{`, `{}}`, `{"a":1,"a":2}`, `{"a":1,"\u0061":2}`, "{\"a\":\"\xff\"}", `{"a":"\ud800"}`,
		`{"_meta":{"progressToken":1,"progressToken":2}}`, `{"a":` + strings.Repeat("[", 65) + strings.Repeat("]", 65) + `}`} {
		_, err := c.Forward(t.Context(), Forward{Method: "tools/call", Params: []byte(params)})
		failed(t, err, Protocol, "the parameters of tools/call are no JSON object")
	}
}

// A server's own error comes with its own bytes.
func TestForwardKeepsAnError(t *testing.T) {
	c := mustDial(t, fast(t, "relay-error"))
	_, err := c.Forward(t.Context(), Forward{Method: "prompts/get"})
	failed(t, err, Answered, "answered prompts/get with error -32000")
	if got := string(failure(t, err).Answer()); got != `{"code":-32000, "message":"no \u003c","data":{"n":9007199254740993}}` {
		t.Error(got)
	}
}

// Cancelling ends it at once, the server is told, and its late answer is nobody's.
func TestForwardCancelled(t *testing.T) {
	to := fast(t, "late")
	c := mustDial(t, to)
	ctx, cancel := context.WithCancel(t.Context())
	var h heard
	_, err := c.Forward(ctx, Forward{Method: "tools/call", Params: []byte(`{"_meta":{"progressToken":"a"}}`),
		Progress: func(p []byte) { h.take(p); cancel() }})
	failed(t, err, Cancelled, "the request was cancelled")
	if !errors.Is(err, context.Canceled) || len(h.params) != 1 {
		t.Error(err, h.params)
	}
	got, err := c.Forward(t.Context(), Forward{Method: "ping"}) // answered after the late one
	if err != nil || string(got) != "{}" || len(h.params) != 1 {
		t.Error(err, string(got), h.params)
	}
	if lines := received(t, to); !strings.Contains(strings.Join(lines, "\n"), `"method":"notifications/cancelled"`) {
		t.Errorf("%q", lines)
	}
	if n := c.Counts(); n.Stray != 1 {
		t.Errorf("%+v", n)
	}
}

// Progress begins the limit anew, and silence ends it.
func TestForwardLimit(t *testing.T) {
	c := mustDial(t, fast(t, "slow-progress"))
	n := 0
	f := Forward{Method: "tools/call", Params: []byte(`{"_meta":{"progressToken":1}}`), Limit: time.Second, Progress: func([]byte) { n++ }}
	began := time.Now()
	if _, err := c.Forward(t.Context(), f); err != nil || n != 12 {
		t.Errorf("%v, %d after %v", err, n, time.Since(began))
	}
	f.Method, f.Limit = "hang", 10*time.Millisecond
	_, err := c.Forward(t.Context(), f)
	failed(t, err, TimedOut, "did not answer hang within 10 ms")
}

// SPEC Q7: what comes faster than it is taken is dropped with a count, and delays
// nobody.
func TestForwardFloodIsBounded(t *testing.T) {
	c := mustDial(t, fast(t, "progress-flood"))
	n := 0
	got, err := c.Forward(t.Context(), Forward{Method: "tools/call", Params: []byte(`{"_meta":{"progressToken":1}}`), Progress: func([]byte) {
		if n++; n == 1 {
			if got, err := c.Forward(t.Context(), Forward{Method: "ping"}); err != nil || string(got) != "{}" {
				t.Error(err, string(got))
			}
		}
	}})
	if err != nil || !bytes.HasPrefix(got, []byte(`{"content"`)) {
		t.Error(err)
	}
	if counts := c.Counts(); counts.Dropped == 0 || counts.Dropped+n != counts.Notices {
		t.Errorf("%d, %+v", n, counts)
	}
}

// SPEC Q7: what an assistant can do it told usher alone, and the next hop is told what
// usher can; what else stands in _meta goes along.
func TestHopKeysAreOurs(t *testing.T) {
	own := ownMeta("2026-07-28", "1")
	const told = `"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"usher","version":"1"}`
	for params, want := range map[string]string{
		`{}`:             `{"_meta":{` + told + `}}`,
		` { "a":1}`:      ` {"_meta":{` + told + `}, "a":1}`,
		`{"_meta":null}`: `{"_meta":{` + told + `}}`,
		`{"_meta":{"io.modelcontextprotocol\/clientCapabilities":{"sampling":{}}, "a" : 1e2,"progressToken":"x","b":[ ]}}`: `{"_meta":{` + told + `,"a" : 1e2,"progressToken":5,"b":[ ]}}`,
		`{"_meta":{"progressToken":"x"}}`: `{"_meta":{` + told + `,"progressToken":5}}`,
	} {
		r, ok := newRelay(Forward{Method: "m", Params: []byte(params), Progress: func([]byte) {}}, own)
		if got := string(r.frame(5, true, nil)); !ok || got != `{"jsonrpc":"2.0","id":5,"method":"m","params":`+want+"}\n" {
			t.Errorf("%s: %s", params, got)
		}
	}
}
