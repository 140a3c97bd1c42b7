package client

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func received(t *testing.T, to Target) []string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(to.Dir, "received.txt"))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(data)), "\n")
}

// SPEC Q7, S11: the legacy protocol is asked for and nothing is announced; no
// newer probe costs its five seconds.
func TestHandshakeAnnouncesNothing(t *testing.T) {
	to := fast(t, "ok")
	to.Version = "1.2.3"
	c := mustDial(t, to)
	if _, err := c.Tools(t.Context()); err != nil {
		t.Fatal(err)
	}
	got := received(t, to)
	var first struct {
		Method string
		Params struct {
			ProtocolVersion string
			Capabilities    map[string]any
			ClientInfo      map[string]string
		}
	}
	if err := json.Unmarshal([]byte(got[0]), &first); err != nil || first.Method != "initialize" || first.Params.ProtocolVersion != "2025-11-25" ||
		first.Params.Capabilities == nil || len(first.Params.Capabilities) != 0 || first.Params.ClientInfo["version"] != "1.2.3" {
		t.Errorf("%v %s", err, got[0])
	}
	if len(got) != 3 || !strings.Contains(got[1], `"notifications/initialized"`) || !strings.Contains(got[2], `"tools/list"`) {
		t.Errorf("%q", got)
	}
	name, version, spoken := c.Info()
	if name != "fast" || version != "1" || spoken != "2025-11-25" {
		t.Errorf("%q %q %q", name, version, spoken)
	}
}

// SPEC Q1, V3: a result comes back byte for byte, and arguments arrive with every
// digit.
func TestBytesPassUnchanged(t *testing.T) {
	odd := mustDial(t, fast(t, "odd"))
	got, err := call(t, odd, "echo", "")
	if err != nil || string(got.Raw) != oddResult || got.IsError || len(got.Content) != 2 || got.Content[0].Type != "video" || got.Content[1].Text != "<<\u2028😀é" {
		t.Errorf("%v\n%s\n%+v", err, got.Raw, got)
	}
}

func TestArgumentsArriveWhole(t *testing.T) {
	c := mustDial(t, fast(t, "ok"))
	for _, args := range []string{`{"n":9007199254740993,"s":"<&>\u2028","x":1.50e1,"deep":{"a":[null,true]}}`, `{}`, "{\"a\":\n\n1}"} {
		got, err := call(t, c, "echo", args)
		if err != nil {
			t.Fatal(err)
		}
		want := strings.NewReplacer("\n", "", "<", `\u003c`, "&", `\u0026`, ">", `\u003e`).Replace(args)
		if !strings.Contains(string(got.Raw), `"got":`+want+`}`) {
			t.Errorf("%s arrived in %s", args, got.Raw)
		}
	}
	for _, args := range []string{`[]`, `{`, `{}}`, `{"a":1,"a":2}`, "{\"a\":\"\xff\"}", `null`, `{} {}`, `{"a":"\ud800"}`} {
		if _, err := call(t, c, "echo", args); err == nil {
			t.Errorf("%s was sent", args)
		}
	}
	read, err := c.Read(t.Context(), `file:///a"b`)
	if err != nil || len(read.Content) != 2 || read.Content[0] != (Content{Type: "text", Text: "read", MIME: "text/plain", URI: `file:///a"b`}) ||
		read.Content[1] != (Content{Type: "blob", URI: "x:y", Data: "AAAA"}) {
		t.Errorf("%v %+v", err, read)
	}
}

// SPEC Q7: a call that is given up is cancelled at the server, and ends at once.
func TestGivenUpCallsAreCancelled(t *testing.T) {
	to := fast(t, "hang")
	to.CallTimeout = 300 * time.Millisecond
	c := mustDial(t, to)
	_, err := call(t, c, "echo", "{}")
	failed(t, err, TimedOut, "did not answer tools/call within 300 ms")
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Error("no deadline by errors.Is")
	}
	ctx, cancel := context.WithCancel(t.Context())
	go cancel()
	_, err = c.Call(ctx, "echo", []byte("{}"))
	failed(t, err, Cancelled, "was asked for tools/call, and the request was cancelled")
	if !errors.Is(err, context.Canceled) {
		t.Error("not cancelled by errors.Is")
	}
	// The server reads in order: what it has answered came after both.
	if _, err := c.Tools(t.Context()); err != nil {
		t.Fatal(err)
	}
	got := received(t, to)
	var call struct{ ID int64 }
	if err := json.Unmarshal([]byte(got[2]), &call); err != nil || !strings.Contains(got[2], `"tools/call"`) {
		t.Fatal(err, got)
	}
	want := `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"reason":"nobody waits for the answer any more","requestId":` +
		strconv.FormatInt(call.ID, 10) + `}}`
	if !slices.Contains(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

// A server that does not read its input holds up nobody past their own time, and
// what it never began to read is taken back.
func TestUnreadInputBlocksNobody(t *testing.T) {
	to := fast(t, "deaf")
	to.CallTimeout = 500 * time.Millisecond
	c := mustDial(t, to)
	big := `{"a":"` + strings.Repeat("x", 1<<20) + `"}`
	began := time.Now()
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			args := "{}"
			if i%2 == 0 {
				args = big
			}
			_, err := call(t, c, "echo", args)
			failed(t, err, TimedOut, "did not answer tools/call within 500 ms")
		})
	}
	all.Wait()
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("took %v", took)
	}
	c.out.mu.Lock()
	waiting := c.out.size
	c.out.mu.Unlock()
	if waiting > 3<<20 {
		t.Errorf("%d bytes still wait", waiting)
	}
	began = time.Now()
	c.Close()
	if took := time.Since(began); took > to.Grace+20*time.Second {
		t.Errorf("close took %v", took)
	}
}

