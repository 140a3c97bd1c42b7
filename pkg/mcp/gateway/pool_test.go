package gateway

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"usher/pkg/digest"
	"usher/pkg/effective"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/mcp/client"
	"usher/pkg/names"
	"usher/pkg/proc"
	"usher/pkg/trust"
)

// yard is a world with servers in one folder: the machine's, so that each may run.
type yard struct {
	t      *testing.T
	dir    string
	self   string
	pool   *Pool
	clock  atomic.Int64 // nanoseconds that have passed
	told   chan names.ServerID
	refuse atomic.Pointer[fault.Error] // of every target

	kept atomic.Pointer[mcp.Manifest] // the list that was kept of every server

	mu      sync.Mutex
	learned []string
}

func newYard(t *testing.T) *yard {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	y := &yard{t: t, dir: t.TempDir(), self: self, told: make(chan names.ServerID, 100)}
	y.pool = NewPool(PoolOptions{
		Dial: client.Dial, Changed: func(id names.ServerID) { y.told <- id },
		Now: func() time.Time { return time.Unix(1e9, y.clock.Load()) },
	})
	t.Cleanup(y.pool.Close)
	return y
}

// plot is what holds there with these servers: "id mode" each.
type plot struct {
	Ground // what is not written here is not used
	y      *yard
	s      *engine.Standing
}

func (y *yard) plot(servers ...string) plot {
	var entries []string
	for _, s := range servers {
		id, rest, _ := strings.Cut(s, " ")
		mode, more, _ := strings.Cut(rest, " ")
		entries = append(entries, fmt.Sprintf(`{"id":%q,"command":%q,"args":["role:server",%q,%q]%s}`, id, y.self, mode, y.starts(id), more))
	}
	text := `{"servers":[` + strings.Join(entries, ",") + `]}`
	m := engine.Material{
		Machine: trust.Layer{Name: trust.Machine, Dir: y.dir, Files: map[string]trust.Entry{
			effective.ServersFile: {Path: filepath.Join(y.dir, "mcp.json"), Data: []byte(text), Present: true},
		}},
		Home: y.dir,
	}
	resolve := func(command, _, _ string) effective.Program { return effective.Program{Path: command, Real: command} }
	return plot{y: y, s: engine.Stand(m, resolve, func(dir string) (string, string) { return dir, "" })}
}

func (y *yard) starts(id string) string { return filepath.Join(y.dir, id+".starts") }

// started is how often a server was started.
func (y *yard) started(id string) int {
	data, _ := os.ReadFile(y.starts(id))
	return strings.Count(string(data), "\n")
}

func (p plot) Standing() *engine.Standing { return p.s }

func (p plot) Target(_ context.Context, sv effective.Server, l effective.Launch) (client.Target, error) {
	if e := p.y.refuse.Load(); e != nil {
		return client.Target{}, e
	}
	return client.Target{
		ID: sv.ID, Program: l.Program.Real, Args: sv.Args, Dir: p.y.dir, Env: []string{"PATH=/usr/bin:/bin"}, Grace: 50 * time.Millisecond,
		Reaper: proc.Program{Path: p.y.self, Args: []string{proc.ReaperWord}},
	}, nil
}

func (p plot) Learn(_ context.Context, key trust.Key, m mcp.Manifest) ([]string, error) {
	p.y.mu.Lock()
	defer p.y.mu.Unlock()
	p.y.learned = append(p.y.learned, string(key.Server)+" "+m.Tools[0].Description)
	return nil, nil
}

func (p plot) Known(digest.Digest) (mcp.Manifest, bool) {
	if m := p.y.kept.Load(); m != nil {
		return *m, true
	}
	return mcp.Manifest{}, false
}

func (p plot) Failed(_ context.Context, sv effective.Server, err error) *fault.Error {
	return &fault.Error{Message: `server "` + string(sv.ID) + `" ` + err.Error(), Hints: []string{"usher server restart " + string(sv.ID)}, Err: err}
}

