package gateway

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

const pass = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

// echoes is a gateway in the tests: it answers what is asked, and counts who it waits for.
type echoes struct {
	next      atomic.Int64
	waiting   atomic.Int64
	cancelled atomic.Int64
	taken     atomic.Int64
	unsent    atomic.Int64 // answers that nobody took
	mu        sync.Mutex
	held      chan struct{}     // closed by release
	under     map[string]func() // what ends those that wait, by their id
	open      map[string]*echo
}

type echo struct {
	all *echoes
	id  string
	ctx context.Context
	end context.CancelFunc
	out atomic.Pointer[Sink]
}

func (e *echoes) begin() talker {
	one := &echo{all: e, id: fmt.Sprintf("abc%029x", e.next.Add(1))}
	one.ctx, one.end = context.WithCancel(context.Background())
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.open == nil {
		e.open = map[string]*echo{}
	}
	e.open[one.id] = one
	return one
}

func (e *echoes) sessions() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(e.open)
}

func (e *echoes) Stateless(ctx context.Context, message []byte, out Sink) {
	e.answer(ctx, message, out)
}

// mirrors: the tool lab__region has two arguments that stand in headers too.
func (e *echoes) mirrors(_ context.Context, tool string) []mirrored {
	if tool != "lab__region" {
		return nil
	}
	return []mirrored{{"Mcp-Param-Region", []string{"region"}}, {"Mcp-Param-Row", []string{"at", "row"}}, {"Mcp-Param-Dry", []string{"dry"}}}
}

func (e *echo) ID() string { return e.id }
func (e *echo) Take(ctx context.Context, message []byte, out Sink) {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(e.ctx, cancel)()
	e.all.answer(inner, message, out)
}

func (e *echo) Listen(out Sink) (stop func()) {
	e.out.Store(&out)
	return func() { e.out.CompareAndSwap(&out, nil) }
}

func (e *echo) Close() {
	e.end()
	e.all.mu.Lock()
	defer e.all.mu.Unlock()
	delete(e.all.open, e.id)
}

// release lets go what is held.
func (e *echoes) release() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.held == nil {
		e.held = make(chan struct{})
	}
	select {
	case <-e.held:
	default:
		close(e.held)
	}
}

func (e *echoes) holding() chan struct{} {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.held == nil {
		e.held = make(chan struct{})
	}
	return e.held
}

// ends remembers how a request is cancelled; a nil end cancels it.
func (e *echoes) ends(id string, end func()) {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case e.under == nil:
		e.under = map[string]func(){id: end}
	case end != nil:
		e.under[id] = end
	case e.under[id] != nil:
		e.under[id]()
	}
}

// answer: "wait" answers nobody until it is cancelled, "held" until it is let go,
// "slow" tells of its progress, "bad" is an error with the code that it is asked for.
func (e *echoes) answer(ctx context.Context, message []byte, out Sink) {
	e.taken.Add(1)
	v, _ := strictjson.Decode(message, strictjson.Options{AllowNull: true, MaxBytes: maxBody})
	method, _ := v.Get("method").Text()
	id := v.Get("id").Raw()
	if len(id) == 0 {
		if v == nil {
			out.Send(wrong(nil, -32700, "no"))
		}
		if method == "notifications/cancelled" {
			e.ends(string(v.Get("params").Get("requestId").Raw()), nil)
		}
		return
	}
	switch method {
	case "much":
		if out.Send(append([]byte(`{"jsonrpc":"2.0","id":1,"result":"`+strings.Repeat("x", 32<<20)), `"}`...)) != nil {
			e.unsent.Add(1)
		}
		return
	case "held":
		<-e.holding()
	case "wait":
		inner, end := context.WithCancel(ctx)
		defer end()
		ctx = inner
		e.ends(string(id), end)
		e.waiting.Add(1)
		<-ctx.Done()
		e.waiting.Add(-1)
		e.cancelled.Add(1)
		return
	case "slow":
		out.Send([]byte(`{"jsonrpc":"2.0","method":"notifications/progress","params":{}}`))
	case "bad":
		code, _ := v.Get("params").Get("code").Int()
		out.Send(wrong(id, int(code), "bad"))
		return
	}
	out.Send(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":{"echo":%s}}`, id, v.Get("params").Raw()))
}

// house is a door that is open in front of a fake.
type doorway struct {
	*echoes
	addr string
	url  string
	end  func() error
	told chan fault.Problem
}

func opened(t *testing.T, origins ...string) *doorway {
	t.Helper()
	return waiting(t, patience(), origins...)
}

func waiting(t *testing.T, wait waits, origins ...string) *doorway {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	_, port, _ := net.SplitHostPort(addr)
	d := &doorway{echoes: &echoes{}, addr: addr, url: "http://" + addr + "/mcp", told: make(chan fault.Problem, 100)}
	h := newHall(d.echoes, Door{Token: pass, Hosts: []string{addr, "localhost:" + port, "[::1]:" + port}, Origins: origins}, func(p fault.Problem) { d.told <- p })
	h.waits = wait
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- h.serve(ctx, l) }()
	d.end = sync.OnceValue(func() error { cancel(); return <-ended })
	t.Cleanup(func() {
		if err := d.end(); err != nil {
			t.Error(err)
		}
	})
	return d
}

// got is an answer.
type got struct {
	status int
	head   http.Header
	body   string
}

// ask sends one request; headers are "Name: value" and replace what is usual, an empty
// value removes it.
func (d *doorway) ask(t *testing.T, method, path, body string, headers ...string) got {
	t.Helper()
	if method == "GET" || method == "DELETE" {
		body = ""
	}
	r, err := http.NewRequest(method, "http://"+d.addr+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = http.Header{"Authorization": {"Bearer " + pass}, "Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		switch {
		case name == "Host":
			r.Host = value
		case value == "":
			r.Header.Del(name)
		case strings.HasPrefix(name, "+"):
			r.Header.Add(name[1:], value)
		default:
			r.Header.Set(name, value)
		}
	}
	answer, err := (&http.Transport{DisableKeepAlives: true, DisableCompression: true}).RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	all, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return got{answer.StatusCode, answer.Header, string(all)}
}

const initialize = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}`

// session begins one.
func (d *doorway) session(t *testing.T) (header string) {
	t.Helper()
	a := d.ask(t, "POST", "/mcp", initialize)
	id := a.head.Get("Mcp-Session-Id")
	if a.status != 200 || id == "" {
		t.Fatalf("%+v", a)
	}
	return "Mcp-Session-Id: " + id
}

// raw sends bytes on a connection of its own and gives the status line of the answer, ""
// where there was none.
func (d *doorway) raw(t *testing.T, text string) string {
	t.Helper()
	c, err := net.Dial("tcp", d.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	go io.WriteString(c, text) // the other side may stop reading
	line, _ := bufio.NewReader(c).ReadString('\n')
	return strings.TrimSpace(line)
}
