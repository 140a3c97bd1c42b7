//go:build linux && !race

package cmd_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What hostile remote servers do on the wire is held to in pkg/mcp/client, whose
// servers these tests run: here it is what the built program shows of them, and
// that neither token nor header goes anywhere else or into any text.
const (
	evilRemote = "../pkg/mcp/client/testdata/evil_http.py"
	webToken   = "tok-5d20f1-not-to-be-shown"
	webKey     = "key-88c3e0-not-to-be-shown"
)

// web is a server in Python that says its ports.
type web struct {
	port, other int
	stop        func() []string // ends it, and gives what it logged
}

// webServer starts one; says are the words before its ports, on stdout where SINK
// is among them, else on stderr.
func webServer(t *testing.T, says []string, args ...string) web {
	t.Helper()
	c := exec.Command("/usr/bin/python3", append([]string{"-I", "-S"}, args...)...)
	stdout, err := c.StdoutPipe()
	must(t, err)
	stderr, err := c.StderrPipe()
	must(t, err)
	must(t, c.Start())
	logged := bufio.NewReader(stderr)
	from := logged
	if slices.Contains(says, "SINK") {
		from = bufio.NewReader(stdout)
	}
	var ports []int
	for _, word := range says {
		line, err := from.ReadString('\n')
		var port int
		if _, scan := fmt.Sscanf(line, word+" %d", &port); err != nil || scan != nil {
			t.Fatalf("it said %q", line)
		}
		ports = append(ports, port)
	}
	lines := make(chan []string, 1)
	go func() {
		data, _ := io.ReadAll(logged)
		lines <- strings.Split(strings.TrimSpace(string(data)), "\n")
	}()
	w := web{port: ports[0]}
	if len(ports) > 1 {
		w.other = ports[1]
	}
	var all []string
	done := false
	w.stop = func() []string {
		if !done {
			done = true
			_ = c.Process.Kill()
			all = <-lines
			_ = c.Wait()
		}
		return all
	}
	t.Cleanup(func() { w.stop() })
	return w
}

// remote is a house with one approved server that gets a token and a header.
func remote(t *testing.T, url, more string) *house {
	t.Helper()
	h := newHouse(t)
	h.env = append(h.env, "LAB_TOKEN="+webToken, "LAB_KEY="+webKey)
	h.put(t, "mcp.json", `{"servers":[{"id":"web","url":"`+url+`","headers":{"X-Api-Key":"${env:LAB_KEY}"}`+more+`}]}`)
	h.approves(t, "web")
	return h
}

const withToken = `,"tokenEnv":"LAB_TOKEN"`

// quiet fails where a text of usher's, or a file of its state, holds what was sent along.
func (h *house) quiet(t *testing.T, rs ...ran) {
	t.Helper()
	for _, r := range rs {
		says(t, r)
		if both := r.out + r.err; strings.Contains(both, webToken) || strings.Contains(both, webKey) {
			t.Errorf("a secret is shown: %v", r)
		}
	}
	if _, err := os.Stat(h.state); err != nil {
		return // nothing was written
	}
	must(t, filepath.WalkDir(h.state, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if strings.Contains(string(data), webToken) || strings.Contains(string(data), webKey) {
			t.Errorf("%s holds a secret", path)
		}
		return err
	}))
}

