package gateway

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"
)

const ping = `{"jsonrpc":"2.0","id":7,"method":"ping","params":{"n":9007199254740993}}`

// A session begins with initialize, is named from then on and ends with DELETE (MCP
// 2025-03-26 to 2025-11-25, SPEC V1).
func TestSessionBeginsAndEnds_V1(t *testing.T) {
	d := opened(t)
	if a := d.ask(t, "POST", "/mcp", ping); a.status != 400 {
		t.Errorf("without a session: %+v", a)
	}
	first, second := d.session(t), d.session(t)
	if first == second {
		t.Fatal("two sessions have one id")
	}
	a := d.ask(t, "POST", "/mcp", ping, first, "Mcp-Protocol-Version: 2025-11-25")
	if want := `{"jsonrpc":"2.0","id":7,"result":{"echo":{"n":9007199254740993}}}`; a.status != 200 || a.body != want || a.head.Get("Content-Type") != "application/json" || a.head.Get("Mcp-Session-Id") != "" {
		t.Errorf("%+v", a)
	}
	if a := d.ask(t, "POST", "/mcp", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, first); a.status != 202 || a.body != "" {
		t.Errorf("a notification: %+v", a)
	}
	if a := d.ask(t, "POST", "/mcp", `{"jsonrpc":"2.0","id":7,`, first); a.status != 400 || !strings.Contains(a.body, "-32700") {
		t.Errorf("half a message: %+v", a)
	}
	if a := d.ask(t, "POST", "/mcp", `{"jsonrpc":"2.0","id":7,"method":"bad","params":{"code":-32601}}`, first); a.status != 200 || !strings.Contains(a.body, "-32601") {
		t.Errorf("an error: %+v", a)
	}
	for _, guess := range []string{"Mcp-Session-Id: " + strings.Repeat("0", 32), "Mcp-Session-Id: ../" + first[16:], "Mcp-Session-Id: " + strings.ToUpper(first[16:]) + " "} {
		for _, method := range []string{"POST", "GET", "DELETE"} {
			if a := d.ask(t, method, "/mcp", ping, guess); a.status != 404 {
				t.Errorf("%s of a guessed session: %+v", method, a)
			}
		}
	}
	if a := d.ask(t, "DELETE", "/mcp", "", first); a.status != 204 {
		t.Errorf("%+v", a)
	}
	for _, method := range []string{"POST", "GET", "DELETE"} {
		if a := d.ask(t, method, "/mcp", ping, first); a.status != 404 {
			t.Errorf("%s after the end: %+v", method, a)
		}
	}
	if a := d.ask(t, "POST", "/mcp", ping, second); a.status != 200 || d.sessions() != 1 {
		t.Errorf("the other one: %+v", a)
	}
	for _, method := range []string{"GET", "DELETE"} {
		if a := d.ask(t, method, "/mcp", ""); a.status != 400 {
			t.Errorf("%s without a session: %+v", method, a)
		}
	}
}

