package client

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"usher/pkg/mcp"
	"usher/pkg/redact"
)

const apiKey = "key-4711-not-real" // what the servers get as X-Api-Key

// far is a remote server that gets a token and a header, with short times.
func far(t *testing.T, url string) Target {
	t.Helper()
	return Target{
		ID: "lab", StartTimeout: 2 * time.Minute, CallTimeout: 2 * time.Minute, Secrets: []redact.Value{redact.New(secret)},
		Remote: Remote{URL: url, Token: redact.New(secret), Headers: []mcp.Header{{Name: "X-Api-Key", Value: redact.New(apiKey)}}},
	}
}

// seen is one line of the hostile server's log.
type seen struct {
	Who, Method, Path string
	Auth, Apikey      bool
	Cookie            bool
	Session           *string
}

// fixture is a server in Python that prints its port.
type fixture struct {
	port, sink int
	stop       func() []string // ends it and gives what it wrote to stderr
}

// python3 starts a script. It says its port on stderr, with the other host's before
// it where there is one, or both on stdout.
func python3(t *testing.T, says []string, args ...string) fixture {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), python, append([]string{"-I", "-S"}, args...)...)
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	first := bufio.NewReader(stderr)
	from := first
	if slices.Contains(says, "SINK") {
		from = bufio.NewReader(stdout)
	}
	ports := map[string]int{}
	for _, word := range says {
		line, err := from.ReadString('\n')
		var port int
		if _, scan := fmt.Sscanf(line, strings.TrimPrefix(word, "other ")+" %d", &port); err != nil || scan != nil {
			t.Fatalf("it said %q", line)
		}
		ports[word] = port
	}
	f := fixture{port: ports["PORT"], sink: ports["SINK"] + ports["other PORT"]}
	lines := make(chan []string, 1)
	go func() {
		data, _ := io.ReadAll(first)
		lines <- strings.Split(strings.TrimSpace(string(data)), "\n")
	}()
	var all []string
	stopped := false
	f.stop = func() []string {
		if !stopped {
			stopped = true
			_ = cmd.Process.Kill()
			all = <-lines
			_ = cmd.Wait()
		}
		return all
	}
	t.Cleanup(func() { f.stop() })
	return f
}

// evilHTTP is a mode of the hostile server.
func evilHTTP(t *testing.T, mode string) fixture {
	t.Helper()
	return python3(t, []string{"PORT", "SINK"}, filepath.Join("testdata", "evil_http.py"), mode)
}

func (f fixture) log(t *testing.T) []seen {
	t.Helper()
	var out []seen
	for _, line := range f.stop() {
		var s seen
		if line == "" {
			continue
		}
		if err := json.Unmarshal([]byte(line), &s); err != nil {
			continue // a traceback of the server's own, where we broke the connection
		}
		out = append(out, s)
	}
	return out
}

func (f fixture) url() string { return fmt.Sprintf("http://127.0.0.1:%d/mcp", f.port) }

// reportedHTTP is the server of a real bug report.
func reportedHTTP(t *testing.T, name string) fixture {
	t.Helper()
	says := []string{"PORT"}
	if strings.Contains(name, "redirect") {
		says = []string{"other PORT", "PORT"}
	}
	return python3(t, says, filepath.Join("testdata", "cases", name, "server.py"))
}

// lab is a small server of the test's own; handle may answer a request itself.
type lab struct {
	*httptest.Server
	handle func(w http.ResponseWriter, req *http.Request, q asked) bool
}

func newLab(t *testing.T, handle func(w http.ResponseWriter, req *http.Request, q asked) bool) *lab {
	t.Helper()
	l := &lab{handle: handle}
	l.Server = httptest.NewServer(l)
	t.Cleanup(l.Close)
	return l
}

func (l *lab) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, _ := io.ReadAll(req.Body)
	var q asked
	_ = json.Unmarshal(body, &q)
	if l.handle != nil && l.handle(w, req, q) {
		return
	}
	switch {
	case req.Method != http.MethodPost:
		w.WriteHeader(http.StatusMethodNotAllowed)
	case q.ID == nil:
		w.WriteHeader(http.StatusAccepted)
	default:
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s}`, q.ID, labResult(q))
	}
}

func labResult(q asked) string {
	switch q.Method {
	case "initialize":
		return `{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"lab","version":"1"}}`
	case "tools/list":
		return fastTools
	case "resources/read":
		return fmt.Sprintf(`{"contents":[{"uri":%q,"mimeType":"text/plain","text":"read"}]}`, q.Params.URI)
	default:
		return fmt.Sprintf(`{"content":[{"type":"text","text":"echo"}],"structuredContent":{"got":%s}}`, q.Params.Arguments)
	}
}

// reach dials, and closes at the test's end.
func reach(t *testing.T, to Target) *Conn {
	t.Helper()
	c, err := Dial(t.Context(), to)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// harmless checks that a failure's line holds none of what was sent along.
func harmless(t *testing.T, err error) {
	t.Helper()
	if f := failure(t, err); strings.Contains(f.Message, apiKey) || strings.Contains(f.Message, "u:p@") {
		t.Errorf("not fit to be shown: %q", f.Message)
	}
}