// The remote servers of real reports, from the list to the call (SPEC S8, O1, O2).
func TestReportedRemoteServers(t *testing.T) {
	t.Parallel()
	type row struct {
		name, path, status, tells string
		code                      int // of a call of its tool lookup
		never                     string
	}
	fan(t, 2, []row{
		{"http-01-redirect-with-token", "/mcp", "unavailable", "redirects to http://127.0.0.1:OTHER/mcp (HTTP 307), and no redirect is followed", 1, "GOT"},
		{"http-03-custom-header-redirect", "/mcp", "unavailable", "redirects to http://localhost:OTHER/mcp (HTTP 307), and no redirect is followed", 1, "LEAK"},
		{"http-04-401-403", "/401", "needs sign-in", "needs sign-in: it does not take the token that it got (HTTP 401)", 1, "GOT"},
		{"http-04-401-403", "/403", "unavailable", "took the token but does not allow initialize with it (HTTP 403: signed in but not allowed)", 1, "GOT"},
		{"http-04-401-403", "/407", "unavailable", "answered initialize with HTTP 407 Proxy Authentication Required", 1, "GOT"},
		{"http-06-session-always-gone", "/mcp", "unavailable", "keeps dropping the session: a new one was begun, and it was lost at once", 1, "nothing"},
		{"http-07-session-wrong-status", "/mcp", "ready", "", 1, "nothing"},
		{"http-09-old-sse-only", "/sse", "unavailable", "speaks the older HTTP+SSE transport only, which usher does not speak", 1, "GOT"},
		{"http-10-event-stream-reply", "/mcp", "ready", "", 0, "nothing"},
		{"http-12-stalls", "/mcp", "unavailable", "did not answer initialize within 700 ms", 1, "GOT"},
		{"http-13-version-header-refused", "/mcp", "ready", "", 0, "initialize 2"},
	}, func(r row) string { return r.name + strings.ReplaceAll(r.path, "/", "-") }, func(t *testing.T, r row) {
		words := []string{"PORT"}
		if strings.Contains(r.name, "redirect") {
			words = []string{"PORT", "PORT"}
		}
		w := webServer(t, words, filepath.Join(reportedServers, r.name, "server.py"))
		if len(words) > 1 { // the other one says its port first
			w.port, w.other = w.other, w.port
		}
		more := withToken
		if r.name == "http-12-stalls" {
			more += `,"timeoutMs":700`
		}
		h := remote(t, fmt.Sprintf("http://127.0.0.1:%d%s", w.port, r.path), more)
		h.does(t, 0, "grant", "set", "web", "lookup", "--allow", "--digest", h.launch(t, "web"))
		s := h.listed(t)[0]
		if s.Status != r.status || !strings.HasPrefix(s.LastError, strings.ReplaceAll(r.tells, "OTHER", fmt.Sprint(w.other))) || (r.tells == "") != (s.LastError == "") {
			t.Errorf("%+v", s)
		}
		h.quiet(t, h.does(t, 0, "server", "list", "-v"), h.does(t, r.code, "call", "web__lookup", "-v"), h.usher(t, "call", "web__lookup", "-o", "json"),
			h.usher(t, "server", "tools", "web", "--refresh"), h.usher(t, "log"))
		for _, line := range w.stop() {
			if strings.Contains(line, r.never) {
				t.Errorf("it got %s", line)
			}
		}
	})
}