func TestMemoryOfUnreadInputIsBounded(t *testing.T) {
	to := fast(t, "deaf")
	c := mustDial(t, to)
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	var unread atomic.Int32
	big := `{"a":"` + strings.Repeat("x", 15<<20) + `"}`
	for range 6 {
		all.Go(func() {
			_, err := c.Call(ctx, "echo", []byte(big))
			if failure(t, err).Kind == Unread {
				unread.Add(1)
				cancel()
			}
		})
	}
	all.Wait()
	cancel()
	if unread.Load() == 0 {
		t.Error("90 MiB were taken for a server that does not read")
	}
}

// SPEC 18: a large answer costs its own size a few times, not eight times.
func TestLargeAnswers(t *testing.T) {
	c := mustDial(t, fast(t, "ok"))
	for _, size := range []int{1, 4 << 10, 64<<10 - 1, 64 << 10, 1 << 20, 60 << 20} {
		got, err := call(t, c, "payload", `{"bytes":`+strconv.Itoa(size)+`}`)
		if err != nil || len(got.Content) != 1 || len(got.Content[0].Text) != size {
			t.Errorf("%d: %v, %d bytes", size, err, len(got.Raw))
		}
	}
	runtime.GC()
	_, err := call(t, c, "payload", `{"bytes":`+strconv.Itoa(70<<20)+`}`)
	failed(t, err, TooLarge, "answered with more than 64 MiB in one message")
	_, err = call(t, c, "payload", `{"bytes":1}`)
	failed(t, err, TooLarge, "answered with more than 64 MiB in one message")
	select {
	case <-c.Done():
	default:
		t.Error("it is not done")
	}
}

// A server that ends tells why at once, also while something it left behind keeps
// its pipes open; that is killed.
func TestEndedServersSayWhy(t *testing.T) {
	for mode, says := range map[string]string{
		"leaves-child":  "ended with status 5: the disk is full",
		"closes-output": "closed its output and said nothing more: going quiet",
	} {
		t.Run(mode, func(t *testing.T) {
			to := fast(t, mode)
			c := mustDial(t, to)
			began := time.Now()
			_, err := call(t, c, "echo", "{}")
			failed(t, err, Ended, says)
			if took := time.Since(began); took > 20*time.Second {
				t.Errorf("took %v", took)
			}
			_, err = c.Tools(t.Context())
			failed(t, err, Ended, says)
		})
	}
}

// SPEC Q7: the list is looked at at most once in every interval, never in the
// reader's own goroutine, and what was said while it was looked at counts.
func TestListChangesAreToldSeldom(t *testing.T) {
	c := mustDial(t, fast(t, "says-changed"))
	c.relist.every = 50 * time.Millisecond
	told := make(chan time.Time, 1000)
	c.OnListChanged(func() {
		told <- time.Now()
		if _, err := c.Tools(context.Background()); err != nil && failure(t, err).Kind != Closed {
			t.Errorf("no list: %v", err)
		}
	})
	began := time.Now()
	for range 3 {
		if _, err := call(t, c, "echo", "{}"); err != nil {
			t.Fatal(err)
		}
	}
	var at []time.Time
	for len(at) < 2 {
		select {
		case now := <-told:
			at = append(at, now)
		case <-time.After(30 * time.Second):
			t.Fatal("not told")
		}
	}
	if gap := at[1].Sub(at[0]); gap < c.relist.every {
		t.Errorf("told again after %v", gap)
	}
	if most := int(time.Since(began)/c.relist.every) + 1; len(at)+len(told) > most {
		t.Errorf("told %d times", len(at)+len(told))
	}
}

// Many calls at once each get their own answer.
func TestEveryCallGetsItsOwnAnswer(t *testing.T) {
	c := mustDial(t, fast(t, "ok"))
	var all sync.WaitGroup
	for i := range 200 {
		all.Go(func() {
			args := `{"i":` + strconv.Itoa(i) + `}`
			got, err := call(t, c, "echo", args)
			if err != nil || !strings.Contains(string(got.Raw), `"got":`+args+`}`) {
				t.Errorf("%d: %v %s", i, err, got.Raw)
			}
		})
	}
	all.Wait()
}

// Close fails what waits, is safe to repeat, and nothing is possible after it.
func TestCloseEndsEverything(t *testing.T) {
	c := mustDial(t, fast(t, "hang"))
	var all sync.WaitGroup
	waiting := make(chan struct{}, 10)
	for range 10 {
		all.Go(func() {
			waiting <- struct{}{}
			_, err := call(t, c, "echo", "{}")
			failed(t, err, Closed, "was ended by usher")
		})
	}
	for range 10 {
		<-waiting
	}
	for range 3 {
		all.Go(c.Close)
	}
	all.Wait()
	_, err := c.Tools(t.Context())
	failed(t, err, Closed, "was ended by usher")
}
