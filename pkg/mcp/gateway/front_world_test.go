package gateway

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"usher/pkg/digest"
	"usher/pkg/effective"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/hooks"
	"usher/pkg/mcp"
	"usher/pkg/mcp/client"
	"usher/pkg/proc"
	"usher/pkg/trust"
)

// world is a person's folders, a server of theirs and what was decided, in a test.
type world struct {
	t      testing.TB
	dirs   engine.Dirs
	mu     sync.Mutex
	still  *engine.Standing // in place of a reading
	kept   bool             // the list is known
	says   string           // what a hook prints
	ran    []string
	told   []gate.Decision
	at     engine.At // of the last one
	hooked []string  // before the last one
	said   []fault.Problem
	list   mcp.Manifest
	came   []client.Forward

	startErr, unwritten error
	forward             func(ctx context.Context, f client.Forward) ([]byte, error)
	onStart             func()
}

const (
	acmeFile = `{"servers":[{"id":"acme","command":"sh"}]}`
	acmeTool = `{"x-note":9007199254740993, "name" : "lookup" ,"inputSchema":{"type":"object","$schema":"s"},"odd":[1.50]}`
	odd      = `{ "z":1 ,"content":[{"type":"video","x":9007199254740993,"y":1.50e1},{"type":"text","text":"\u003c<"}],"isError":false,"_meta":{"k":-0.0}}`
)