// A first message that brings about no session leaves none.
func TestRefusedInitializeLeavesNoSession(t *testing.T) {
	d := opened(t)
	a := d.ask(t, "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":"bad"}`)
	if a.status != 200 || d.sessions() != 1 {
		t.Fatalf("%+v", a)
	}
	h := newHall(refusing{d.echoes}, Door{Token: pass, Hosts: []string{"h"}}, nil)
	w := &recorder{header: http.Header{}}
	r, _ := http.NewRequest("POST", "/mcp", strings.NewReader(initialize))
	r.Host = "h"
	r.Header = http.Header{"Authorization": {"Bearer " + pass}, "Content-Type": {"application/json"}}
	h.ServeHTTP(w, r)
	if len(h.of) != 0 || d.sessions() != 1 || w.status != 200 || w.header.Get("Mcp-Session-Id") != "" {
		t.Errorf("%d sessions are kept; %+v", len(h.of), w)
	}
}

type refusing struct{ *echoes }

func (r refusing) begin() talker { return refused{r.echoes.begin()} }

type refused struct{ talker }

func (refused) Take(_ context.Context, _ []byte, out Sink) {
	out.Send(wrong([]byte("1"), -32602, "no"))
}

type recorder struct {
	header http.Header
	status int
}

func (r *recorder) Header() http.Header         { return r.header }
func (r *recorder) Write(b []byte) (int, error) { return len(b), nil }
func (r *recorder) WriteHeader(status int)      { r.status = status }

// The number of sessions is bounded: the idlest makes room, and where all are in use
// the newcomer is told to wait.
func TestSessionsAreBounded_Q9(t *testing.T) {
	d := opened(t)
	first := d.session(t)
	for range maxSessions {
		d.session(t)
	}
	if d.sessions() != maxSessions {
		t.Errorf("%d sessions", d.sessions())
	}
	if a := d.ask(t, "POST", "/mcp", ping, first); a.status != 404 {
		t.Errorf("the idlest: %+v", a)
	}
	s := &sessions{of: map[string]*seat{}}
	all := &echoes{}
	for range maxSessions {
		if _, ok := s.add(all.begin()); !ok {
			t.Fatal("no room")
		}
	}
	if _, ok := s.add(all.begin()); ok {
		t.Error("a session was ended that is in use")
	}
}

// lines are the lines of a stream as they come.
func (d *doorway) lines(t *testing.T, method, body string, headers ...string) (next func() string, gone context.CancelFunc) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	r, _ := http.NewRequestWithContext(ctx, method, d.url, strings.NewReader(body))
	r.Header = http.Header{"Authorization": {"Bearer " + pass}, "Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Set(name, value)
	}
	answer, err := (&http.Transport{}).RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	if answer.StatusCode != 200 || answer.Header.Get("Content-Type") != "text/event-stream" {
		t.Fatalf("%v", answer)
	}
	in := bufio.NewReader(answer.Body)
	return func() string {
		line, err := in.ReadString('\n')
		if err != nil && err != io.EOF {
			return err.Error()
		}
		return line
	}, cancel
}

// Events come where something comes before the answer, and then the answer ends them;
// what belongs to no request goes to the one stream that listens (SPEC V3).
func TestStreams_V3(t *testing.T) {
	d := opened(t)
	name := d.session(t)
	next, gone := d.lines(t, "POST", `{"jsonrpc":"2.0","id":1,"method":"slow","params":{}}`, name)
	defer gone()
	for _, want := range []string{"event: message\n", `data: {"jsonrpc":"2.0","method":"notifications/progress","params":{}}` + "\n", "\n",
		"event: message\n", `data: {"jsonrpc":"2.0","id":1,"result":{"echo":{}}}` + "\n", "\n", ""} {
		if got := next(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	next, gone = d.lines(t, "GET", "", name)
	defer gone()
	if next() != ":\n" || next() != "\n" {
		t.Error("no sign of life")
	}
	later, gone := d.lines(t, "GET", "", name)
	defer gone()
	if got := next(); got != "" {
		t.Errorf("the first stream goes on: %q", got)
	}
	later()
	later()
	one := d.open[strings.TrimPrefix(name, "Mcp-Session-Id: ")]
	until(t, func() bool { return one.out.Load() != nil })
	(*one.out.Load()).Send([]byte(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`))
	if later() != "event: message\n" || later() != `data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`+"\n" {
		t.Error("the second stream has no event")
	}
	later()
	d.ask(t, "DELETE", "/mcp", "", name)
	if got := later(); got != "" {
		t.Errorf("the stream outlives its session: %q", got)
	}
}

// until waits for what other goroutines bring about.
func until(t *testing.T, so func() bool) {
	t.Helper()
	end := time.Now().Add(20 * time.Second)
	for !so() {
		if time.Now().After(end) {
			t.Fatal("it does not happen")
		}
		runtime.Gosched()
	}
}

// A client that goes away has its call cancelled, and so has everybody at the end of
// a session and of the gateway (SPEC V5).
func TestWhoIsGoneIsCancelled_V5(t *testing.T) {
	d := opened(t)
	name := d.session(t)
	ask := func(ctx context.Context) chan int {
		r, _ := http.NewRequestWithContext(ctx, "POST", d.url, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"wait"}`))
		r.Header = http.Header{"Authorization": {"Bearer " + pass}, "Content-Type": {"application/json"}}
		n, v, _ := strings.Cut(name, ": ")
		r.Header.Set(n, v)
		status := make(chan int, 1)
		go func() {
			answer, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(r)
			if err != nil {
				status <- 0
				return
			}
			answer.Body.Close()
			status <- answer.StatusCode
		}()
		return status
	}
	ctx, gone := context.WithCancel(t.Context())
	ask(ctx)
	until(t, func() bool { return d.waiting.Load() == 1 })
	gone()
	until(t, func() bool { return d.cancelled.Load() == 1 })
	ask(t.Context())
	until(t, func() bool { return d.waiting.Load() == 1 })
	d.ask(t, "DELETE", "/mcp", "", name)
	until(t, func() bool { return d.cancelled.Load() == 2 })
	name = d.session(t)
	status := ask(t.Context())
	until(t, func() bool { return d.waiting.Load() == 1 })
	if err := d.end(); err != nil {
		t.Error(err)
	}
	if got := <-status; got != 503 && got != 0 || d.sessions() != 0 || d.waiting.Load() != 0 {
		t.Errorf("status %d, %d sessions, %d wait", got, d.sessions(), d.waiting.Load())
	}
}
