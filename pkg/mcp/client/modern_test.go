package client

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/server"
)

// newer are a local and a remote server of the newer version, and the names of the
// methods that the remote one was asked for.
func newer(t *testing.T) (local, remote Target, asked func() string) {
	t.Helper()
	var mu sync.Mutex
	var seen []string
	h := server.NewStreamableHTTPServer(newerServer())
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		mu.Lock()
		seen = append(seen, req.Method+" "+req.Header.Get(methodHeader)+req.Header.Get(sessionHeader))
		mu.Unlock()
		h.ServeHTTP(w, req)
	}))
	t.Cleanup(web.Close)
	local, remote = fast(t, "newer"), far(t, web.URL)
	local.Protocol, remote.Protocol = Newer, Newer
	return local, remote, func() string {
		mu.Lock()
		defer mu.Unlock()
		return strings.Join(seen, ", ")
	}
}

// SPEC V3, Q7: a server of the newer version is spoken to without a handshake, over
// pipes and over HTTP: its tools are listed, called and passed on, it tells that they
// changed, and what it wants to ask a person is refused in words.
func TestNewerVersion(t *testing.T) {
	local, remote, asked := newer(t)
	for name, to := range map[string]Target{"local": local, "remote": remote} {
		t.Run(name, func(t *testing.T) {
			c, err := Dial(t.Context(), to)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			changed := make(chan bool, 10)
			c.OnListChanged(func() { changed <- true })
			if name, version, protocol := c.Info(); name != "newer" || version != "7" || protocol != Newer || !c.Offers("tools.listChanged") || c.Offers("prompts") {
				t.Error(name, version, protocol)
			}
			if m, err := c.Tools(t.Context()); err != nil || list(m) != "ask echo grow" {
				t.Error(err, list(m))
			}
			if r, err := call(t, c, "echo", `{"region":"é"}`); err != nil || len(r.Content) != 1 || r.Content[0].Text != "é" {
				t.Errorf("%v %+v", err, r)
			}
			var h heard
			f := Forward{Method: "tools/call", Progress: h.take,
				Params: []byte(`{"name":"echo","arguments":{"region":"eu"},"_meta":{"progressToken":"mine","io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}}`)}
			got, err := c.Forward(t.Context(), f)
			if err != nil || !strings.Contains(string(got), `"text":"eu"`) || !strings.Contains(string(got), `"resultType":"complete"`) {
				t.Error(err, string(got))
			}
			for _, params := range h.params {
				if !strings.Contains(params, `"progressToken":"mine"`) {
					t.Error(params)
				}
			}
			f.Params = []byte(`{"name":"ask"}`)
			_, err = c.Forward(t.Context(), f)
			failed(t, err, Protocol, "wants to ask a person before it answers tools/call (input_required)")
			_, err = call(t, c, "ask", "{}")
			failed(t, err, Protocol, "wants to ask a person before it answers tools/call (input_required)")
			for told := false; !told; { // the server may not yet have taken the wish to be told
				if _, err := call(t, c, "grow", "{}"); err != nil {
					t.Fatal(err)
				}
				select {
				case <-changed:
					told = true
				case <-time.After(10 * time.Millisecond):
				}
			}
			if m, err := c.Tools(t.Context()); err != nil || list(m) != "ask echo grow more" {
				t.Error(err, list(m))
			}
		})
	}
	if got := asked(); strings.Contains(got, "initialize") || strings.Contains(got, "GET") || strings.Contains(got, "DELETE") || !strings.Contains(got, "POST server/discover") {
		t.Error(got)
	}
}

// A server that does not know the newer version is not spoken to in another.
func TestNewerVersionIsNotKnown(t *testing.T) {
	old := reportedNothing(t)
	_, err := Dial(t.Context(), old)
	failed(t, err, Version, "does not speak MCP 2026-07-28, which its definition asks for")
	to := fast(t, "no-newer")
	to.Protocol = Newer
	_, err = Dial(t.Context(), to)
	failed(t, err, Version, "does not speak MCP 2026-07-28, which its definition asks for")
}

// reportedNothing is a remote server of an older version.
func reportedNothing(t *testing.T) Target {
	l := newLab(t, func(w http.ResponseWriter, _ *http.Request, q asked) bool {
		if q.Method == "server/discover" {
			answers{code: 404, contentType: "application/json", body: `{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"Method not found"}}`}.to(w, q)
		}
		return q.Method == "server/discover"
	})
	to := far(t, l.URL)
	to.Protocol = Newer
	return to
}