// The modes of the hostile server that belong to no sign-in, and those that do: a
// sign-in is only named (SPEC S8, Q5, Q7). The other host sees nothing.
func TestHostileRemoteServers_S8(t *testing.T) {
	t.Parallel()
	type row struct {
		mode, tells string // "": it works
		token       bool
	}
	rows := []row{}
	for _, mode := range []string{"ok", "session-empty", "set-cookie", "sse-endless", "echo"} {
		rows = append(rows, row{mode, "", true})
	}
	for mode, tells := range map[string]string{
		"r307-self": "redirects to http://127.0.0.1:PORT/mcp2 (HTTP 307)", "r307-port": "redirects to http://127.0.0.1:SINK/mcp (HTTP 307)",
		"r307-name": "redirects to http://localhost:SINK/mcp (HTTP 307)", "r302-port": "redirects to http://127.0.0.1:SINK/mcp (HTTP 302)",
		"r308-port": "redirects to http://127.0.0.1:SINK/mcp (HTTP 308)", "r303": "(HTTP 303)", "r-empty": "redirects without saying where",
		"r-js": "redirects to a javascript: address", "r-proto": "redirects to http://127.0.0.1:SINK/mcp", "r-loop": "redirects to http://127.0.0.1:PORT/mcp",
		"r-userinfo": "redirects to http://127.0.0.1:SINK/ ", "403-scope": "it asks for the scopes admin delete:everything",
		"html": "what is not MCP: text/html", "no-type": "what is not MCP: no content type", "accepted": "accepted initialize without answering it",
		"500": `HTTP 500 Internal Server Error: \x1b[2Jstack trace xxx`, "429": "has too many requests (HTTP 429) and asks to wait 3600 s",
		"gzip-bomb": "compressed content", "endless-body": "more than 4 MiB", "endless-headers": "65536 bytes", "slow-body": "within 700 ms",
		"short-body": "broke off its answer", "reset": "broke the connection", "session-huge": "session id of more than 1024 bytes",
		"session-odd": "a header that is none of HTTP", "session-404": "HTTP 404 Not Found", "sse-other-id": "its protocolVersion is no text",
		"sse-giant-line": "more than 4 MiB", "sse-retry": "before the answer came", "sse-retry-huge": "before the answer came",
		"sse-request": "its protocolVersion is no text", "401-forever": "needs sign-in: it does not take the token",
		"www-metadata-ip": "needs sign-in (HTTP 401)", "www-sink": "needs sign-in (HTTP 401)", "www-ansi": "a header that is none of HTTP",
	} {
		rows = append(rows, row{mode, tells, true})
	}
	for _, mode := range []string{"need-auth", "prm-other-resource", "prm-metadata-ip", "prm-sink", "prm-many", "as-issuer", "as-token-sink", "as-cmd", "as-dash",
		"as-js", "as-file", "as-no-pkce", "as-plain-pkce", "as-huge", "token-redirect", "token-forever", "token-mac", "token-crlf", "reg-ansi"} {
		rows = append(rows, row{mode, "needs sign-in (HTTP 401)", false})
	}
	tried := map[string]bool{}
	for _, r := range rows {
		tried[r.mode] = true
	}
	table, err := os.ReadFile("../pkg/mcp/client/testdata/EXPECT_HTTP.tsv")
	must(t, err)
	for line := range strings.Lines(string(table)) {
		if mode, _, _ := strings.Cut(line, "\t"); !tried[mode] && !strings.HasPrefix(mode, "#") {
			t.Errorf("mode %s is not tried", mode)
		}
	}
	fan(t, 2, rows, func(r row) string { return r.mode }, func(t *testing.T, r row) {
		w := webServer(t, []string{"PORT", "SINK"}, evilRemote, r.mode)
		more := ""
		if r.token {
			more = withToken
		}
		if r.mode == "slow-body" {
			more += `,"timeoutMs":700`
		}
		h := remote(t, fmt.Sprintf("http://127.0.0.1:%d/mcp", w.port), more)
		h.does(t, 0, "grant", "set", "web", "lookup", "--allow", "--digest", h.launch(t, "web"))
		code := 1
		if r.tells == "" {
			code = 0
		}
		checked := h.does(t, code, "server", "restart", "web", "-v")
		says(t, checked, strings.NewReplacer("PORT", fmt.Sprint(w.port), "SINK", fmt.Sprint(w.other)).Replace(r.tells))
		if code == 1 && !strings.Contains(checked.err, "usher: hint: ") {
			t.Errorf("no next command: %v", checked)
		}
		h.quiet(t, checked, h.does(t, code, "call", "web__lookup", "--args", `{"q":"x"}`, "-o", "json", "-v"), h.does(t, 0, "server", "list"), h.usher(t, "log", "--server", "web"))
		w.sinkIsDry(t)
	})
}

// sinkIsDry looks at what the hostile server and the other host saw.
func (w web) sinkIsDry(t *testing.T) {
	t.Helper()
	main := 0
	for _, line := range w.stop() {
		var s struct {
			Who, Method, Path    string
			Auth, Apikey, Cookie bool
		}
		if json.Unmarshal([]byte(line), &s) != nil || s.Who == "" {
			continue // a traceback of the server's own
		}
		if s.Who != "main" || s.Cookie || strings.Contains(s.Path, ".well-known") && (s.Auth || s.Apikey) {
			t.Errorf("%s", line)
		}
		main++
	}
	if main == 0 {
		t.Error("it was never asked")
	}
}
