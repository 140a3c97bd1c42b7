package client

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// relayLab answers what is passed on out of an event stream, with progress before and
// after the answer.
func relayLab(t *testing.T, got *[]string) *lab {
	return newLab(t, func(w http.ResponseWriter, req *http.Request, q asked) bool {
		*got = append(*got, q.Method)
		if q.Method != "tools/call" {
			return false
		}
		w.Header().Set("Content-Type", eventStream)
		for _, data := range []string{
			`{"jsonrpc":"2.0","method":"notifications/progress","params":{ "progress":1,"progressToken":%s }}`,
			`{"jsonrpc":"2.0","method":"notifications/message","params":{"data":9007199254740993}}`,
			`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%s,"progress":2}}`,
			`{"jsonrpc":"2.0","id":%s,"result":` + strings.ReplaceAll(oddResult, "%", "%%") + `}`,
		} {
			if strings.Contains(data, "%s") {
				data = fmt.Sprintf(data, q.ID)
			}
			fmt.Fprintf(w, "data: %s\n\n", data)
		}
		return true
	})
}

// SPEC V3: a remote server's results and progress are passed on like a local one's.
func TestForwardOverHTTP(t *testing.T) {
	var got []string
	c := reach(t, far(t, relayLab(t, &got).URL))
	told := make(chan string, 1)
	c.OnNotice(func(method string) func([]byte) { return func(params []byte) { told <- method + string(params) } })
	var h heard
	result, err := c.Forward(t.Context(), Forward{Method: "tools/call", Params: []byte(`{"_meta":{"progressToken":"a\u0062"}}`), Progress: h.take})
	if err != nil || string(result) != oddResult {
		t.Errorf("%v %s", err, result)
	}
	if want := `{ "progress":1,"progressToken":"a\u0062" } {"progressToken":"a\u0062","progress":2}`; strings.Join(h.params, " ") != want {
		t.Errorf("%q", h.params)
	}
	if say := <-told; say != `notifications/message{"data":9007199254740993}` {
		t.Error(say)
	}
}

// A request is sent as it stands, an answer's own error kept, and a cancelled one told
// to the server.
func TestForwardOverHTTPSendsAsItIs(t *testing.T) {
	params := make(chan string, 1)
	cancelled := make(chan bool, 1)
	l := newLab(t, func(w http.ResponseWriter, req *http.Request, q asked) bool {
		switch q.Method {
		case "tools/call":
			params <- string(q.Params.Arguments)
			answers{code: 200, contentType: "application/json", body: `{"jsonrpc":"2.0","id":%s,"error":{"code":-1, "message":"\u003c","data":[9007199254740993]}}`}.to(w, q)
		case "stall":
			<-req.Context().Done()
		case "notifications/cancelled":
			cancelled <- true
			return false
		default:
			return false
		}
		return true
	})
	c := reach(t, far(t, l.URL))
	_, err := c.Forward(t.Context(), Forward{Method: "tools/call", Params: []byte(`{"arguments":{"a":"\u003c<&","n":9007199254740993 }}`)})
	if got := <-params; got != `{"a":"\u003c<&","n":9007199254740993 }` {
		t.Error(got)
	}
	failed(t, err, Answered, "error -1")
	if got := string(failure(t, err).Answer()); got != `{"code":-1, "message":"\u003c","data":[9007199254740993]}` {
		t.Error(got)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err = c.Forward(ctx, Forward{Method: "stall"})
	failed(t, err, TimedOut, "did not answer stall in the time that the caller had")
	<-cancelled
	_, err = c.Forward(t.Context(), Forward{Method: "stall", Limit: 20 * time.Millisecond})
	failed(t, err, TimedOut, "did not answer stall within 20 ms")
	<-cancelled
}

// SPEC O2: only what was marked read-only is sent a second time.
func TestForwardAndALostSession(t *testing.T) {
	calls, gone := 0, false
	l := newLab(t, func(w http.ResponseWriter, req *http.Request, q asked) bool {
		if q.Method == "tools/call" {
			if calls++; gone {
				gone = false
				w.WriteHeader(http.StatusNotFound)
				return true
			}
		}
		return false
	})
	c := reach(t, far(t, l.URL))
	for again, want := range map[bool]int{true: 2, false: 1} {
		calls, gone = 0, true
		_, err := c.Forward(t.Context(), Forward{Method: "tools/call", Params: []byte(`{"arguments":{}}`), Again: again})
		if again && err != nil || calls != want {
			t.Errorf("%v: %v, %d calls", again, err, calls)
		}
		if !again {
			failed(t, err, SessionLost, "tools/call was not sent again")
		}
	}
}

// SPEC S11, O2: a server that lost its session and begins no other one holds a call up no
// longer than a start may take, and those that wait for the same.
func TestForwardAndASessionThatDoesNotBegin(t *testing.T) {
	begun := 0
	l := newLab(t, func(w http.ResponseWriter, req *http.Request, q asked) bool {
		switch {
		case q.Method == "initialize":
			if begun++; begun > 1 {
				<-req.Context().Done()
				return true
			}
		case q.Method == "tools/call":
			w.WriteHeader(http.StatusNotFound)
			return true
		}
		return false
	})
	c := reach(t, far(t, l.URL))
	c.far.target.StartTimeout = 50 * time.Millisecond
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	_, err := c.Forward(ctx, Forward{Method: "tools/call", Params: []byte(`{"arguments":{}}`)})
	failed(t, err, TimedOut, "did not answer initialize within 50 ms")
	if ctx.Err() != nil {
		t.Error("it was waited for without end")
	}
}
