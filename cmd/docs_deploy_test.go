//go:build linux && !race

package cmd_test

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
)

// fleetToken is long enough for a gateway that others reach.
const fleetToken = "0123456789abcdef0123456789abcdef0123456789abcdef"

// TestGatewaysBehindABalancer_V7: the gateway of docs/deploy.md, twice, behind a plain
// round robin, with decisions that were handed out. Requests of 2026-07-28 can go to
// either; a session is known to the one that began it, and lives where the balancer
// keeps it in place.
func TestGatewaysBehindABalancer_V7(t *testing.T) {
	t.Parallel()
	page := deployPage(t)
	h := newHouse(t)
	h.decided(t)
	a, b := h.fleetGateway(t, page["gateway"], "a"), h.fleetGateway(t, page["gateway"], "b")
	for _, g := range []*fleetGateway{a, b} {
		health := h.command("/bin/sh", "-ec", page["health"])
		health.Env = append(health.Env[:len(health.Env):len(health.Env)], "GATEWAY="+strings.TrimSuffix(g.url, "/mcp"))
		if r := launch(t, health, ""); r.code != 0 {
			t.Errorf("the page's check: %v", r)
		}
	}
	lb := balance(t, a, b)
	c := &fleetClient{t: t, url: lb.url + "/mcp"}
	for range 6 {
		c.wants(200, "A beam of 4 m", c.modern("corp-notes__search"))
	}
	if x, y := lb.hits[0].Load(), lb.hits[1].Load(); x != 3 || y != 3 {
		t.Errorf("%d and %d requests, and they were to alternate", x, y)
	}
	c.wants(200, `"isError":true`, c.modern("corp-notes__write"))

	c.begins()
	c.wants(404, "no such session", c.older("tools/list", "{}"))

	lb.sticky = true
	c.begins()
	for range 3 {
		c.wants(200, `"corp-notes__search"`, c.older("tools/list", "{}"))
		c.wants(200, "A beam of 4 m", c.older("tools/call", `{"name":"corp-notes__search","arguments":{"word":"beam"}}`))
	}

	lb.without(lb.last.Load())
	for range 2 {
		c.wants(200, "A beam of 4 m", c.modern("corp-notes__search"))
	}
	c.wants(404, "no such session", c.older("tools/list", "{}"))
}

// deployPage are the examples of docs/deploy.md by name.
func deployPage(t *testing.T) map[string]string {
	t.Helper()
	page := map[string]string{}
	for _, e := range examples(t, "../docs/deploy.md", 10) {
		page[e.name] = e.text
	}
	return page
}

// decided is a house with a server whose tool search was decided about, and the ledger
// for everybody.
func (h *house) decided(t *testing.T) {
	t.Helper()
	must(t, os.Link(filepath.Join(os.Getenv(rootVar), "bin", "usher-demo-server"), filepath.Join(h.bin, "usher-demo-server")))
	h.put(t, "mcp.json", `{"servers":[{"id":"corp-notes","command":"`+filepath.Join(h.bin, "usher-demo-server")+`"}]}`)
	h.put(t, "policy.json", `{"approve":{"unattended":true},"serve":{"allowedTools":["corp-notes__*"]}}`)
	digest := h.launch(t, "corp-notes")
	h.does(t, 0, "server", "approve", "corp-notes", "--digest", digest)
	h.does(t, 0, "grant", "set", "corp-notes", "search", "--allow", "--digest", digest)
	must(t, os.WriteFile(filepath.Join(h.dir, "token"), []byte(fleetToken+"\n"), 0o600))
}

// fleetGateway is a gateway that runs.
type fleetGateway struct {
	*exec.Cmd
	url string
}

// fleetGateway starts what the page says, with a state folder of its own that holds
// the decisions alone.
func (h *house) fleetGateway(t *testing.T, script, name string) *fleetGateway {
	t.Helper()
	state := filepath.Join(h.dir, name)
	must(t, os.Mkdir(state, 0o700))
	ledger, err := os.ReadFile(filepath.Join(h.state, "ledger.json"))
	must(t, err)
	must(t, os.WriteFile(filepath.Join(state, "ledger.json"), ledger, 0o600))
	c := h.command("/bin/sh", "-ec", strings.Replace(script, "usher serve", "exec usher serve", 1))
	c.Env = append(c.Env[:len(c.Env):len(c.Env)], "USHER_STATE="+state)
	return listens(t, c)
}