func (p plot) conn(id string) (*client.Conn, mcp.Manifest, error) {
	return p.connWithin(p.y.t.Context(), id)
}

func (p plot) connWithin(ctx context.Context, id string) (*client.Conn, mcp.Manifest, error) {
	sv, ok := p.s.Set.Find(names.ServerID(id))
	if !ok {
		p.y.t.Errorf("no server %s: %v", id, p.s.Problems)
		return nil, mcp.Manifest{}, errors.New("no server")
	}
	return p.y.pool.Conn(ctx, p, sv)
}

func (y *yard) state(id string) ServerState {
	for _, s := range y.pool.States() {
		if s.ID == names.ServerID(id) {
			return s
		}
	}
	return ServerState{}
}

// until waits for what has to come by itself.
func (y *yard) until(what string, is func() bool) {
	y.t.Helper()
	for end := time.Now().Add(time.Minute); !is(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			y.t.Fatalf("%s did not come", what)
		}
	}
}

// TestAServerStartsOnceHoweverManyAsk (SPEC V5, M4): and its list was learned before
// anybody got it.
func TestAServerStartsOnceHoweverManyAsk(t *testing.T) {
	y := newYard(t)
	p := y.plot("notes good")
	if n := y.started("notes"); n != 0 || len(y.pool.States()) != 0 {
		t.Fatalf("started %d before anybody asked", n)
	}
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() {
			conn, m, err := p.conn("notes")
			if err != nil || conn == nil || len(m.Tools) != 1 {
				t.Errorf("%v %v", m, err)
			}
		})
	}
	group.Wait()
	if n := y.started("notes"); n != 1 {
		t.Errorf("started %d times", n)
	}
	if s := y.state("notes"); s.State != Running || s.Tools != 1 || len(y.learned) != 1 {
		t.Errorf("%+v, learned %v", s, y.learned)
	}
}

// TestASlowServerDelaysNoOther (SPEC V5, S11): one that never answers holds up those
// alone who want it, and they can give up.
func TestASlowServerDelaysNoOther(t *testing.T) {
	y := newYard(t)
	p := y.plot("mute mute", "broken broken", "notes good")
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		_, _, err := p.connWithin(ctx, "mute")
		ended <- err
	}()
	if _, _, err := p.conn("broken"); err == nil || !strings.Contains(err.Error(), "no database here") {
		t.Errorf("the broken one: %v", err)
	}
	if _, _, err := p.conn("notes"); err != nil {
		t.Errorf("the good one: %v", err)
	}
	if s := y.state("mute"); s.State != Starting {
		t.Errorf("%+v", s)
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("who gave up got %v", err)
	}
}

// TestFailuresAreBounded (SPEC V5): at once, then after 1, 2 and 4 s, and after five in
// a row not until a person's restart. Each refusal says when, and what the server said.
func TestFailuresAreBounded(t *testing.T) {
	y := newYard(t)
	p := y.plot("broken broken")
	for i, wait := range []time.Duration{0, time.Second, 2 * time.Second, 4 * time.Second} {
		if _, _, err := p.conn("broken"); err == nil || strings.Contains(err.Error(), "earliest") {
			t.Fatalf("start %d: %v", i+1, err)
		}
		if wait == 0 {
			continue
		}
		_, _, err := p.conn("broken")
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("started again in %v at the earliest", wait)) || !strings.Contains(err.Error(), "no database here") {
			t.Errorf("after failure %d: %v", i+1, err)
		}
		y.clock.Add(int64(wait))
	}
	if _, _, err := p.conn("broken"); err == nil || strings.Contains(err.Error(), "not started again") {
		t.Errorf("the fifth start: %v", err)
	}
	y.clock.Add(int64(time.Hour))
	_, _, err := p.conn("broken")
	var fe *fault.Error
	if !errors.As(err, &fe) || !strings.Contains(fe.Message, "failed 5 times in a row and is not started again") || !strings.Contains(fe.Hints[0], "usher server restart broken") {
		t.Errorf("after five: %v", err)
	}
	if n, s := y.started("broken"), y.state("broken"); n != 5 || s.State != Given {
		t.Errorf("started %d times, %+v", n, s)
	}
	if err := y.pool.Restart(t.Context(), p, "broken"); err == nil || y.started("broken") != 6 || y.state("broken").Fails != 1 {
		t.Errorf("restart: %v, started %d times, %+v", err, y.started("broken"), y.state("broken"))
	}
	other := y.plot("broken good")
	if _, _, err := other.conn("broken"); err != nil {
		t.Errorf("another launch waits for the old one's failures: %v", err)
	}
}

