package client

import (
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/client/transport"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
)

// Frames arrive whole and in order, whoever writes them.
func TestOutboxKeepsFramesWhole(t *testing.T) {
	r, w := io.Pipe()
	o := newOutbox(w, 1<<20)
	got := make(chan string)
	go func() {
		all, _ := io.ReadAll(r)
		got <- string(all)
	}()
	var all sync.WaitGroup
	for i := range 100 {
		all.Go(func() {
			if _, err := o.Write([]byte("<" + strings.Repeat(strconv.Itoa(i), 50) + ">\n")); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for drained := false; !drained; {
		o.mu.Lock()
		drained = o.size == 0
		o.mu.Unlock()
	}
	_ = o.Close()
	<-o.done
	lines := strings.Split(strings.TrimSpace(<-got), "\n")
	if len(lines) != 100 {
		t.Errorf("%d lines", len(lines))
	}
	for _, l := range lines {
		if !strings.HasPrefix(l, "<") || !strings.HasSuffix(l, ">") || strings.Count(l, "<") != 1 {
			t.Errorf("%q", l)
		}
	}
	if _, err := o.Write([]byte("x\n")); !errors.Is(err, errClosed) {
		t.Error(err)
	}
}

// What nobody reads is bounded, and blocks no writer.
func TestOutboxIsBounded(t *testing.T) {
	_, w := io.Pipe()
	o := newOutbox(w, 100)
	began := time.Now()
	n := 0
	for ; n < 50; n++ {
		if _, err := o.Write(make([]byte, 10)); err != nil {
			if !errors.Is(err, errUnread) {
				t.Error(err)
			}
			break
		}
	}
	if n != 10 || time.Since(began) > 20*time.Second {
		t.Errorf("%d frames in %v", n, time.Since(began))
	}
	_ = o.Close()
	<-o.done
}

// The layout that withdraw looks for is the transport's.
func TestWithdrawFindsTheTransportsFrames(t *testing.T) {
	frame, err := json.Marshal(transport.JSONRPCRequest{JSONRPC: "2.0", ID: mcpgo.NewRequestId(int64(7)), Method: "tools/call", Params: json.RawMessage(`{}`)})
	if err != nil {
		t.Fatal(err)
	}
	_, w := io.Pipe()
	o := newOutbox(w, 1000)
	for range 2 { // the first is being written
		if _, err := o.Write([]byte("{}\n")); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := o.Write(frame); err != nil {
		t.Fatal(err)
	}
	if o.withdraw(70) || !o.withdraw(7) || o.withdraw(7) {
		t.Errorf("not found in %s", frame)
	}
	_ = o.Close()
	<-o.done
}

// broken fails every write, as the pipe of a server that is gone does.
type broken struct{ io.Writer }

func (broken) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }
func (broken) Close() error              { return nil }

func TestOutboxOfAServerThatIsGone(t *testing.T) {
	o := newOutbox(broken{}, 1000)
	if _, err := o.Write([]byte("{}\n")); err != nil {
		t.Error(err)
	}
	<-o.done
	if _, err := o.Write([]byte("{}\n")); !errors.Is(err, errClosed) {
		t.Error(err)
	}
}
