package gateway

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"usher/pkg/mcp/client"
	"usher/pkg/names"
)

// SPEC V3: no answer reaches another request's asker, and a cancelled one gets none,
// while half of 200 at a time are given up.
func TestAnswersFindTheirRequest_V3(t *testing.T) {
	w := newWorld(t, map[string]string{"policy.json": serving})
	w.decide(mark("lookup", "allow"))
	w.still = w.read()
	w.forward = func(ctx context.Context, f client.Forward) ([]byte, error) {
		if strings.Contains(string(f.Params), `"wait":true`) {
			<-ctx.Done()
			return nil, ctx.Err()
		}
		return fmt.Appendf(nil, `{"content":[],"echo":%s}`, f.Params), nil
	}
	g := w.gateway(false)
	const calls, wide = 1000, 200
	pattern := regexp.MustCompile(`^\{"jsonrpc":"2.0","id":(\d+),"result":\{"content":\[\],"echo":\{"name":"lookup","arguments":\{"n":(\d+)\}\}\}\}$`)
	var sessions sync.WaitGroup
	for range 2 { // two sessions of one gateway with the same ids
		c := w.begun(g)
		sessions.Go(func() {
			for from := 0; from < calls/2; from += wide {
				var lines []string
				for n := from; n < min(from+wide, calls/2); n++ {
					more := ""
					if n%2 == 1 {
						more = `,"wait":true`
					}
					lines = append(lines, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"acme__lookup","arguments":{"n":%d%s}}}`, n, n, more))
					if n%2 == 1 {
						lines = append(lines, fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`, n))
					}
				}
				go func() { _, _ = io.WriteString(c.in, strings.Join(lines, "\n")+"\n") }()
				seen := map[string]bool{}
				for range len(lines) / 3 {
					line := c.recv()
					m := pattern.FindStringSubmatch(line)
					if m == nil || m[1] != m[2] || seen[m[1]] {
						t.Errorf("answer %s", line)
						return
					}
					seen[m[1]] = true
				}
			}
			wantPart(t, c.ask(`{"jsonrpc":"2.0","id":"end","method":"ping"}`), `"id":"end"`)
		})
	}
	sessions.Wait()
}

// An id that is under way is not taken a second time.
func TestIDUnderWay(t *testing.T) {
	w := newWorld(t, map[string]string{"policy.json": serving})
	w.decide(mark("lookup", "allow"))
	let := make(chan bool)
	w.forward = func(context.Context, client.Forward) ([]byte, error) {
		<-let
		return []byte(`{}`), nil
	}
	c := w.begun(w.gateway(false))
	c.send(lookup(`"x"`, ""))
	wantPart(t, c.ask(lookup(`"x"`, "")), `"id":"x","error":{"code":-32600`)
	close(let)
	wantPart(t, c.recv(), `"id":"x","result":{}`)
}

// SPEC V3: progress keeps its order and comes before the answer.
func TestProgressBeforeTheAnswer_V3(t *testing.T) {
	w := newWorld(t, map[string]string{"policy.json": serving})
	w.decide(mark("lookup", "allow"))
	w.forward = func(_ context.Context, f client.Forward) ([]byte, error) {
		for n := range 50 {
			if f.Progress != nil {
				f.Progress(fmt.Appendf(nil, `{"progressToken":9007199254740993,"progress":%d}`, n))
			}
		}
		return []byte(`{}`), nil
	}
	c := w.begun(w.gateway(false))
	c.send(lookup("1", `,"_meta":{"progressToken":9007199254740993}`))
	for n := range 50 {
		if got, want := c.recv(), fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":9007199254740993,"progress":%d}}`, n); got != want {
			t.Fatalf("got %s, want %s", got, want)
		}
	}
	wantPart(t, c.recv(), `"id":1,"result":{}`)
	wantPart(t, c.ask(lookup("2", "")), `"id":2`) // without a token none is sent
}

// SPEC V5: when the assistant is gone, or the gateway is to end, calls are cancelled and
// have ended when it returns; what ends by itself is still answered.
func TestEndCancelsCalls_V5(t *testing.T) {
	for name, end := range map[string]func(*chat, context.CancelFunc){
		"the input ends":   func(c *chat, _ context.CancelFunc) { _ = c.in.Close() },
		"the context ends": func(_ *chat, cancel context.CancelFunc) { cancel() },
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, map[string]string{"policy.json": serving})
			w.decide(mark("lookup", "allow"))
			var running atomic.Int32
			began := make(chan bool, 10)
			w.forward = func(ctx context.Context, _ client.Forward) ([]byte, error) {
				running.Add(1)
				defer running.Add(-1)
				began <- true
				<-ctx.Done()
				return nil, ctx.Err()
			}
			g := w.gateway(false)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			in, toServer := io.Pipe()
			over := make(chan error, 1)
			go func() { over <- g.ServeStdio(ctx, in, io.Discard) }()
			c := &chat{t: t, in: toServer}
			c.send(hello, lookup("1", ""), lookup("2", ""))
			<-began
			<-began
			end(c, cancel)
			select {
			case err := <-over:
				if running.Load() != 0 || (name == "the input ends") != (err == nil) {
					t.Errorf("%v, %d still run", err, running.Load())
				}
			case <-time.After(time.Minute):
				t.Fatal("it does not end")
			}
			_ = toServer.Close()
		})
	}
}

