//go:build linux && !race

package cmd_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// treeServer is a server that has forked a daemon away before it answers anything;
// both ignore every polite signal. Its tool go answers with its process number, die
// ends it, and hang never answers.
const treeServer = forksAway + `for s in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP): signal.signal(s, signal.SIG_IGN)
import json, sys
for line in sys.stdin:
    m = json.loads(line)
    if "id" not in m: continue
    if m["method"] == "initialize":
        r = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "tree", "version": "1"}}
    elif m["method"] == "tools/list":
        r = {"tools": [{"name": n, "inputSchema": {"type": "object"}} for n in ("go", "die", "hang")]}
    else:
        open("called-" + m["params"]["name"], "w").close()
        if m["params"]["name"] == "die": sys.exit("the disk is full")
        if m["params"]["name"] == "hang": time.sleep(3600)
        r = {"content": [{"type": "text", "text": "process %d" % os.getpid()}]}
    print(json.dumps({"jsonrpc": "2.0", "id": m["id"], "result": r}), flush=True)
time.sleep(3600)
`

// planted is a house with that server, approved, its tools allowed and offered.
func planted(t *testing.T) *house {
	t.Helper()
	h := newHouse(t)
	h.put(t, "tree.py", treeServer)
	h.put(t, "mcp.json", `{"servers":[{"id":"tree","command":"/usr/bin/python3","args":["-I","-S","tree.py"],"sandbox":{"enabled":false}}]}`)
	h.approves(t, "tree")
	h.put(t, "policy.json", `{"approve":{"unattended":true},"serve":{"allowedTools":["tree__*"]}}`)
	for _, tool := range []string{"go", "die", "hang"} {
		h.does(t, 0, "grant", "set", "tree", tool, "--allow", "--digest", h.launch(t, "tree"))
	}
	return h
}

// gatewaySeat speaks to a gateway of its own.
type gatewaySeat struct {
	*running
	t    *testing.T
	in   io.WriteCloser
	says *bufio.Scanner
	from *os.File
	last int
}

// serves starts a gateway and begins a session.
func (h *house) serves(t *testing.T, flags ...string) *gatewaySeat {
	t.Helper()
	c := h.command("usher", append([]string{"serve"}, flags...)...)
	stdin, in, err := os.Pipe()
	must(t, err)
	from, stdout, err := os.Pipe()
	must(t, err)
	c.Stdin, c.Stdout = stdin, stdout
	a := &gatewaySeat{running: begin(t, c, ""), t: t, in: in, from: from, says: bufio.NewScanner(from)}
	_, _ = stdin.Close(), stdout.Close()
	a.says.Buffer(nil, 16<<20)
	t.Cleanup(func() { _, _ = in.Close(), from.Close() })
	a.ask("initialize", `{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"tester","version":"7"}}`)
	a.tell(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	return a
}

func (a *gatewaySeat) tell(line string) {
	a.t.Helper()
	_, err := io.WriteString(a.in, line+"\n")
	must(a.t, err)
}

// send sends a request; ask waits for its answer too, and gives it whole.
func (a *gatewaySeat) send(method, params string) (id int) {
	a.t.Helper()
	a.last++
	a.tell(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, a.last, method, params))
	return a.last
}

func (a *gatewaySeat) ask(method, params string) string {
	a.t.Helper()
	id := a.send(method, params)
	return a.hears(func(m frame) bool { return m.ID == id })
}

// frame is what is looked at of a frame.
type frame struct {
	ID     int
	Method string
}

// hears reads frames up to one; each has to be one line of JSON-RPC, and nothing else
// is ever on stdout.
func (a *gatewaySeat) hears(is func(frame) bool) string {
	a.t.Helper()
	for a.says.Scan() {
		var m frame
		if err := json.Unmarshal(a.says.Bytes(), &m); err != nil {
			a.t.Fatalf("stdout has %q: %v", a.says.Text(), err)
		}
		if is(m) {
			return a.says.Text()
		}
	}
	a.t.Fatalf("the gateway said nothing more: %s", a.err.String())
	return ""
}

