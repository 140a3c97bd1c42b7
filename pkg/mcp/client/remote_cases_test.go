package client

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"usher/pkg/mcp"
	"usher/pkg/names"
	"usher/pkg/redact"
)

// at is a path of a reported server.
func (f fixture) at(path string) string { return fmt.Sprintf("http://127.0.0.1:%d%s", f.port, path) }

// nobody checks that a server's second listener got nothing.
func nobody(t *testing.T, f fixture, words ...string) {
	t.Helper()
	for _, line := range f.stop() {
		for _, word := range words {
			if strings.Contains(line, word) {
				t.Errorf("it got %s", line)
			}
		}
	}
}

// http-01, SPEC S8: a token follows no redirect of any kind.
func TestRedirectsWithAToken(t *testing.T) {
	f := reportedHTTP(t, "http-01-redirect-with-token")
	for _, code := range []int{307, 301, 302, 303, 308} {
		_, err := Dial(t.Context(), far(t, f.at("/mcp")))
		failed(t, err, Redirected, fmt.Sprintf("redirects to http://127.0.0.1:%d/mcp (HTTP %d)", f.sink, code))
	}
	nobody(t, f, "GOT")
}

// http-03, SPEC S8: nor does a header of the person's own.
func TestRedirectWithAHeader(t *testing.T) {
	f := reportedHTTP(t, "http-03-custom-header-redirect")
	_, err := Dial(t.Context(), far(t, f.at("/mcp")))
	failed(t, err, Redirected, fmt.Sprintf("redirects to http://localhost:%d/mcp", f.sink))
	nobody(t, f, "LEAK", "GOT")
}

// http-04, SPEC O1: who may not is told so in its own words, asked once.
func TestWhoMayNot(t *testing.T) {
	f := reportedHTTP(t, "http-04-401-403")
	for _, c := range []struct {
		path string
		kind Kind
		says string
	}{
		{"/401", Unauthorized, "needs sign-in: it does not take the token that it got (HTTP 401)"},
		{"/403", Forbidden, "signed in but not allowed"},
		{"/407", HTTPStatus, "answered initialize with HTTP 407 Proxy Authentication Required"},
	} {
		_, err := Dial(t.Context(), far(t, f.at(c.path)))
		failed(t, err, c.kind, c.says)
	}
	hits := 0
	for _, line := range f.stop() {
		if strings.HasPrefix(line, "HIT") {
			hits++
		}
	}
	if hits > 4 { // one is a look for a document of a sign-in
		t.Errorf("%d requests", hits)
	}
}

// http-06, SPEC O2: a session that is always gone is begun a second time, and that
// is all.
func TestSessionAlwaysGone(t *testing.T) {
	f := reportedHTTP(t, "http-06-session-always-gone")
	_, err := Dial(t.Context(), far(t, f.at("/mcp")))
	failed(t, err, SessionLost, "keeps dropping the session")
	got := 0
	for _, line := range f.stop() {
		if strings.HasPrefix(line, "GOT") {
			got++
		}
	}
	if got >= 10 {
		t.Errorf("%d requests", got)
	}
}

// http-07, SPEC O2: a session forgotten in other words than 404 fails the call at
// once, with the server's text, and the next one begins a new session.
func TestSessionForgottenInOtherWords(t *testing.T) {
	f := reportedHTTP(t, "http-07-session-wrong-status")
	c := reach(t, far(t, f.at("/mcp")))
	_, err := call(t, c, "lookup", "{}")
	failed(t, err, HTTPStatus, "answered tools/call with HTTP 400 Bad Request: No valid session ID")
	_, err = call(t, c, "lookup", "{}")
	failed(t, err, Protocol, `ended its answer to tools/call before the answer came: {"error":"Session not found"}`)
	_, err = call(t, c, "lookup", "{}")
	failed(t, err, HTTPStatus, "No valid session ID")
	c.Close()
	begun := 0
	for _, line := range f.stop() {
		if strings.Contains(line, " initialize ") {
			begun++
		}
	}
	if begun != 3 {
		t.Errorf("begun %d times", begun)
	}
}

// http-09, SPEC O2: an old server is named, in one try.
func TestOldTransportIsNamed(t *testing.T) {
	f := reportedHTTP(t, "http-09-old-sse-only")
	_, err := Dial(t.Context(), far(t, f.at("/sse")))
	failed(t, err, OldTransport, "speaks the older HTTP+SSE transport only")
}

