package gateway

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// A thousand calls of many clients, half of which hang up: nobody gets another's
// answer, and neither goroutines nor descriptors are left (J07, SPEC V5).
func TestRudeClients_J07(t *testing.T) {
	d := opened(t)
	names := make([]string, 20)
	for i := range names {
		names[i] = strings.TrimPrefix(d.session(t), "Mcp-Session-Id: ")
	}
	before, files := runtime.NumGoroutine(), descriptors(t)
	var crossed, answered, hung atomic.Int64
	var group sync.WaitGroup
	room := make(chan struct{}, 64)
	for i := range 1000 {
		room <- struct{}{}
		group.Go(func() {
			defer func() { <-room }()
			ctx, gone := context.WithCancel(context.Background())
			defer gone()
			method, mark := "slow", fmt.Sprintf(`{"mark":"%d-%d"}`, i, i*7919)
			if i%2 == 1 {
				method = "wait"
			}
			body := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, i%10, method, mark)
			r, _ := http.NewRequestWithContext(ctx, "POST", d.url, strings.NewReader(body))
			r.Header = http.Header{"Authorization": {"Bearer " + pass}, "Content-Type": {"application/json"}, "Mcp-Session-Id": {names[i%len(names)]}}
			if method == "wait" {
				done := d.cancelled.Load()
				defer until2(func() bool { return d.cancelled.Load() > done })
				context.AfterFunc(ctx, func() { hung.Add(1) })
				go func() {
					until2(func() bool { return d.waiting.Load() > 0 })
					gone()
				}()
			}
			a, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(r)
			if err != nil {
				return
			}
			defer a.Body.Close()
			all, err := io.ReadAll(a.Body)
			switch {
			case method == "wait":
			case err == nil && bytes.Contains(all, []byte(fmt.Sprintf(`"id":%d,"result":{"echo":%s}`, i%10, mark))):
				answered.Add(1)
			default:
				crossed.Add(1)
			}
		})
	}
	group.Wait()
	until(t, func() bool { return d.waiting.Load() == 0 })
	if crossed.Load() != 0 || answered.Load() != 500 || hung.Load() != 500 {
		t.Errorf("%d crossed, %d answered, %d hung up", crossed.Load(), answered.Load(), hung.Load())
	}
	until(t, func() bool { return runtime.NumGoroutine() <= before+2 && descriptors(t) <= files+2 })
}

// until2 waits where there is nobody to tell.
func until2(so func() bool) {
	for end := time.Now().Add(20 * time.Second); !so() && time.Now().Before(end); {
		runtime.Gosched()
	}
}

// descriptors are those that are open, 0 where the system does not tell.
func descriptors(t *testing.T) int {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return 0
	}
	return len(list)
}

// Whoever opens connections and shows no token holds up nobody: the oldest of them makes
// room. Of those that have it, one too many is closed, said once, and a place is free
// again when another ends (J08).
func TestConnectionsAreBounded_J08(t *testing.T) {
	d := opened(t)
	name := d.session(t)
	var held []net.Conn
	defer func() {
		for _, c := range held {
			c.Close()
		}
	}()
	dial := func(text string) net.Conn {
		c, err := net.Dial("tcp", d.addr)
		if err != nil {
			t.Fatal(err)
		}
		held = append(held, c)
		io.WriteString(c, text)
		return c
	}
	one := fmt.Sprintf("POST /mcp HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\n%s\r\nContent-Length: %d\r\n\r\n%s", d.addr, pass, name, len(ping), ping)
	served := func(c net.Conn) bool {
		n, _ := c.Read(make([]byte, 1))
		return n == 1
	}
	known := dial(one)
	if !served(known) {
		t.Fatal("nobody is served")
	}
	for range 2 * maxStrangers {
		dial("POST /mcp HTTP/1.1\r\nHost: ") // and never more
	}
	if served(held[1]) || !served(dial(one)) {
		t.Error("who shows no token keeps others out")
	}
	if said := (<-d.told).Message; !strings.Contains(said, "had shown no token") || len(d.told) != 0 {
		t.Errorf("%q, and %d more", said, len(d.told))
	}
	io.WriteString(known, one)
	if !served(known) {
		t.Error("who has shown it is closed")
	}
	for range maxConnections - maxStrangers - 2 {
		if !served(dial(one)) {
			t.Fatal("who has the token is not served")
		}
	}
	for range maxStrangers {
		dial("")
	}
	until(t, func() bool { return len(d.told) > 0 || !served(dial(one)) })
	if said := (<-d.told).Message; !strings.Contains(said, "as many connections as it may") {
		t.Errorf("%q", said)
	}
	known.Close()
	until(t, func() bool { return served(dial(one)) })
}

// A message that is too large is answered so, also to who sends all of it first.
func TestTooLargeIsAnswered_Q9(t *testing.T) {
	d := opened(t)
	large := strings.Repeat(" ", maxBody+1<<20)
	for _, headers := range [][]string{nil, {"+Transfer-Encoding: chunked"}} {
		if a := d.ask(t, "POST", "/mcp", large, headers...); a.status != 413 {
			t.Errorf("%+v", a)
		}
	}
	c, err := net.Dial("tcp", d.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fmt.Fprintf(c, "POST /mcp HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", d.addr, pass, len(large), large)
	if all, _ := io.ReadAll(c); !strings.HasPrefix(string(all), "HTTP/1.1 413 ") {
		t.Errorf("%q", all)
	}
}