func (a *gatewaySeat) call(tool string) string {
	a.t.Helper()
	return a.ask("tools/call", fmt.Sprintf(`{"name":%q,"arguments":{}}`, tool))
}

// TestNothingOutlivesAGateway (SPEC V5): whatever ends it, its server, the daemon that
// this one forked away and its own socket are gone, whether a call is under way or not.
func TestNothingOutlivesAGateway(t *testing.T) {
	t.Parallel()
	kill := func(s ...syscall.Signal) func(*gatewaySeat) {
		return func(a *gatewaySeat) {
			for _, one := range s {
				_ = syscall.Kill(a.Process.Pid, one)
			}
		}
	}
	type row struct {
		name   string
		end    func(*gatewaySeat)
		status string
		socket bool // it may be left, and the next command takes it away
	}
	rows := []row{
		{"end of input", func(a *gatewaySeat) { _ = a.in.Close() }, "0", false},
		{"assistant gone", func(a *gatewaySeat) { _, _ = a.from.Close(), a.in.Close() }, "0 1", false},
		{"SIGTERM", kill(syscall.SIGTERM), "130", false},
		{"SIGHUP", kill(syscall.SIGHUP), "130", false},
		{"SIGINT", kill(syscall.SIGINT), "130", false},
		{"SIGINT twice", kill(syscall.SIGINT, syscall.SIGINT), "130 -1", true},
		{"SIGKILL", kill(syscall.SIGKILL), "-1", true},
	}
	fan(t, len(rows), rows, func(r row) string { return r.name }, func(t *testing.T, r row) {
		h := planted(t)
		a := h.serves(t)
		if got := a.call("tree__go"); !strings.Contains(got, "process ") {
			t.Fatalf("the call: %s", got)
		}
		h.exists(t, "started")
		a.send("tools/call", `{"name":"tree__hang","arguments":{}}`)
		h.exists(t, "called-hang")
		r.end(a)
		if e := a.end(t); !strings.Contains(" "+r.status+" ", fmt.Sprintf(" %d ", e.code)) {
			t.Errorf("want status %s: %v", r.status, e)
		}
		h.gone(t)
		left, _ := filepath.Glob(filepath.Join(h.state, "gateways", "*"))
		if len(left) > 0 && !r.socket {
			t.Errorf("left behind: %v", left)
		}
		if got := h.does(t, 0, "status"); got.out != "no gateway runs\n" {
			t.Errorf("%v", got)
		}
	})
}

// TestADeathMidCallFailsThatCall (SPEC V5): with the server's last words and the next
// command, and the next call finds it started again.
func TestADeathMidCallFailsThatCall(t *testing.T) {
	t.Parallel()
	h := planted(t)
	a := h.serves(t)
	if got := a.call("tree__die"); !strings.Contains(got, `"isError":true`) || !strings.Contains(got, "the disk is full") || !strings.Contains(got, "usher server restart tree") {
		t.Errorf("%s", got)
	}
	if got := a.call("tree__go"); !strings.Contains(got, "process ") {
		t.Errorf("%s", got)
	}
	if r := h.does(t, 0, "log"); strings.Contains(r.out, "disk is full") || !strings.Contains(r.out, "tree") {
		t.Errorf("after the arguments were sent no word of the server's is kept: %v", r)
	}
}