// http-10: an answer as an event stream, with all that may stand around it.
func TestEventStreamReply(t *testing.T) {
	c := reach(t, far(t, reportedHTTP(t, "http-10-event-stream-reply").at("/mcp")))
	m, err := c.Tools(t.Context())
	if err != nil || list(m) != "lookup" {
		t.Errorf("%v %v", err, list(m))
	}
	if got := c.Counts(); got.Notices != 2 || got.Stray != 2 {
		t.Errorf("%+v", got)
	}
}

// http-12, SPEC S11: a server that takes the request and says nothing holds up
// itself alone; giving up works at once.
func TestStalledServerDelaysNobody(t *testing.T) {
	stalls := far(t, reportedHTTP(t, "http-12-stalls").at("/mcp"))
	good := far(t, newLab(t, nil).URL)
	stalls.ID, good.ID = "stalls", "good"
	stalls.StartTimeout = 700 * time.Millisecond
	order := []string{}
	found := Probe(t.Context(), []Target{stalls, good}, func(id names.ServerID, s State) {
		if s == Ready || s == Failed {
			order = append(order, string(id))
		}
	})
	failed(t, found["stalls"].Err, TimedOut, "did not answer initialize within 700 ms")
	if found["good"].Err != nil || found["good"].Tools != 3 || strings.Join(order, " ") != "good stalls" {
		t.Errorf("%+v %v", found["good"].Err, order)
	}
	ctx, cancel := context.WithCancel(t.Context())
	stalls.StartTimeout = time.Hour
	time.AfterFunc(100*time.Millisecond, cancel)
	_, err := Dial(ctx, stalls)
	failed(t, err, Cancelled, "the request was cancelled")
}

// http-13: a version that the server names is asked for once; no header names one
// before it was agreed on, and each does after.
func TestVersionRefused(t *testing.T) {
	f := reportedHTTP(t, "http-13-version-header-refused")
	c := reach(t, far(t, f.at("/mcp")))
	if _, _, version := c.Info(); version != "2025-06-18" {
		t.Errorf("agreed on %s", version)
	}
	if _, err := c.Tools(t.Context()); err != nil {
		t.Error(err)
	}
	c.Close()
	var headers []string
	for _, line := range f.stop() {
		if h, ok := strings.CutPrefix(line, "HDR "); ok {
			headers = append(headers, h)
		}
	}
	want := "initialize None, initialize None, notifications/initialized 2025-06-18, tools/list 2025-06-18"
	if strings.Join(headers, ", ") != want {
		t.Errorf("%v", headers)
	}
}

// The versions may stand in an error of JSON-RPC, and it is asked once more only.
func TestVersionRefusedInAnError(t *testing.T) {
	for known, times := range map[string]int{"2025-03-26": 2, "1999-01-01": 1, "2025-11-25": 1} {
		n := 0
		l := newLab(t, func(w http.ResponseWriter, req *http.Request, q asked) bool {
			if q.Method == "initialize" {
				n++
				answers{code: 400, contentType: "application/json",
					body: `{"jsonrpc":"2.0","id":%s,"error":{"code":-32602,"message":"unsupported","data":{"supported":["` + known + `"]}}}`}.to(w, q)
			}
			return q.Method == "initialize"
		})
		_, err := Dial(t.Context(), far(t, l.URL))
		failed(t, err, Answered, "answered initialize with error -32602: unsupported")
		if n != times {
			t.Errorf("%s: asked %d times", known, n)
		}
	}
}

// S11, O1: what a listing calls a server that wants a sign-in.
func TestProbeSaysNeedsSignIn(t *testing.T) {
	to := far(t, evilHTTP(t, "need-auth").url())
	to.Remote = Remote{URL: to.Remote.URL, Headers: []mcp.Header{{Name: "X-Api-Key", Value: redact.New(apiKey)}}}
	var last State
	found := Probe(t.Context(), []Target{to}, func(_ names.ServerID, s State) { last = s })
	failed(t, found["lab"].Err, NeedsSignIn, "needs sign-in (HTTP 401)")
	if f := failure(t, found["lab"].Err); last != "needs sign-in" || StateOf(found["lab"].Err) != SignedOut || f.SignIn == nil ||
		!strings.HasSuffix(f.SignIn.MetadataURL, "/.well-known/oauth-protected-resource") {
		t.Errorf("%q %+v", last, f.SignIn)
	}
}
