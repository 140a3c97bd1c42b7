package client

import (
	"context"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

// hostile is what must come of a mode of the hostile server: an error of Dial or
// else of the first call, or none.
type hostile struct {
	mode  string
	kind  Kind
	dials bool
	says  string
	posts int // requests at most, 0: not counted
}

// TestHostileHTTP: SPEC S8, Q5, O2. Every mode that does not belong to a sign-in
// ends in its own clear line or works, and the other host sees nothing.
func TestHostileHTTP(t *testing.T) {
	cases := append(hostileAnswers(), hostileSignIns()...)
	covered := map[string]bool{}
	for _, c := range cases {
		covered[c.mode] = true
		t.Run(c.mode, func(t *testing.T) { t.Parallel(); c.check(t) })
	}
	table, err := os.ReadFile("testdata/EXPECT_HTTP.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(table)) {
		mode, _, _ := strings.Cut(line, "\t")
		if !covered[mode] && !strings.HasPrefix(mode, "#") {
			t.Errorf("mode %s is not tried", mode)
		}
	}
}

func hostileAnswers() []hostile {
	return []hostile{
		{mode: "ok", dials: true},
		{mode: "r307-self", kind: Redirected, says: "redirects to http://127.0.0.1:PORT/mcp2 (HTTP 307), and no redirect is followed", posts: 1},
		{mode: "r307-port", kind: Redirected, says: "redirects to http://127.0.0.1:SINK/mcp (HTTP 307)", posts: 1},
		{mode: "r307-name", kind: Redirected, says: "redirects to http://localhost:SINK/mcp (HTTP 307)", posts: 1},
		{mode: "r302-port", kind: Redirected, says: "redirects to http://127.0.0.1:SINK/mcp (HTTP 302)", posts: 1},
		{mode: "r308-port", kind: Redirected, says: "redirects to http://127.0.0.1:SINK/mcp (HTTP 308)", posts: 1},
		{mode: "r303", kind: Redirected, says: "redirects to http://127.0.0.1:PORT/x (HTTP 303)", posts: 1},
		{mode: "r-empty", kind: Redirected, says: "redirects without saying where (HTTP 307)", posts: 1},
		{mode: "r-js", kind: Redirected, says: "redirects to a javascript: address (HTTP 307)", posts: 1},
		{mode: "r-proto", kind: Redirected, says: "redirects to http://127.0.0.1:SINK/mcp (HTTP 307)", posts: 1},
		{mode: "r-loop", kind: Redirected, says: "redirects to http://127.0.0.1:PORT/mcp (HTTP 307)", posts: 1},
		{mode: "r-userinfo", kind: Redirected, says: "redirects to http://127.0.0.1:SINK/ (HTTP 307)", posts: 1},
		{mode: "403-scope", kind: Forbidden, says: "signed in but not allowed); it asks for the scopes admin delete:everything", posts: 1},
		{mode: "html", kind: Protocol, says: "answered initialize with what is not MCP: text/html", posts: 1},
		{mode: "no-type", kind: Protocol, says: "answered initialize with what is not MCP: no content type", posts: 1},
		{mode: "accepted", kind: Protocol, says: "accepted initialize without answering it (HTTP 202)", posts: 1},
		{mode: "500", kind: HTTPStatus, says: `answered initialize with HTTP 500 Internal Server Error: \x1b[2Jstack trace xxx`, posts: 1},
		{mode: "429", kind: Busy, says: "has too many requests (HTTP 429) and asks to wait 3600 s", posts: 1},
		{mode: "gzip-bomb", kind: Protocol, says: "answered initialize with compressed content, which it was not asked for", posts: 1},
		{mode: "endless-body", kind: TooLarge, says: "answered initialize with more than 4 MiB in one message", posts: 1},
		{mode: "endless-headers", kind: Unreachable, says: "server response headers exceeded 65536 bytes", posts: 1},
		{mode: "slow-body", kind: TimedOut, says: "did not answer initialize within 700 ms", posts: 1},
		{mode: "short-body", kind: Unreachable, says: "broke off its answer to initialize", posts: 1},
		{mode: "reset", kind: Unreachable, says: "broke the connection before it had answered initialize", posts: 1},
		{mode: "session-empty", dials: true},
		{mode: "session-huge", kind: Protocol, says: "gave a session id of more than 1024 bytes", posts: 1},
		{mode: "session-odd", kind: Protocol, says: "answered initialize with a header that is none of HTTP", posts: 1},
		{mode: "session-404", kind: HTTPStatus, says: "answered initialize with HTTP 404 Not Found", posts: 3},
		{mode: "set-cookie", dials: true},
		{mode: "sse-endless", dials: true},
		{mode: "sse-other-id", kind: Protocol, says: "its protocolVersion is no text", posts: 1},
		{mode: "sse-giant-line", kind: TooLarge, says: "answered initialize with more than 4 MiB in one message", posts: 1},
		{mode: "sse-retry", kind: Protocol, says: "ended its answer to initialize before the answer came, and did not go on with it (HTTP 405)", posts: 1},
		{mode: "sse-retry-huge", kind: Protocol, says: "ended its answer to initialize before the answer came", posts: 1},
		{mode: "sse-request", kind: Protocol, says: "its protocolVersion is no text", posts: 2},
		{mode: "echo", dials: true},
	}
}

// hostileSignIns are the modes of a sign-in: that one is needed is said, and what
// the server names for it is not asked.
func hostileSignIns() []hostile {
	out := []hostile{{mode: "401-forever", kind: NeedsSignIn, says: "needs sign-in: it does not take the token that it got (HTTP 401)", posts: 1}}
	for _, mode := range []string{"www-metadata-ip", "www-sink"} {
		out = append(out, hostile{mode: mode, kind: NeedsSignIn, says: "needs sign-in (HTTP 401)", posts: 1})
	}
	out = append(out, hostile{mode: "www-ansi", kind: Protocol, says: "answered initialize with a header that is none of HTTP", posts: 1})
	for _, mode := range []string{"need-auth", "prm-other-resource", "prm-metadata-ip", "prm-sink", "prm-many", "as-issuer", "as-token-sink", "as-cmd", "as-dash",
		"as-js", "as-file", "as-no-pkce", "as-plain-pkce", "as-huge", "token-redirect", "token-forever", "token-mac", "token-crlf", "reg-ansi"} {
		out = append(out, hostile{mode: mode, kind: NeedsSignIn, says: "needs sign-in (HTTP 401)", posts: 1})
	}
	return out
}

// check asks with a token and a header, but where the server only wants a sign-in
// from those who have none.
func (h hostile) check(t *testing.T) {
	f := evilHTTP(t, h.mode)
	to := far(t, f.url())
	if h.kind == NeedsSignIn && !strings.HasPrefix(h.mode, "www") && h.mode != "401-forever" {
		to.Remote = Remote{URL: to.Remote.URL, Headers: to.Remote.Headers}
	}
	if h.kind == TimedOut {
		to.StartTimeout = 700 * time.Millisecond
	}
	conn, err := Dial(t.Context(), to)
	switch {
	case h.dials && err != nil:
		t.Error(err)
	case h.dials:
		h.works(t, conn)
	case err == nil:
		conn.Close()
		t.Error("it was dialled")
	default:
		harmless(t, err)
		failed(t, err, h.kind, strings.NewReplacer("PORT", strconv.Itoa(f.port), "SINK", strconv.Itoa(f.sink)).Replace(h.says))
	}
	h.left(t, f.log(t))
}

func (h hostile) works(t *testing.T, conn *Conn) {
	defer conn.Close()
	m, err := conn.Tools(t.Context())
	if err != nil || list(m) != "lookup" {
		t.Errorf("%v %v", err, list(m))
	}
	res, err := conn.Call(t.Context(), "lookup", []byte(`{"q":9007199254740993}`))
	if err != nil || len(res.Content) != 1 {
		t.Errorf("%v %s", err, res.Raw)
	}
}

// left looks at what the server and the other host saw.
func (h hostile) left(t *testing.T, log []seen) {
	posts := 0
	for _, s := range log {
		switch {
		case s.Who != "main":
			t.Errorf("the other host saw %+v", s)
		case s.Cookie:
			t.Errorf("a cookie was sent: %+v", s)
		case strings.Contains(s.Path, ".well-known") && (s.Auth || s.Apikey):
			t.Errorf("a token was sent for a document: %+v", s)
		case s.Method == "POST" && !s.Apikey:
			t.Errorf("a request without its header: %+v", s)
		case h.mode == "session-empty" && s.Session != nil:
			t.Errorf("an empty session id was sent back: %+v", s)
		}
		if s.Method == "POST" {
			posts++
		}
	}
	if posts == 0 || h.posts != 0 && posts > h.posts {
		t.Errorf("%d requests: %+v", posts, log)
	}
}

// SPEC Q7: a stream that says without end that the tools changed makes usher look
// at most once a second, and ends.
func TestEndlessStreamRelistsSeldom(t *testing.T) {
	f := evilHTTP(t, "sse-endless")
	c := reach(t, far(t, f.url()))
	told := make(chan time.Time, 100)
	c.OnListChanged(func() { told <- time.Now() })
	first := <-told
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
	defer cancel()
	n := 1
	for {
		select {
		case at := <-told:
			if n++; at.Sub(first) < relistEvery*9/10 {
				t.Errorf("told again after %v", at.Sub(first))
			}
			first = at
			continue
		case <-ctx.Done():
		}
		break
	}
	if n > 5 {
		t.Errorf("told %d times in 3 s", n)
	}
}