// TestWhatIsTakenBackCountsWithTheNextCall (SPEC V4): an approval, a grant and the
// server itself; what may not run any more has ended when the call is refused.
func TestWhatIsTakenBackCountsWithTheNextCall(t *testing.T) {
	t.Parallel()
	type row struct{ name, words, says string }
	rows := []row{
		{"revoked", "server revoke tree", "not approved"},
		{"disabled", "server disable tree", "disabled"},
		{"denied", "grant set tree go --deny", "never to be called"},
	}
	fan(t, len(rows), rows, func(r row) string { return r.name }, func(t *testing.T, r row) {
		h := planted(t)
		a := h.serves(t)
		if got := a.call("tree__go"); !strings.Contains(got, "process ") {
			t.Fatalf("%s", got)
		}
		words := strings.Fields(r.words)
		if r.name == "denied" {
			words = append(words, "--digest", h.launch(t, "tree"))
		}
		h.does(t, 0, words...)
		if got := a.call("tree__go"); !strings.Contains(got, r.says) || strings.Contains(got, "process ") {
			t.Errorf("%s", got)
		}
		servers := func() bool {
			for _, line := range h.living() {
				if strings.Contains(line, "tree.py") {
					return true
				}
			}
			return false
		}
		if r.name != "denied" && !soon(func() bool { return !servers() }) {
			t.Errorf("it runs on: %v", h.living())
		}
	})
}

// TestCommandsReachEveryGateway (SPEC V6, S12): status, list, restart and reload, with
// two gateways; nothing is started a second time to be looked at.
func TestCommandsReachEveryGateway(t *testing.T) {
	t.Parallel()
	h := planted(t)
	a, b := h.serves(t), h.serves(t, "--interactive")
	first := a.call("tree__go")
	var told struct {
		Gateways []struct {
			PID         int
			Front       string
			Interactive bool
			Clients     []string
			Tools       int
			Servers     []struct{ ID, State string }
		}
	}
	r := h.does(t, 0, "status", "-o", "json")
	must(t, json.Unmarshal([]byte(r.out), &told))
	if len(told.Gateways) != 2 || told.Gateways[0].PID != a.Process.Pid || told.Gateways[0].Front != "stdio" || told.Gateways[0].Clients[0] != "tester 7" ||
		told.Gateways[0].Tools != 4 || told.Gateways[0].Servers[0].State != "ready" || !told.Gateways[1].Interactive || len(told.Gateways[1].Servers) != 0 {
		t.Errorf("%v", r)
	}
	must(t, os.Remove(filepath.Join(h.conf, "started")))
	says(t, h.does(t, 0, "server", "list"), "ready", fmt.Sprintf("as running, not asked anew: tree (gateway %d)", a.Process.Pid))
	if _, err := os.Stat(filepath.Join(h.conf, "started")); err == nil {
		t.Error("it was started a second time")
	}
	says(t, h.does(t, 0, "server", "restart", "tree"), "tree works: 3 tools; started anew in gateway "+fmt.Sprintf("%d, %d", a.Process.Pid, b.Process.Pid))
	if again := a.call("tree__go"); again == first || !strings.Contains(again, "process ") {
		t.Errorf("before %s, after %s", first, again)
	}
	h.put(t, "mcp.json", `{"servers":[]}`)
	says(t, h.does(t, 0, "serve", "reload"), "read everything again and ended tree")
	for _, one := range []*gatewaySeat{a, b} {
		one.hears(func(m frame) bool { return m.Method == "notifications/tools/list_changed" })
	}
	if r := h.usher(t, "server", "restart", "tree"); r.code != 1 {
		t.Errorf("%v", r)
	}
}

// TestWhatIsTakenBackEndsACallUnderWay (SPEC V4, G2): also where nobody calls again; a
// project folder's server ends when the folder changes, is revoked or is replaced.
func TestWhatIsTakenBackEndsACallUnderWay(t *testing.T) {
	t.Parallel()
	h := planted(t)
	a := h.serves(t)
	id := a.send("tools/call", `{"name":"tree__hang","arguments":{}}`)
	h.exists(t, "called-hang")
	h.does(t, 0, "server", "revoke", "tree")
	if got := a.hears(func(m frame) bool { return m.ID == id }); !strings.Contains(got, `"isError":true`) {
		t.Errorf("%s", got)
	}
	if !soon(func() bool { return !strings.Contains(fmt.Sprint(h.living()), "tree.py") }) {
		t.Errorf("it runs on: %v", h.living())
	}
	if got := a.call("tree__go"); !strings.Contains(got, "not approved") {
		t.Errorf("%s", got)
	}
}
