package gateway

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"
)

// Whoever sends half a head, half a body or drips one, is let in or not, or does not
// take its answer, is cut off in time, and others are served meanwhile (SPEC Q9, J08).
func TestTheSlowAreCutOff_J08(t *testing.T) {
	wait := patience()
	wait.head, wait.body, wait.idle = 500*time.Millisecond, 500*time.Millisecond, 500*time.Millisecond
	d := waiting(t, wait)
	head := func(token, length string) string {
		return "POST /mcp HTTP/1.1\r\nHost: " + d.addr + "\r\nAuthorization: Bearer " + token + "\r\nContent-Type: application/json\r\n" + length + "\r\n\r\n"
	}
	whole := "Content-Length: 58"
	get := "GET /mcp HTTP/1.1\r\nHost: " + d.addr + "\r\nAuthorization: Bearer " + pass + "\r\n" + d.session(t) + "\r\n"
	rows := []struct{ why, text, status string }{
		{"nothing", "", ""},
		{"half a line", "POST /mc", "400"},
		{"half a head", "POST /mcp HTTP/1.1\r\nHost: " + d.addr + "\r\nX-A", "400"},
		{"half a body", head(pass, whole) + initialize[:20], "408"},
		{"no body", head(pass, whole), "408"},
		{"half a chunk", head(pass, "Transfer-Encoding: chunked") + "3a\r\n" + initialize[:20], "408"},
		{"half a body to a stranger", head("x", whole) + initialize[:20], "401"},
		{"no body to a stranger", head("x", whole), "401"},
		{"half a chunk to a stranger", head("x", "Transfer-Encoding: chunked") + "3a\r\n", "401"},
		{"a body that waits for leave", head("x", whole+"\r\nExpect: 100-continue"), "401"},
		{"a stream with half a body", get + whole + "\r\n\r\n" + initialize[:20], "400"},
		{"a next request that does not come", head(pass, whole) + initialize, "200"},
		{"a body that drips", head(pass, "Content-Length: 16000000"), "408"},
	}
	group := make(chan string, len(rows))
	for _, row := range rows {
		go func() {
			c, err := net.Dial("tcp", d.addr)
			if err != nil {
				group <- err.Error()
				return
			}
			defer c.Close()
			io.WriteString(c, row.text)
			if strings.HasSuffix(row.why, "drips") {
				go func() {
					for n := 0; n < 16_000_000; n++ {
						if _, err := c.Write([]byte(" ")); err != nil {
							return
						}
					}
				}()
			}
			c.SetReadDeadline(time.Now().Add(20 * time.Second))
			all, err := io.ReadAll(c) // to its end, which is the other side's doing
			if errors.Is(err, os.ErrDeadlineExceeded) {
				group <- row.why + ": it is not cut off"
				return
			}
			if line, _, _ := strings.Cut(string(all), "\r\n"); !strings.Contains(line, row.status) || row.status == "" && line != "" {
				group <- fmt.Sprintf("%s: %q, want %q", row.why, line, row.status)
				return
			}
			group <- ""
		}()
	}
	for range rows {
		d.session(t) // meanwhile
	}
	for range rows {
		if bad := <-group; bad != "" {
			t.Error(bad)
		}
	}
}