func newWorld(t testing.TB, files map[string]string) *world {
	t.Helper()
	base := t.TempDir()
	w := &world{t: t, kept: true, dirs: engine.Dirs{Machine: "/no/such/usher", Home: filepath.Join(base, "home"), State: filepath.Join(base, "state")}}
	for _, d := range []string{w.dirs.Home, w.dirs.State} {
		if err := os.Mkdir(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	w.write("mcp.json", acmeFile)
	for name, data := range files {
		w.write(name, data)
	}
	w.lists(acmeTool)
	w.forward = func(context.Context, client.Forward) ([]byte, error) { return []byte(odd), nil }
	w.decide(func(l *trust.Ledger, k trust.Key) { l.Approve(k) })
	return w
}

func (w *world) write(name, data string) {
	w.t.Helper()
	if err := os.WriteFile(filepath.Join(w.dirs.Home, name), []byte(data), 0o600); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) lists(tools ...string) {
	w.t.Helper()
	m, err := mcp.ReadTools([][]byte{[]byte(`{"tools":[` + strings.Join(tools, ",") + `]}`)})
	if err != nil || len(m.Tools) != len(tools) {
		w.t.Fatal(err, m.NotOffered)
	}
	w.mu.Lock()
	w.list = m
	w.mu.Unlock()
}

func (w *world) read() *engine.Standing {
	return engine.Read(w.dirs,
		func(command, _, _ string) effective.Program {
			return effective.Program{Path: "/bin/" + command, Real: "/bin/" + command}
		},
		func(dir string) (string, string) { return dir, "" })
}

// decide gives the ledger what f says about acme's present launch.
func (w *world) decide(f func(*trust.Ledger, trust.Key)) {
	w.t.Helper()
	s := w.read()
	sv, ok := s.Set.Find("acme")
	if !ok {
		w.t.Fatal("no server acme")
	}
	k := s.Set.Launch(sv).Key
	if err := trust.ChangeLedger(context.Background(), w.dirs.State, func(l *trust.Ledger) error { f(l, k); return nil }); err != nil {
		w.t.Fatal(err)
	}
}

func mark(tool, decision string) func(*trust.Ledger, trust.Key) {
	return func(l *trust.Ledger, k trust.Key) { l.SetMark(k, tool, trust.MarkChange{Decision: &decision}) }
}

func (w *world) Now(context.Context) (Ground, error) {
	w.mu.Lock()
	still := w.still
	w.mu.Unlock()
	if still == nil {
		still = w.read()
	}
	return &spot{w, still}, nil
}

// spot is a Ground.
type spot struct {
	w *world
	s *engine.Standing
}

func (p *spot) Standing() *engine.Standing { return p.s }

func (p *spot) Fire(string) (engine.Fire, func()) {
	return func(ctx context.Context, h hooks.Hook, load hooks.Payload) hooks.Report {
		r := hooks.Runner{Home: "/", Look: func(name, _ string) (string, string) { return "/bin/" + name, "" },
			Run: func(context.Context, proc.Spec) proc.Result {
				p.w.mu.Lock()
				defer p.w.mu.Unlock()
				p.w.ran = append(p.w.ran, string(h.Name)+" "+string(load.JSON()))
				return proc.Result{Ending: proc.Exited, Code: int(h.Command[len(h.Command)-1] - '0'), Stderr: []byte("because"), Stdout: []byte(p.w.says)}
			}}
		return r.Fire(ctx, h, load)
	}, func() {}
}

func (p *spot) Target(context.Context, effective.Server, effective.Launch) (client.Target, error) {
	return client.Target{}, nil
}

func (p *spot) Known(digest.Digest) (mcp.Manifest, bool) {
	p.w.mu.Lock()
	defer p.w.mu.Unlock()
	return p.w.list, p.w.kept
}

func (p *spot) Learn(ctx context.Context, key trust.Key, m mcp.Manifest) (changed []string, err error) {
	tools := map[string]digest.Digest{}
	for _, t := range m.Tools {
		tools[t.Name] = t.Digest
	}
	err = trust.ChangeLedger(ctx, p.w.dirs.State, func(l *trust.Ledger) error {
		changed = l.Observe(key, tools)
		return nil
	})
	return changed, err
}

func (p *spot) Failed(_ context.Context, sv effective.Server, err error) *fault.Error {
	return fault.New(fault.Failed, "server "+string(sv.ID)+": "+err.Error(), "usher server show "+string(sv.ID))
}

func (p *spot) Decided(_ context.Context, at engine.At, _ engine.Request, out engine.Outcome) error {
	p.w.mu.Lock()
	defer p.w.mu.Unlock()
	p.w.told, p.w.at = append(p.w.told, out.Decision), at
	p.w.hooked = nil
	for _, r := range out.Reports {
		p.w.hooked = append(p.w.hooked, string(r.Hook.Name)+" "+r.Verdict.String())
	}
	return p.w.unwritten
}

func (p *spot) Instructions() string { return "be kind" }

func (p *spot) Prompts() []Prompt {
	return []Prompt{{Name: "review", Description: "look at it", Hint: "what"}, {Name: "plain"}}
}

func (p *spot) Expand(name, rest string) (string, error) { return name + ":" + rest, nil }

func (p *spot) Skill(args []byte) ([]byte, error) {
	return []byte(`{"content":[{"type":"text","text":` + string(quote("skill "+string(args))) + `}]}`), nil
}

// fake is the running server.
type fake struct{ w *world }

func (f fake) Offers(string) bool { return true }

func (f fake) Forward(ctx context.Context, q client.Forward) ([]byte, error) {
	f.w.mu.Lock()
	f.w.came = append(f.w.came, q)
	do := f.w.forward
	f.w.mu.Unlock()
	return do(ctx, q)
}

func (w *world) gateway(interactive bool) *Gateway {
	g := New(Options{House: w, Version: "1.2.3", Interactive: interactive, Say: func(p fault.Problem) {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.said = append(w.said, p)
	}})
	g.reach = func(context.Context, Ground, effective.Server) (server, mcp.Manifest, error) {
		if w.onStart != nil {
			w.onStart()
		}
		w.mu.Lock()
		defer w.mu.Unlock()
		return fake{w}, w.list, w.startErr
	}
	return g
}

// chat is an assistant on stdio.
type chat struct {
	t    testing.TB
	in   *io.PipeWriter
	out  *bufio.Reader
	over chan error
}

func (w *world) chat(g *Gateway) *chat {
	w.t.Helper()
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	c := &chat{t: w.t, in: toServer, out: bufio.NewReaderSize(fromServer, 1<<20), over: make(chan error, 1)}
	go func() {
		c.over <- g.ServeStdio(w.t.Context(), in, out)
		_ = out.Close()
	}()
	w.t.Cleanup(func() {
		_ = toServer.Close()
		_ = fromServer.Close()
		select {
		case <-c.over:
		case <-time.After(time.Minute):
			w.t.Error("the session does not end")
		}
	})
	return c
}

func (c *chat) send(lines ...string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, strings.Join(lines, "\n")+"\n"); err != nil {
		c.t.Fatal(err)
	}
}

// recv is the next line, which must be one well-formed message.
func (c *chat) recv() string {
	c.t.Helper()
	line, err := c.out.ReadString('\n')
	if err != nil {
		c.t.Fatal(err)
	}
	if !json.Valid([]byte(line)) {
		c.t.Fatalf("no JSON: %q", line)
	}
	return strings.TrimSuffix(line, "\n")
}

func (c *chat) ask(line string) string {
	c.t.Helper()
	c.send(line)
	return c.recv()
}

const hello = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"elicitation":{}},"clientInfo":{"name":"t","version":"1"}}}`

// begun is a chat after initialize.
func (w *world) begun(g *Gateway) *chat {
	w.t.Helper()
	c := w.chat(g)
	c.ask(hello)
	c.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	return c
}

// collector is a Sink that keeps what it gets.
type collector struct {
	mu     sync.Mutex
	frames []string
}

func (s *collector) Send(f []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.frames = append(s.frames, string(f))
	return nil
}

func (s *collector) last() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.frames) == 0 {
		return ""
	}
	return s.frames[len(s.frames)-1]
}

func wantPart(t testing.TB, got string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if !strings.Contains(got, p) {
			t.Errorf("got  %s\nwant %s", got, p)
		}
	}
}
