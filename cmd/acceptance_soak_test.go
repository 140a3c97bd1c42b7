//go:build linux && !race

package cmd_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// soaking is how long the gateway is kept busy: two minutes, or as USHER_SOAK says,
// such as 10m.
func soaking(t *testing.T) time.Duration {
	t.Helper()
	text := os.Getenv("USHER_SOAK")
	if text == "" {
		return 2 * time.Minute
	}
	d, err := time.ParseDuration(text)
	must(t, err)
	return d
}

// grown is what a process holds: KiB of memory and open descriptors.
type grown struct{ memory, files int }

func holds(t *testing.T, pid int) grown {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	must(t, err)
	_, rest, _ := strings.Cut(string(text), "RssAnon:")
	memory, err := strconv.Atoi(strings.Fields(rest)[0])
	must(t, err)
	files, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	must(t, err)
	return grown{memory, len(files)}
}

// SPEC V5, goal 19: a gateway that is kept busy for minutes, with calls that are made,
// refused, cancelled and failed, holds no more memory and no more files than at the start,
// and every answer is the one to its call.
func TestGatewayDoesNotGrow_V5(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.program(t, "usher-demo-server")
	h.put(t, "mcp.json", `{"servers":[{"id":"notes","command":"usher-demo-server"}]}`)
	h.put(t, "policy.json", `{"approve":{"unattended":true},"serve":{"allowedTools":["notes__*"]}}`)
	digest := h.digest(t, "notes")
	h.does(t, 0, "server", "approve", "notes", "--digest", digest)
	h.does(t, 0, "server", "tools", "notes")
	for _, tool := range []string{"write", "fail", "slow"} {
		h.does(t, 0, "grant", "set", "notes", tool, "--allow", "--digest", digest)
	}
	c := h.command("usher", "serve", "-q", "--no-project")
	in, err := c.StdinPipe()
	must(t, err)
	out, err := c.StdoutPipe()
	must(t, err)
	must(t, c.Start())
	send := func(format string, args ...any) {
		if _, err := fmt.Fprintf(in, format+"\n", args...); err != nil {
			t.Errorf("the gateway reads no more: %v", err)
		}
	}
	var answers, late, wrong atomic.Int64
	done := make(chan struct{})
	go func() {
		defer close(done)
		for r := bufio.NewScanner(out); r.Scan(); {
			var a struct {
				ID     int
				Result struct {
					IsError bool
					Content []struct{ Text string }
				}
			}
			if json.Unmarshal(r.Bytes(), &a) != nil || a.ID < 10 {
				continue
			}
			text := ""
			if len(a.Result.Content) > 0 {
				text = a.Result.Content[0].Text
			}
			if a.ID%4 == 3 && text == "done" { // it was done before the cancellation was read
				late.Add(1)
				continue
			}
			answers.Add(1)
			ok := false
			switch a.ID % 4 {
			case 0:
				ok = !a.Result.IsError && strings.Contains(text, strconv.Itoa(a.ID))
			case 1:
				ok = a.Result.IsError && strings.Contains(text, "always fails")
			case 2:
				ok = a.Result.IsError && strings.Contains(text, "grant set notes wipe")
			}
			if !ok && wrong.Add(1) == 1 {
				t.Errorf("the answer to %d is %s", a.ID, r.Text())
			}
		}
	}()
	send(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"soak","version":"1"}}}`)
	send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	id := 12
	burst := func() {
		for range 40 {
			switch id % 4 {
			case 0:
				send(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"notes__write","arguments":{"title":"w%d","text":""}}}`, id, id)
			case 1:
				send(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"notes__fail","arguments":{}}}`, id)
			case 2:
				send(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"notes__wipe","arguments":{}}}`, id)
			case 3: // nobody waits for this one; it is short, for a server may not heed a cancellation that comes before it began
				send(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"notes__slow","arguments":{"seconds":0.05}}}`, id)
				send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`, id)
			}
			id++
		}
	}
	settled := func() grown {
		want := int64((id-12)/4) * 3
		if !soon(func() bool { return answers.Load() >= want }) {
			t.Fatalf("%d answers of %d came", answers.Load(), want)
		}
		return holds(t, c.Process.Pid)
	}
	// A thousand calls a second: 10^5 and more in all, and the other tests get their turn.
	next := time.NewTicker(40 * time.Millisecond)
	defer next.Stop()
	began := time.Now()
	for time.Since(began) < soaking(t)/4 { // what is kept for reuse has its size by then
		burst()
		settled()
		<-next.C
	}
	early := settled()
	for time.Since(began) < soaking(t) {
		burst()
		settled()
		<-next.C
	}
	last := settled()
	if last.files > early.files+2 || last.memory > early.memory+early.memory/4+4096 {
		t.Errorf("it held %+v after a quarter of %d calls, and %+v at the end", early, id, last)
	}
	t.Logf("%d calls: %+v after a quarter, %+v at the end", id-12, early, last)
	must(t, in.Close())
	<-done
	if cancelled := int64(id-12) / 4; late.Load() > cancelled/2 {
		t.Errorf("%d of %d calls were answered though they were cancelled", late.Load(), cancelled)
	}
	if err := c.Wait(); err != nil {
		t.Error(err)
	}
	if left, _ := filepath.Glob(filepath.Join(h.state, "gateways", "*.sock")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
