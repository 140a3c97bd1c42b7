//go:build linux && !race

package cmd_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What hostile and broken servers do on the wire is held to in pkg/mcp/client,
// whose servers these tests run: here it is what the built program shows of them,
// what it decides, and that it leaves nothing behind.
const (
	reportedServers = "../pkg/mcp/client/testdata/cases"
	evilServer      = "../pkg/mcp/client/testdata/evil_stdio.py"
)

// program puts a link to a built program among the house's own.
func (h *house) program(t *testing.T, name string) {
	t.Helper()
	must(t, os.Link(filepath.Join(os.Getenv(rootVar), "bin", name), filepath.Join(h.bin, name)))
}

// approves approves servers by their digests.
func (h *house) approves(t *testing.T, ids ...string) {
	t.Helper()
	h.put(t, "policy.json", `{"approve":{"unattended":true}}`)
	for _, id := range ids {
		h.does(t, 0, "server", "approve", id, "--digest", h.launch(t, id))
	}
}

// launch is a server's digest, asked without starting anything.
func (h *house) launch(t *testing.T, id string) string {
	t.Helper()
	for _, s := range h.listed(t, "--no-probe") {
		if s.ID == id {
			return s.Digest
		}
	}
	t.Fatalf("there is no %s", id)
	return ""
}

type listedServer struct {
	serverRow
	Tools *int
}

func (h *house) listed(t *testing.T, more ...string) []listedServer {
	t.Helper()
	var list struct{ Servers []listedServer }
	r := h.does(t, 0, append([]string{"server", "list", "-o", "json"}, more...)...)
	must(t, json.Unmarshal([]byte(r.out), &list))
	return list.Servers
}

// tools is what "server tools" has to say.
type tools struct {
	Kept  bool
	Tools []struct {
		Name, Description, Mark, Difference string
		Claims                              []string
		Changed                             bool
	}
	NotOffered []struct{ Name, Why string }
	Notes      []string
}

func (h *house) tools(t *testing.T, args ...string) (list tools) {
	t.Helper()
	r := h.does(t, 0, append([]string{"server", "tools", "-o", "json"}, args...)...)
	must(t, json.Unmarshal([]byte(r.out), &list))
	return list
}

func (l tools) offered() string {
	var names []string
	for _, tool := range l.Tools {
		names = append(names, tool.Name)
	}
	return strings.Join(names, " ")
}

// says fails unless every one of the words is in a stream that never holds what
// a terminal acts on (SPEC F6).
func says(t *testing.T, r ran, words ...string) {
	t.Helper()
	both := r.out + r.err
	for _, w := range words {
		if !strings.Contains(both, w) {
			t.Errorf("nothing says %q: %v", w, r)
		}
	}
	if at := strings.IndexAny(both, "\x00\x07\x08\r\x1b\x7f\u009b\u202e\u2066\u2069\u200b\u200f\U000E0069"); at >= 0 {
		t.Errorf("%v\nholds %q", r, both[at:min(at+8, len(both))])
	}
}

// The servers of real reports: what the list shows of them, what a call of them
// gives, and that nothing of them is left after either (SPEC S11, V5).
func TestReportedServersAreListedAndCalled(t *testing.T) {
	t.Parallel()
	type row struct {
		name, status, tells string
		tools, not, code    int // code of a call of its tool lookup
	}
	fan(t, 2, []row{
		{"server-01-banner-on-stdout", "ready", "", 1, 0, 0},
		{"server-03-stderr-flood", "ready", "", 1, 0, 0},
		{"server-04-stderr-no-newline", "ready", "", 1, 0, 0},
		{"server-07-dies-at-start", "unavailable", "ended with status 3: LAB_API_URL is not set", 0, 0, 1},
		{"server-09-pagination", "ready", "", 130, 0, 2},
		{"server-10-same-cursor", "ready", "", 2, 0, 2},
		{"server-12-odd-tool-names", "ready", "", 3, 7, 2},
		{"server-13-same-name-twice", "ready", "", 0, 2, 2},
		{"server-15-bad-input-schema", "ready", "", 3, 7, 2},
		{"server-16-bad-output-schema", "ready", "", 1, 0, 0},
		{"server-19-claims-read-only", "ready", "", 1, 0, 2},
		{"server-21-ignores-stop", "ready", "", 1, 0, 0},
		{"server-22-old-protocol", "ready", "", 1, 0, 0},
		{"server-24-one-line-5mb", "ready", "", 2000, 0, 2},
		{"server-25-server-asks-first", "ready", "", 1, 0, 0},
		{"server-27-tools-not-offered", "ready", "", 0, 0, 2},
		{"server-28-progress-between", "ready", "", 1, 0, 0},
		{"server-31-half-line-then-dies", "ready", "", 1, 0, 1},
	}, func(r row) string { return r.name }, func(t *testing.T, r row) {
		h := newHouse(t)
		h.copies(t, filepath.Join(reportedServers, r.name))
		off := ""
		if strings.Contains(h.file(t, filepath.Join(h.conf, "server.py")), "count.txt") { // it counts in a file beside itself
			off = `,"sandbox":{"enabled":false}`
		}
		h.put(t, "mcp.json", `{"servers":[{"id":"acme","command":"python3","args":["server.py"]`+off+`}]}`)
		h.approves(t, "acme")
		h.does(t, 0, "grant", "set", "acme", "lookup", "--allow", "--digest", h.launch(t, "acme"))
		s := h.listed(t)[0]
		if s.Status != r.status || s.LastError != r.tells || r.status == "ready" && (s.Tools == nil || *s.Tools != r.tools) {
			t.Errorf("%+v", s)
		}
		h.gone(t)
		if r.status == "ready" {
			list := h.tools(t, "acme")
			if len(list.Tools) != r.tools || len(list.NotOffered) != r.not || !list.Kept {
				t.Errorf("%s: %d not offered, kept %v", list.offered(), len(list.NotOffered), list.Kept)
			}
			says(t, h.does(t, 0, "server", "tools", "acme"))
		}
		called := h.does(t, r.code, "call", "acme__lookup")
		says(t, called)
		h.gone(t)
		if asked, err := os.ReadFile(filepath.Join(h.conf, "asked.txt")); err == nil {
			t.Errorf("asked for %s", asked)
		}
	})
}