// TestWhatAPersonHasToSettleIsNoFailure: a start that was refused before anything ran
// is tried again each time.
func TestWhatAPersonHasToSettleIsNoFailure(t *testing.T) {
	y := newYard(t)
	p := y.plot("notes good")
	y.refuse.Store(fault.New(fault.Refused, "a secret is missing"))
	for range MaxFailures + 2 {
		if _, _, err := p.conn("notes"); err == nil || !strings.Contains(err.Error(), "a secret is missing") {
			t.Fatal(err)
		}
	}
	y.refuse.Store(nil)
	if _, _, err := p.conn("notes"); err != nil {
		t.Error(err)
	}
}

// TestAServerThatDiesSaysItsLastWords (SPEC V5): the call fails with them, and the next
// one starts it again.
func TestAServerThatDiesSaysItsLastWords(t *testing.T) {
	y := newYard(t)
	p := y.plot("notes dies")
	conn, _, err := p.conn("notes")
	if err != nil {
		t.Fatal(err)
	}
	if _, err = conn.Call(t.Context(), "t", []byte("{}")); err == nil || !strings.Contains(err.Error(), "the disk is full") {
		t.Errorf("the call: %v", err)
	}
	y.until("its end", func() bool { return y.state("notes").Fails == 1 })
	if s := y.state("notes"); s.State != Idle || !strings.Contains(s.Last, `server "notes" ended with status 4: the disk is full`) {
		t.Errorf("%+v", s)
	}
	if again, _, err := p.conn("notes"); err != nil || again == conn {
		t.Errorf("the next call: %v", err)
	}
}

// TestALongRunEndsTheRow: a server that worked for a minute failed for another reason.
func TestALongRunEndsTheRow(t *testing.T) {
	y := newYard(t)
	p := y.plot("notes dies")
	for i := range MaxFailures + 3 {
		conn, _, err := p.conn("notes")
		if err != nil {
			t.Fatal(i, err)
		}
		y.clock.Add(int64(Lasting))
		_, _ = conn.Call(t.Context(), "t", []byte("{}"))
		<-conn.Done()
	}
	y.until("the end of the last", func() bool { return y.state("notes").State == Idle })
	if s := y.state("notes"); s.Fails != 1 {
		t.Errorf("%+v", s)
	}
}

// TestKeepEndsWhatMayNotRun (SPEC V4): disabled, gone or defined otherwise, running or
// still starting; what may run is left alone.
func TestKeepEndsWhatMayNotRun(t *testing.T) {
	y := newYard(t)
	for name, after := range map[string]plot{
		"disabled":  y.plot("notes good", `other good ,"disabled":true`),
		"gone":      y.plot("notes good"),
		"otherwise": y.plot("notes good", "other dies"),
	} {
		p := y.plot("notes good", "other good")
		notes, _, err := p.conn("notes")
		if err != nil {
			t.Fatal(err)
		}
		other, _, err := p.conn("other")
		if err != nil {
			t.Fatal(err)
		}
		if ended := y.pool.Sweep(after); len(ended) != 1 || ended[0] != "other" {
			t.Errorf("%s: ended %v", name, ended)
		}
		<-other.Done()
		if _, err := other.Call(t.Context(), "t", []byte("{}")); err == nil {
			t.Errorf("%s: it was called all the same", name)
		}
		if over(notes.Done()) {
			t.Errorf("%s: the other server was ended too", name)
		}
	}
	p := y.plot("mute mute")
	ended := make(chan error)
	go func() {
		_, _, err := p.conn("mute")
		ended <- err
	}()
	y.until("its start", func() bool { return y.started("mute") == 1 })
	y.pool.Keep(y.plot())
	if err := <-ended; err == nil || !strings.Contains(err.Error(), "ended while it was waited for") {
		t.Errorf("who waited got %v", err)
	}
}