func TestBriefOnesAreAnsweredAtTheEnd(t *testing.T) {
	w := newWorld(t, nil)
	var out strings.Builder
	in := strings.NewReader(hello + "\n" + `{"jsonrpc":"2.0","id":1,"method":"tools/list"}` + "\n")
	if err := w.gateway(false).ServeStdio(t.Context(), in, &out); err != nil {
		t.Fatal(err)
	}
	wantPart(t, out.String(), `"id":0,"result"`, `"id":1,"result":{"tools":[`)
}

// A stream that breaks ends the session.
func TestBrokenStreamEnds(t *testing.T) {
	w := newWorld(t, nil)
	in, toServer := io.Pipe()
	defer toServer.Close()
	over := make(chan error, 1)
	go func() { over <- w.gateway(false).ServeStdio(t.Context(), in, broken{}) }()
	go func() { _, _ = io.WriteString(toServer, hello+"\n") }()
	select {
	case err := <-over:
		if !errors.Is(err, errBroken) {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Fatal("it does not end")
	}
}

var errBroken = errors.New("broken pipe")

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errBroken }

// SPEC V3, V6: what belongs to no request reaches whoever wants to hear it.
func TestNotices_V3(t *testing.T) {
	w := newWorld(t, map[string]string{"policy.json": `{"serve":{"resources":true,"prompts":true}}`})
	g := w.gateway(true)
	var heard collector
	s := g.NewSession()
	defer s.Close()
	take := func(line string) string {
		var out collector
		s.Take(t.Context(), []byte(line), &out)
		return out.last()
	}
	tells := func(method, params string) {
		if take := g.Notice("acme", method); take != nil {
			take([]byte(params))
		}
	}
	g.Changed("acme") // before the session began
	other := g.NewSession()
	defer other.Close()
	done := g.calling("acme", s, nil)
	take(hello)
	defer s.Listen(&heard)()
	wantPart(t, take(`{"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":"warning"}}`), `"result":{}`)
	wantPart(t, take(`{"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":"loud"}}`), `-32602`)
	w.decide(mark("resources/read", "allow"))
	wantPart(t, take(`{"jsonrpc":"2.0","id":2,"method":"resources/subscribe","params":{"uri":"acme+x:y"}}`), `"result"`)
	for _, n := range []struct{ method, params string }{
		{"notifications/message", `{"level":"info","data":"quiet"}`}, {"notifications/message", `{"level":"error","data":9007199254740993}`},
		{"notifications/resources/updated", `{"uri":"x:other"}`}, {"notifications/resources/updated", `{ "uri":"x:y","k":1}`},
		{"notifications/prompts/list_changed", `{}`}, {"notifications/made/up", `{}`},
	} {
		tells(n.method, n.params)
	}
	// What nobody's call caused, or one of several, is told to none (SPEC V7).
	both := g.calling("acme", other, nil)
	tells("notifications/message", `{"level":"error","data":"whose?"}`)
	both()
	// What came while the call was under way is its own, though it has its answer by now.
	late := g.Notice("acme", "notifications/message")
	done()
	late([]byte(`{"level":"error","data":"late"}`))
	// Where nobody listens it goes before the answer.
	var before collector
	both = g.calling("acme", other, &before)
	var out collector
	other.Take(t.Context(), []byte(hello), &out)
	other.Take(t.Context(), []byte(`{"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":"warning"}}`), &out)
	tells("notifications/message", `{"level":"error","data":"the other's"}`)
	both()
	if got := before.last(); got != `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"error","data":"the other's"}}` {
		t.Errorf("before the answer came %s", got)
	}
	tells("notifications/message", `{"level":"error","data":"nobody's"}`)
	g.Changed(names.ServerID("acme"))
	want := []string{
		`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"error","data":9007199254740993}}`,
		`{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{ "uri":"acme+x:y","k":1}}`,
		`{"jsonrpc":"2.0","method":"notifications/prompts/list_changed"}`,
		`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"error","data":"late"}}`,
		`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`,
	}
	until(t, func() bool {
		heard.mu.Lock()
		defer heard.mu.Unlock()
		return len(heard.frames) >= len(want)
	})
	if got := strings.Join(heard.frames, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("heard\n%s", got)
	}
}

// 2026-07-28: a subscription is acknowledged first, hears what it asked for under its
// own id, and ends with its request.
func TestSubscriptions_V3(t *testing.T) {
	w := newWorld(t, nil)
	g := w.gateway(true)
	c := w.begun(g)
	got := c.ask(modern(`"s"`, "subscriptions/listen", `"notifications":{"toolsListChanged":true,"promptsListChanged":false,"resourceSubscriptions":["x:y"]},`))
	if got != `{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"s"},"notifications":{"toolsListChanged":true}}}` {
		t.Errorf("acknowledged %s", got)
	}
	g.subscribers(promptsChanged)
	g.subscribers(toolsChanged)
	wantPart(t, c.recv(), `"method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"s"}}`)
	c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"s"}}`)
	until(t, func() bool {
		g.mu.Lock()
		defer g.mu.Unlock()
		return len(g.subs) == 0
	})
	wantPart(t, c.ask(`{"jsonrpc":"2.0","id":1,"method":"ping"}`), `"id":1`)
}
