//go:build linux && !race

package cmd_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// listener is an address where nobody may come: it counts who does.
func listener(t *testing.T) (address string, came func() int) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { _ = l.Close() })
	var mu sync.Mutex
	n := 0
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			mu.Lock()
			n++
			mu.Unlock()
			_ = c.Close()
		}
	}()
	return l.Addr().String(), func() int { mu.Lock(); defer mu.Unlock(); return n }
}

// urls.tsv: a server whose URL may not be reached is no server, in the file as on
// the command line, and where one may, its token may go along (SPEC S8).
func TestURLsThatMayBeReached_S8(t *testing.T) {
	table, err := os.ReadFile("../pkg/mcp/testdata/attacks/urls.tsv")
	must(t, err)
	type row struct {
		url  string
		json string
		may  bool
	}
	var rows []row
	for line := range strings.Lines(string(table)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		r := row{json: f[0], may: f[1] == "yes"}
		must(t, json.Unmarshal([]byte(f[0]), &r.url))
		if f[1] != f[2] {
			t.Fatalf("a row that says two things: %s", line)
		}
		rows = append(rows, r)
	}
	h := newHouse(t)
	sink, came := listener(t)
	h.env = append(h.env, "LAB_TOKEN="+webToken, "HTTPS_PROXY=http://"+sink, "HTTP_PROXY=http://"+sink, "ALL_PROXY=http://"+sink)
	var entries []string
	for i, r := range rows {
		entries = append(entries, fmt.Sprintf(`{"id":"u%d","url":%s,"tokenEnv":"LAB_TOKEN"}`, i, r.json))
	}
	h.put(t, "mcp.json", `{"servers":[`+strings.Join(entries, ",\n")+`]}`)
	got := map[string]string{}
	for _, s := range h.listed(t, "--no-probe") {
		got[s.ID] = s.Status
	}
	for i, r := range rows {
		if want := map[bool]string{true: "needs approval", false: "dropped"}[r.may]; got[fmt.Sprint("u", i)] != want {
			t.Errorf("%s: %q, want %s", r.json, got[fmt.Sprint("u", i)], want)
		}
	}
	h.put(t, "mcp.json", `{"servers":[]}`)
	for _, r := range rows {
		if !r.may {
			h.quiet(t, h.does(t, 2, "server", "add", "web", "--url", r.url))
		}
	}
	if n := came(); n > 0 {
		t.Errorf("%d connections came through a proxy", n)
	}
}

// The names of this computer are reached with the token, without proxy or resolver,
// however they are spelled (SPEC S8, Q5).
func TestThisComputerIsReachedWithoutAProxy_Q5(t *testing.T) {
	w := webServer(t, []string{"PORT", "SINK"}, evilRemote, "ok")
	sink, came := listener(t)
	for _, host := range []string{"localhost", "LOCALHOST", "LocalHost", "127.0.0.1"} {
		h := remote(t, fmt.Sprintf("http://%s:%d/mcp", host, w.port), withToken)
		for _, name := range []string{"HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY"} {
			h.env = append(h.env, name+"=http://u:"+webKey+"@"+sink)
		}
		h.quiet(t, h.does(t, 0, "server", "restart", "web", "-v"))
	}
	if n := came(); n > 0 {
		t.Errorf("%d connections came to the proxy", n)
	}
	w.sinkIsDry(t)
}

// redirects.tsv, but for the token endpoint of a sign-in: a header goes nowhere
// else, and a document of a sign-in is not looked for elsewhere (SPEC S8).
func TestRedirectsOfTheTable_S8(t *testing.T) {
	sink, came := listener(t)
	for _, code := range []int{301, 302, 303, 307, 308} {
		l := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Location", "http://"+sink+"/?k="+r.Header.Get("X-Api-Key"))
			w.WriteHeader(code)
		}))
		h := remote(t, l.URL+"/mcp", withToken)
		r := h.does(t, 1, "server", "restart", "web", "-v")
		says(t, r, "redirects to http://"+sink+"/?… (HTTP "+fmt.Sprint(code)+"), and no redirect is followed", "usher server edit web --url URL")
		h.quiet(t, r, h.does(t, 1, "server", "tools", "web"), h.usher(t, "server", "list", "-o", "json"), h.usher(t, "log"))
		l.Close()
	}
	l := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.Path, ".well-known") {
			if r.Header.Get("Authorization") != "" || r.Header.Get("X-Api-Key") != "" {
				t.Errorf("a secret is sent for %s", r.URL.Path)
			}
			w.Header().Set("Location", "http://"+sink+"/latest/meta-data/")
			w.WriteHeader(http.StatusFound)
			return
		}
		w.WriteHeader(http.StatusUnauthorized)
	}))
	defer l.Close()
	h := remote(t, l.URL+"/mcp", withToken)
	h.quiet(t, h.does(t, 1, "server", "restart", "web"), h.usher(t, "server", "list"))
	if s := h.listed(t)[0]; s.Status != "needs sign-in" {
		t.Errorf("%+v", s)
	}
	if n := came(); n > 0 {
		t.Errorf("%d connections came to where it pointed", n)
	}
}

