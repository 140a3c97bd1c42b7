//go:build linux && !race

package cmd_test

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// post sends one message; headers are "Name: value" and replace what is usual. It gives
// the answer's message, whether it came whole or as an event, and the session.
func (g *gatewayHTTP) post(t *testing.T, message string, headers ...string) (status int, answer, session string) {
	t.Helper()
	r, err := http.NewRequest("POST", g.url, strings.NewReader(message))
	must(t, err)
	r.Header = http.Header{"Authorization": {"Bearer " + g.token}, "Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		if r.Header.Set(name, value); name == "Host" {
			r.Host = value
		}
	}
	a, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(r)
	must(t, err)
	defer a.Body.Close()
	all, err := io.ReadAll(a.Body)
	must(t, err)
	if a.Header.Get("Content-Type") == "text/event-stream" {
		for _, line := range bytes.Split(all, []byte("\n")) {
			if data, ok := bytes.CutPrefix(line, []byte("data: ")); ok {
				all = data
			}
		}
	}
	return a.StatusCode, string(all), "Mcp-Session-Id: " + a.Header.Get("Mcp-Session-Id")
}

const helloHTTP = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"tester","version":"7"}}}`

// Each gateway for this computer has a token of its own in a file of its owner's, which
// ends with it; what a killed one left is no way in, and a planted link is not followed
// (SPEC Q2, Q9).
func TestTokenFilesOfGateways_Q9(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	a, b := h.servesHTTP(t), h.servesHTTP(t)
	if a.token == b.token || a.file == b.file || a.url == b.url || len(a.token) < 43 {
		t.Errorf("%s and %s", a.url, b.url)
	}
	for _, g := range []*gatewayHTTP{a, b} {
		about, err := os.Lstat(g.file)
		must(t, err)
		if about.Mode() != 0o600 {
			t.Errorf("%s: %v", g.file, about.Mode())
		}
		if status, _, _ := g.post(t, helloHTTP); status != 200 {
			t.Errorf("%s: %d", g.url, status)
		}
	}
	if status, answer, _ := a.post(t, helloHTTP, "Authorization: Bearer "+b.token); status != 401 {
		t.Errorf("another gateway's token: %d %s", status, answer)
	}
	taken := strings.TrimSuffix(strings.TrimPrefix(a.url, "http://"), "/mcp")
	says(t, h.does(t, 1, "serve", "--http", taken), "cannot listen at "+taken, "take another port")
	if now, err := os.ReadFile(a.file); err != nil || strings.TrimSpace(string(now)) != a.token {
		t.Errorf("who came too late touched the token: %v", err)
	}
	said := a.end(t) + b.end(t)
	for _, g := range []*gatewayHTTP{a, b} {
		if _, err := os.Lstat(g.file); !os.IsNotExist(err) || strings.Contains(said, g.token) {
			t.Errorf("%s: %v", g.file, err)
		}
	}
	other := filepath.Join(h.dir, "other")
	must(t, os.WriteFile(other, []byte("mine"), 0o600))
	must(t, os.Symlink(other, a.file))
	must(t, os.WriteFile(b.file, []byte("stale"), 0o644))
	again := h.servesHTTP(t, "--http", taken)
	about, err := os.Lstat(again.file)
	must(t, err)
	if mine, err := os.ReadFile(other); err != nil || string(mine) != "mine" || again.file != a.file || about.Mode() != 0o600 {
		t.Errorf("%s is %v; behind the link is %q, %v", again.file, about.Mode(), mine, err)
	}
	if _, err := os.Lstat(b.file); !os.IsNotExist(err) {
		t.Errorf("what a killed gateway left stays: %v", err)
	}
	if status, _, _ := again.post(t, helloHTTP); status != 200 {
		t.Errorf("%d", status)
	}
	again.end(t)
	h.gone(t)
}

// A token of one's own, names of one's own and a page of one's own are let in, and
// nothing else (SPEC Q9).
func TestOwnTokenHostAndOrigin_Q9(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	token := strings.Repeat("0123456789abcdef", 4)
	h.env = append(h.env, "MY_TOKEN="+token)
	g := h.servesHTTP(t, "--http", "0.0.0.0:0", "--token-env", "MY_TOKEN", "--host", "mcp.example.com", "--host", "other.example:8443", "--origin", "https://app.example")
	g.token, g.url = token, strings.Replace(g.url, "0.0.0.0", "127.0.0.1", 1)
	if g.file != "" {
		t.Error("a file was written for a token that is the person's own")
	}
	for headers, want := range map[string]int{
		"Host: mcp.example.com": 200, "Host: other.example:8443": 200, "Host: mcp.example.com|Origin: https://app.example": 200,
		"Host: mcp.example.com:8443": 403, "Host: other.example": 403, "": 403, "Host: mcp.example.com|Origin: https://app.example:8443": 403,
		"Host: mcp.example.com|Origin: null": 403, "Host: mcp.example.com|Authorization: Bearer x": 401,
	} {
		var with []string
		if headers != "" {
			with = strings.Split(headers, "|")
		}
		if status, answer, _ := g.post(t, helloHTTP, with...); status != want {
			t.Errorf("%s: %d, want %d: %s", headers, status, want, answer)
		}
	}
	if said := g.end(t); strings.Contains(said, token) {
		t.Error("the token is printed")
	}
	h.gone(t)
}

// What an assistant shows to come in goes nowhere: not to a remote server, whose own
// token is another, and into no text or file of usher's but its own (SPEC Q9).
func TestInboundTokenStaysHere_Q9(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var came strings.Builder
	calls := 0
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintln(&came, r.Method, r.URL, r.Header, string(body))
		w.Header().Set("Content-Type", "application/json")
		id := "0"
		if _, after, ok := strings.Cut(string(body), `"id":`); ok {
			id = after[:strings.IndexAny(after, ",}")]
		}
		result := ""
		switch {
		case strings.Contains(string(body), `"initialize"`):
			result = `{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"web","version":"1"}}`
		case strings.Contains(string(body), `"tools/list"`):
			result = `{"tools":[{"name":"look","inputSchema":{"type":"object"}}]}`
		case strings.Contains(string(body), `"tools/call"`):
			calls++
			result = `{"content":[{"type":"text","text":"seen"}]}`
		default:
			w.WriteHeader(http.StatusAccepted)
			return
		}
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s}`, id, result)
	}))
	defer srv.Close()
	h := newHouse(t)
	h.env = append(h.env, "LAB_TOKEN="+webToken)
	h.put(t, "mcp.json", `{"servers":[{"id":"web","url":"`+srv.URL+`/mcp","tokenEnv":"LAB_TOKEN"}]}`)
	h.approves(t, "web")
	h.does(t, 0, "grant", "set", "web", "look", "--allow", "--digest", h.launch(t, "web"))
	audit := filepath.Join(h.state, "audit.jsonl")
	h.put(t, "policy.json", `{"serve":{"allowedTools":["web__*"]},"audit":{"file":"`+audit+`"}}`)
	g := h.servesHTTP(t)
	_, _, session := g.post(t, helloHTTP)
	call := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"web__look","arguments":{}}}`
	status, answer, _ := g.post(t, call, session, "X-Api-Key: "+g.token, "Cookie: token="+g.token)
	if status != 200 || !strings.Contains(answer, `"seen"`) {
		t.Errorf("%d %s", status, answer)
	}
	modern := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"web__look","arguments":{},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`
	status, answer, _ = g.post(t, modern, "Mcp-Protocol-Version: 2026-07-28", "Mcp-Method: tools/call", "Mcp-Name: web__look", "X-Forwarded-Authorization: "+g.token)
	if status != 200 || !strings.Contains(answer, `"seen"`) {
		t.Errorf("%d %s", status, answer)
	}
	told := h.does(t, 0, "status", "-o", "json").out + h.does(t, 0, "status").out + h.usher(t, "log").out + h.usher(t, "audit", "show").out
	if data, err := os.ReadFile(audit); err != nil || !strings.Contains(string(data), "web__look") {
		t.Errorf("the calls are not in the audit file: %v", err)
	}
	must(t, filepath.WalkDir(h.home, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() || path == g.file {
			return err
		}
		data, err := os.ReadFile(path)
		if bytes.Contains(data, []byte(g.token)) {
			t.Errorf("%s holds the token", path)
		}
		return err
	}))
	told += g.end(t)
	mu.Lock()
	defer mu.Unlock()
	if calls != 2 || !strings.Contains(came.String(), "Bearer "+webToken) {
		t.Errorf("%d calls came: %s", calls, short(came.String()))
	}
	if strings.Contains(came.String()+told+answer, g.token) {
		t.Error("the token went on")
	}
	h.gone(t)
}