// server-06: the dead one costs its own time, and is named with what it did not answer.
func TestDeadServerHidesNoOther_server06(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.copies(t, filepath.Join(reportedServers, "server-06-never-answers"))
	h.put(t, "mcp.json", `{"servers":[{"id":"dead","command":"python3","args":["dead.py"],"timeoutMs":1500},{"id":"good","command":"python3","args":["server.py"]}]}`)
	h.approves(t, "dead", "good")
	s := h.listed(t)
	if s[0].Status != "unavailable" || s[0].LastError != "did not answer initialize within 1500 ms" || s[1].Status != "ready" {
		t.Errorf("%+v", s)
	}
	says(t, h.does(t, 1, "server", "restart", "dead"), `server "dead" did not answer initialize within 1500 ms`)
	says(t, h.does(t, 0, "server", "restart", "good"), "good works: 1 tool")
	h.gone(t)
}

// server-13: the same tool of two servers is two tools, with a mark each.
func TestSameToolOfTwoServers_server13(t *testing.T) {
	h := newHouse(t)
	h.copies(t, filepath.Join(reportedServers, "server-01-banner-on-stdout"))
	h.put(t, "mcp.json", `{"servers":[{"id":"acme","command":"python3","args":["server.py"]},{"id":"beta","command":"python3","args":["server.py"]}]}`)
	h.approves(t, "acme", "beta")
	h.does(t, 0, "server", "mark", "acme", "lookup", "read-only", "--digest", h.launch(t, "acme"))
	h.does(t, 0, "call", "acme__lookup")
	h.does(t, 3, "call", "beta__lookup")
}

// server-30: what is listed arrives, nothing else does, and what is not set is
// said before anything starts (SPEC S5).
func TestServersEnvironment_server30(t *testing.T) {
	h := newHouse(t)
	h.copies(t, filepath.Join(reportedServers, "server-30-environment"))
	h.env = append(h.env, "LAB_API_URL=http://x", "OTHER_SECRET=s")
	entry := `{"servers":[{"id":"acme","command":"python3","args":["server.py"],"env":["LAB_API_URL"%s]}]}`
	h.put(t, "mcp.json", fmt.Sprintf(entry, ""))
	h.approves(t, "acme")
	got := " " + h.tools(t, "acme").offered() + " "
	for name, want := range map[string]bool{"PATH": true, "HOME": true, "LAB_API_URL": true, "OTHER_SECRET": false, "USHER_TEST_MACHINE_DIR": false} {
		if strings.Contains(got, " has-"+name+" ") != want {
			t.Errorf("%s: %s", name, got)
		}
	}
	h.put(t, "mcp.json", fmt.Sprintf(entry, `,"MISSING_ONE"`))
	h.approves(t, "acme")
	if s := h.listed(t)[0]; s.Status != "unavailable" || !strings.Contains(s.LastError, "MISSING_ONE") {
		t.Errorf("%+v", s)
	}
	says(t, h.does(t, 1, "server", "tools", "acme"), "MISSING_ONE")
}