// listens starts a gateway and waits until it says where it is.
func listens(t *testing.T, c *exec.Cmd) *fleetGateway {
	t.Helper()
	errs, err := c.StderrPipe()
	must(t, err)
	must(t, c.Start())
	t.Cleanup(func() {
		_ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL)
		_ = c.Wait()
	})
	in := bufio.NewReader(errs)
	for said := ""; ; {
		line, err := in.ReadString('\n')
		if said += line; err != nil {
			t.Fatalf("the gateway does not serve: %v\n%s", err, said)
		}
		if _, at, ok := strings.Cut(line, "served at "); ok {
			go func() { _, _ = io.Copy(io.Discard, in) }()
			return &fleetGateway{Cmd: c, url: strings.TrimSpace(at)}
		}
	}
}

// balancer is an ordinary one: one request here, the next there. Where it is sticky it
// learns from an answer which gateway has a session.
type balancer struct {
	url    string
	sticky bool
	next   atomic.Int64
	last   atomic.Int64 // that had a session
	hits   [2]atomic.Int64
	out    [2]bool
	backs  [2]*httputil.ReverseProxy
	of     sync.Map
}

func balance(t *testing.T, gateways ...*fleetGateway) *balancer {
	t.Helper()
	b := &balancer{}
	for i, g := range gateways {
		to, err := url.Parse(strings.TrimSuffix(g.url, "/mcp"))
		must(t, err)
		b.backs[i] = &httputil.ReverseProxy{
			FlushInterval: -1,
			Rewrite: func(r *httputil.ProxyRequest) {
				r.SetURL(to)
				r.Out.Host = r.In.Host
			},
			ModifyResponse: func(r *http.Response) error {
				if id := r.Header.Get("Mcp-Session-Id"); id != "" {
					b.of.Store(id, i)
				}
				return nil
			},
		}
	}
	srv := httptest.NewServer(b)
	t.Cleanup(srv.Close)
	b.url = srv.URL
	return b
}

func (b *balancer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	i := int(b.next.Add(1)) % len(b.backs)
	if at, known := b.of.Load(r.Header.Get("Mcp-Session-Id")); known && b.sticky {
		i = at.(int)
		b.last.Store(int64(i))
	}
	if b.out[i] {
		i = 1 - i
	}
	b.hits[i].Add(1)
	b.backs[i].ServeHTTP(w, r)
}

func (b *balancer) without(i int64) { b.out[i] = true }

// fleetClient is an assistant that comes through the balancer.
type fleetClient struct {
	t            *testing.T
	url, session string
}

// replied is what came back.
type replied struct {
	status int
	text   string
	head   http.Header
}

func (c *fleetClient) wants(status int, holds string, a replied) {
	c.t.Helper()
	if a.status != status || !strings.Contains(a.text, holds) {
		c.t.Errorf("want %d and %q: %+v", status, holds, a)
	}
}

// modern is a call in the way of 2026-07-28.
func (c *fleetClient) modern(tool string) replied {
	c.t.Helper()
	const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
	return c.post(fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":{"word":"beam"},%s}}`, tool, meta),
		"Mcp-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", tool)
}

// begins begins a session of 2025-11-25.
func (c *fleetClient) begins() {
	c.t.Helper()
	a := c.post(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"tester","version":"7"}}}`)
	c.wants(200, `"protocolVersion":"2025-11-25"`, a)
	if c.session = a.head.Get("Mcp-Session-Id"); c.session == "" {
		c.t.Fatalf("no session: %+v", a)
	}
}

func (c *fleetClient) older(method, params string) replied {
	c.t.Helper()
	return c.post(fmt.Sprintf(`{"jsonrpc":"2.0","id":2,"method":%q,"params":%s}`, method, params),
		"Mcp-Protocol-Version", "2025-11-25", "Mcp-Session-Id", c.session)
}

func (c *fleetClient) post(body string, headers ...string) replied {
	c.t.Helper()
	r, err := http.NewRequestWithContext(c.t.Context(), http.MethodPost, c.url, strings.NewReader(body))
	must(c.t, err)
	r.Host = "mcp.example.com"
	r.Header.Set("Authorization", "Bearer "+fleetToken)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	got, err := http.DefaultClient.Do(r)
	must(c.t, err)
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	must(c.t, err)
	return replied{got.StatusCode, string(text), got.Header}
}