// everythingOverHTTP starts the reference server, as scripts/deps.sh installs it,
// on a free port.
func everythingOverHTTP(t *testing.T) string {
	t.Helper()
	main := installed(t, scope+"server-everything")
	for range 5 {
		free, err := net.Listen("tcp", "127.0.0.1:0")
		must(t, err)
		_, port, _ := net.SplitHostPort(free.Addr().String())
		must(t, free.Close())
		c := exec.Command("node", filepath.Join(filepath.Dir(main), "index.js"), "streamableHttp")
		c.Env = append(os.Environ(), "PORT="+port)
		stderr, err := c.StderrPipe()
		must(t, err)
		must(t, c.Start())
		t.Cleanup(func() {
			_ = c.Process.Kill()
			_ = c.Wait()
		})
		if line, _ := bufio.NewReader(stderr).ReadString('\n'); strings.Contains(line, "listening on port "+port) {
			return "http://localhost:" + port + "/mcp"
		}
	}
	t.Fatal("it found no free port")
	return ""
}

// The reference server over HTTP, as a person uses it: added, approved by digest,
// listed, marked, called, read, and asked for a prompt.
func TestReferenceServerOverHTTP(t *testing.T) {
	url := everythingOverHTTP(t)
	h := newHouse(t)
	h.put(t, "policy.json", `{"approve":{"unattended":true}}`)
	says(t, h.does(t, 0, "server", "add", "every", "--url", url), "every is saved and needs approval")
	h.does(t, 2, "call", "every__get-sum")
	digest := h.launch(t, "every")
	h.does(t, 0, "server", "approve", "every", "--digest", digest)
	if s := h.listed(t)[0]; s.Status != "ready" || s.Tools == nil || *s.Tools != 13 {
		t.Errorf("%+v", s)
	}
	if list := h.tools(t, "every", "--refresh"); len(list.Tools) != 13 || len(list.NotOffered) > 0 {
		t.Errorf("%s: %+v", list.offered(), list.NotOffered)
	}
	h.does(t, 3, "call", "every__get-sum", "--args", `{"a":40,"b":2}`)
	h.does(t, 0, "server", "mark", "every", "get-sum", "read-only", "--digest", digest)
	says(t, h.does(t, 0, "call", "every__get-sum", "--args", `{"a":40,"b":2}`), "The sum of 40 and 2 is 42.")
	h.does(t, 0, "grant", "set", "every", "get-tiny-image", "--allow", "--digest", digest)
	says(t, h.does(t, 0, "call", "every__get-tiny-image"), "saved: every__get-tiny-image-1.png")
	h.does(t, 3, "read", "every", "demo://resource/static/document/features.md")
	h.does(t, 0, "grant", "set", "every", "resources/read", "--allow", "--digest", digest)
	if r := h.does(t, 0, "read", "every", "demo://resource/static/document/features.md"); len(r.out) < 100 {
		t.Errorf("%v", r)
	}
	says(t, h.does(t, 0, "prompt", "list"), "/mcp:every:args-prompt")
	h.does(t, 3, "prompt", "expand", "/mcp:every:args-prompt city=Bonn")
	h.does(t, 0, "grant", "set", "every", "prompts/get", "--allow", "--digest", digest)
	says(t, h.does(t, 0, "prompt", "expand", "/mcp:every:args-prompt city=Bonn"), "Bonn")
	says(t, h.does(t, 0, "prompt", "expand", "/mcp:every:simple-prompt"), "simple prompt")
	says(t, h.does(t, 0, "server", "restart", "every"), "every works: 13 tools")
	if err := os.Remove(filepath.Join(h.dir, "every__get-tiny-image-1.png")); err != nil {
		t.Error(err)
	}
}