// TestAListThatChangesIsLearnedBeforeTheNextCall (SPEC M4, V3).
func TestAListThatChangesIsLearnedBeforeTheNextCall(t *testing.T) {
	y := newYard(t)
	p := y.plot("notes changes")
	conn, _, err := p.conn("notes")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Call(t.Context(), "t", []byte("{}")); err != nil {
		t.Fatal(err)
	}
	if id := <-y.told; id != "notes" {
		t.Errorf("told of %s", id)
	}
	_, m, err := p.conn("notes")
	if err != nil || m.Tools[0].Description != "another" || y.learned[len(y.learned)-1] != "notes another" {
		t.Errorf("%v %v, learned %v", m, err, y.learned)
	}
}

// SPEC V3: an assistant that was told of a kept list hears that the server, once it runs,
// lists something else; and hears nothing where it lists the same.
func TestAnotherListAtTheFirstStartIsTold_V3(t *testing.T) {
	y := newYard(t)
	p := y.plot("notes good", "same good")
	y.kept.Store(&mcp.Manifest{})
	_, list, err := p.conn("notes")
	if err != nil {
		t.Fatal(err)
	}
	if id := <-y.told; id != "notes" {
		t.Errorf("told of %s", id)
	}
	y.kept.Store(&list)
	if _, _, err := p.conn("same"); err != nil {
		t.Fatal(err)
	}
	y.pool.Close()
	if len(y.told) > 0 {
		t.Errorf("told of %s, which lists what it did", <-y.told)
	}
}

// TestRestartStartsAnew (SPEC S12): the old one has ended when the new one starts, and
// one that may not run stays ended.
func TestRestartStartsAnew(t *testing.T) {
	y := newYard(t)
	p := y.plot("notes good")
	old, _, err := p.conn("notes")
	if err != nil {
		t.Fatal(err)
	}
	if err := y.pool.Restart(t.Context(), p, "notes"); err != nil || !over(old.Done()) || y.started("notes") != 2 {
		t.Errorf("%v, started %d times", err, y.started("notes"))
	}
	y.refuse.Store(fault.New(fault.Refused, "the server is disabled"))
	if err := y.pool.Restart(t.Context(), p, "notes"); err == nil || !strings.Contains(err.Error(), "disabled") {
		t.Errorf("one that may not run: %v", err)
	}
	if s := y.state("notes"); s.State != Idle {
		t.Errorf("%+v", s)
	}
	if err := y.pool.Restart(t.Context(), p, "nobody"); err == nil {
		t.Error("a server that is not defined was restarted")
	}
}

// TestCloseEndsEverything (SPEC V5): what runs and what starts, and nothing starts after.
func TestCloseEndsEverything(t *testing.T) {
	y := newYard(t)
	p := y.plot("notes good", "mute mute")
	conn, _, err := p.conn("notes")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() {
		_, _, err := p.conn("mute")
		ended <- err
	}()
	y.until("its start", func() bool { return y.started("mute") == 1 })
	y.pool.Close()
	if err := <-ended; err == nil || !over(conn.Done()) {
		t.Errorf("who waited got %v", err)
	}
	if _, _, err := p.conn("notes"); err == nil || !strings.Contains(err.Error(), "ending") {
		t.Errorf("after the end: %v", err)
	}
}