// Who asks for much and takes nothing of it is cut off (J08).
func TestWhoTakesNothingIsCutOff_J08(t *testing.T) {
	wait := patience()
	wait.write = 200 * time.Millisecond
	d := waiting(t, wait)
	c, err := net.Dial("tcp", d.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	much := `{"jsonrpc":"2.0","id":1,"method":"much"}`
	fmt.Fprintf(c, "POST /mcp HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\n%s\r\nContent-Length: %d\r\n\r\n%s", d.addr, pass, d.session(t), len(much), much)
	until(t, func() bool { return d.unsent.Load() == 1 })
}

// What bounds a request bounds neither a call that takes longer nor the next request on
// the connection (J08, SPEC V5).
func TestBoundsBeginAnew_J08(t *testing.T) {
	wait := patience()
	wait.body, wait.write, wait.breath = 400*time.Millisecond, 400*time.Millisecond, 150*time.Millisecond
	d := waiting(t, wait)
	name := d.session(t)
	c, err := net.Dial("tcp", d.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	in := bufio.NewReader(c)
	for _, body := range []string{ping, strings.Replace(ping, "ping", "held", 1), `{"jsonrpc":"2.0","method":"notifications/initialized"}`, ping} {
		fmt.Fprintf(c, "POST /mcp HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\n%s\r\nContent-Length: %d\r\n\r\n%s", d.addr, pass, name, len(body), body)
		a, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Fatalf("%s: %v", body, err)
		}
		lines, alive := bufio.NewScanner(a.Body), 0
		for lines.Scan() {
			if lines.Text() == ":" {
				alive++
			}
			if alive == 4 { // the bounds are long past
				d.release()
			}
		}
		if lines.Err() != nil || a.StatusCode >= 300 || strings.Contains(body, "held") != (alive >= 4) {
			t.Errorf("%s: %v, %d signs of life, %v", body, a.Status, alive, lines.Err())
		}
	}
}

// Who waits long for an answer is told in between that there is still somebody, so that
// no proxy cuts it off; the answer comes in the stream then.
func TestSignsOfLife_V5(t *testing.T) {
	wait := patience()
	wait.breath = time.Millisecond
	d := waiting(t, wait)
	name := d.session(t)
	for _, headers := range [][]string{{name}, {"Mcp-Protocol-Version: 2026-07-28", "Mcp-Method: wait"}} {
		waited := d.waiting.Load()
		next, gone := d.lines(t, "POST", `{"jsonrpc":"2.0","id":1,"method":"wait","params":{}}`, headers...)
		for range 3 {
			if a, b := next(), next(); a != ":\n" || b != "\n" {
				t.Errorf("%q %q", a, b)
			}
		}
		gone()
		until(t, func() bool { return d.waiting.Load() == waited })
	}
	next, gone := d.lines(t, "POST", `{"jsonrpc":"2.0","id":1,"method":"held","params":{"a":1}}`, name)
	defer gone()
	for line := next(); ; line = next() {
		if strings.HasPrefix(line, "data: ") {
			if line != `data: {"jsonrpc":"2.0","id":1,"result":{"echo":{"a":1}}}`+"\n" || next() != "\n" || next() != "" {
				t.Errorf("%q", line)
			}
			break
		}
		if line != ":\n" && line != "\n" && line != "event: message\n" {
			t.Fatalf("%q", line)
		}
		if line == ":\n" {
			d.release()
		}
	}
	if a := d.ask(t, "POST", "/mcp", initialize); a.head.Get("Content-Type") != "application/json" {
		t.Errorf("what begins a session waits for its answer: %+v", a)
	}
}

// A request that notifications/cancelled ends has no answer, and not the status of what
// needs none either: a stream that ends (MCP 2025-11-25, SPEC V5).
func TestCancelledHasNoAnswer_V5(t *testing.T) {
	d := opened(t)
	name := d.session(t)
	ended := make(chan got, 2)
	for _, id := range []string{`1`, `"b"`} {
		go func() {
			ended <- d.ask(t, "POST", "/mcp", `{"jsonrpc":"2.0","id":`+id+`,"method":"wait","params":{}}`, name)
		}()
	}
	until(t, func() bool { return d.waiting.Load() == 2 })
	for _, id := range []string{`1`, `"b"`} {
		if a := d.ask(t, "POST", "/mcp", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":`+id+`}}`, name); a.status != 202 || a.body != "" {
			t.Errorf("%+v", a)
		}
		if a := <-ended; a.status != 200 || a.head.Get("Content-Type") != "text/event-stream" || a.body != ":\n\n" {
			t.Errorf("%+v", a)
		}
	}
	for message, want := range map[string]bool{`{"method":"a","id":1}`: true, `[{"method":"a"},{"method":"b","id":2}]`: true,
		`{"method":"a"}`: false, `[{"method":"a"}]`: false, `{"id":1,"result":{}}`: false, `x`: false} {
		if asks([]byte(message)) != want {
			t.Error(message)
		}
	}
}
