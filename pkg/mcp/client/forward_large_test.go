package client

import (
	"bytes"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// SPEC V3: what is large is passed on as it is, both ways, and whatever it holds: text
// with escapes, pictures, structured content, types that nobody knows.
func TestForwardOfLargeResults(t *testing.T) {
	c := mustDial(t, fast(t, "echo"))
	items := `{"type":"image","data":"` + strings.Repeat("iVBORw0KGgo/+", 1000) + `","mimeType":"image/png"},{"type":"hologram","x":9007199254740993},` +
		`{"type":"text","text":"` + strings.Repeat(`line \u00e9é\n😀`, 1000) + `","_meta":{"k":1.50e1}},`
	for _, size := range []int{100, 64 << 10, 1_000_000, 40_000_000} {
		params := []byte(`{"content":[` + items + `{"type":"text","text":"` + strings.Repeat("x", size) + `"}],"structuredContent":{"b":[],"a":-0.0}, "_meta":{ "z":9007199254740993 }}`)
		got, err := c.Forward(t.Context(), Forward{Method: "tools/call", Params: params})
		if err != nil || !bytes.Equal(got, params) {
			t.Errorf("%d: %v, %d bytes", size, err, len(got))
		}
	}
}

// SPEC Q7: answers go to whom they belong to, however many calls there are on how many
// servers, and more than the pipe holds waits until it is read.
func TestForwardIsUncrossed(t *testing.T) {
	other, err := Dial(t.Context(), fast(t, "echo"))
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	servers := []*Conn{mustDial(t, fast(t, "echo")), other}
	var all sync.WaitGroup
	pad := strings.Repeat("y", 300_000)
	for i := range 60 {
		all.Go(func() {
			params := `{"i":` + strconv.Itoa(i) + `}`
			if i%3 == 0 {
				params = `{"i":` + strconv.Itoa(i) + `,"pad":"` + pad + `"}`
			}
			for range 5 {
				got, err := servers[i%2].Forward(t.Context(), Forward{Method: "tools/call", Params: []byte(params)})
				if err != nil || string(got) != params {
					t.Errorf("%d: %v, %.60s", i, err, got)
				}
			}
		})
	}
	all.Wait()
	for _, c := range servers {
		if n := c.Counts(); n != (Counts{}) {
			t.Errorf("%+v", n)
		}
	}
}

// What waits for a server that does not read is bounded, and is refused once nothing of
// it is read any more; what is small waits its own time.
func TestForwardToADeafServer(t *testing.T) {
	c := mustDial(t, fast(t, "deaf"))
	c.out.stuck = 200 * time.Millisecond
	big := []byte(`{"x":"` + strings.Repeat("x", 40_000_000) + `"}`)
	var all sync.WaitGroup
	var mu sync.Mutex
	var unread int
	for range 2 {
		all.Go(func() {
			_, err := c.Forward(t.Context(), Forward{Method: "tools/call", Params: big, Limit: 3 * time.Second})
			mu.Lock()
			defer mu.Unlock()
			if failure(t, err).Kind == Unread {
				unread++
			} else {
				failed(t, err, TimedOut, "did not answer tools/call within 3 s")
			}
		})
	}
	all.Wait()
	if unread != 1 {
		t.Errorf("%d unread", unread)
	}
}

// What the server tells is handed on as it was sent and in order; a flood of it is
// dropped with a count, and delays no answer (SPEC Q7).
func TestNoticesAreBounded(t *testing.T) {
	c := mustDial(t, fast(t, "notice-flood"))
	wait := make(chan bool)
	var n atomic.Int64
	c.OnNotice(func(method string) func(params []byte) {
		return func(params []byte) {
			<-wait
			if n.Add(1) == 1 && (method != "notifications/message" || string(params) != `{ "n":0,"big":9007199254740993}`) {
				t.Errorf("%s %s", method, params)
			}
		}
	})
	got, err := c.Forward(t.Context(), Forward{Method: "tools/call"})
	if err != nil || string(got) != "{}" {
		t.Error(err, string(got))
	}
	close(wait)
	// The one that is being told is no longer among the thousand that wait, where it was
	// taken before the flood ended.
	for end := time.Now().Add(time.Minute); time.Now().Before(end) && n.Load()+int64(c.Counts().Dropped) < 5000; {
		time.Sleep(time.Millisecond)
	}
	if counts, told := c.Counts(), n.Load(); counts.Notices != 5000 || told < 1000 || told > 1001 || told+int64(counts.Dropped) != 5000 {
		t.Errorf("%+v, told %d", counts, told)
	}
}
