package client

import (
	"crypto/tls"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"log"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// collected are the messages of a stream.
func collected(stream string, limit int) (got []string, at cursor, err error) {
	err = events(strings.NewReader(stream), limit, &at, func(data []byte) error {
		got = append(got, string(data))
		return nil
	})
	return got, at, err
}

// An event stream as the standard writes it: fields, comments, line ends, numbers.
func TestEvents(t *testing.T) {
	for _, c := range []struct {
		stream, want, id string
		retry            time.Duration
	}{
		{"data: a\n\ndata: b\n\n", "a|b", "", 0},
		{"data: a\r\n\r\ndata:b\r\n\r\n", "a|b", "", 0},
		{"data: a\ndata:  b\ndata:\ndata\n\n", "a\n b\n\n", "", 0},
		{"\ufeffdata: a\n\n", "a", "", 0},
		{": ping\n\n:\ndata: a\n: pong\n\n", "a", "", 0},
		{"event: message\ndata: a\n\nevent: other\ndata: b\n\ndata: c\n\n", "a|c", "", 0},
		{"data: a", "a", "", 0},
		{"data: a\n", "a", "", 0},
		{"id: 7\nretry: 1500\ndata: a\n\nid: 8\ndata: \n\n", "a", "8", 1500 * time.Millisecond},
		{"id: 7\n\nid\n\n", "", "", 0},
		{"id: a b\n\nid: \x00x\n\nid: é\n\n", "", "", 0},
		{"id: " + strings.Repeat("x", maxEventID+1) + "\n\n", "", "", 0},
		{"retry: 99999999999999999999\nretry: -1\nretry: 1e3\nretry: \n\n", "", "", 0},
		{"DATA: a\nData: b\n data: c\n\n", "", "", 0},
		{"\n\n\n", "", "", 0},
	} {
		got, at, err := collected(c.stream, 2*maxEventID)
		if err != nil || strings.Join(got, "|") != c.want || at.id != c.id || at.retry != c.retry {
			t.Errorf("%q: %q %+v %v", c.stream, got, at, err)
		}
	}
}

// SPEC 18: an event is bounded, as one line and as many.
func TestEventsAreBounded(t *testing.T) {
	for _, stream := range []string{"data: " + strings.Repeat("x", 200), strings.Repeat("data: xxxxxxxxx\n", 20), strings.Repeat("data\n", 200), ":" + strings.Repeat("x", 300)} {
		if _, _, err := collected(stream, 100); !errors.Is(err, errTooLong) {
			t.Errorf("%.20q: %v", stream, err)
		}
	}
	for asked, want := range map[time.Duration]time.Duration{0: minReopen, time.Millisecond: minReopen, 5 * time.Second: 5 * time.Second, time.Hour: maxReopen} {
		if got := (cursor{retry: asked}).wait(); got != want {
			t.Errorf("%v: %v", asked, got)
		}
	}
}

// Whatever comes, no event is longer than the bound, and its number can stand in a
// header.
func FuzzEvents(f *testing.F) {
	f.Add("id: 7\nretry: 3\ndata: a\r\ndata: b\n\n")
	f.Add("\ufeff:\n\n\r\ndata")
	f.Fuzz(func(t *testing.T, stream string) {
		got, at, _ := collected(stream, 64)
		for _, data := range got {
			if len(data) > 64 {
				t.Errorf("%d bytes", len(data))
			}
		}
		if !visible([]byte(at.id)) || len(at.id) > maxEventID || at.retry < 0 {
			t.Errorf("%+v", at)
		}
	})
}

// The parameters of WWW-Authenticate, in all the ways servers write them.
func TestChallenges(t *testing.T) {
	for header, want := range map[string]map[string]string{
		`Bearer`:           {},
		`Bearer realm="x"`: {"realm": "x"},
		`Bearer realm=x, a = "b, c=\"d\"" ,scope="s t"`:                                        {"realm": "x", "a": `b, c="d"`, "scope": "s t"},
		`Basic realm="x", Bearer resource_metadata="https://a.example/m", error=invalid_token`: {"realm": "x", "resource_metadata": "https://a.example/m", "error": "invalid_token"},
		`bearer RESOURCE_METADATA="https://a.example/m"`:                                       {"resource_metadata": "https://a.example/m"},
		`Bearer a="1", a="2"`: {"a": "1"},
		`Bearer a="open`:      {},
		`Bearer a="open\`:     {},
		`=, ="x" a=1`:         {"a": "1"},
		``:                    {},
	} {
		if got := challenge([]string{header}); !maps.Equal(got, want) {
			t.Errorf("%s: %q", header, got)
		}
	}
}

// No header makes the reading fail or go on for ever.
func FuzzChallenge(f *testing.F) {
	f.Add(`Bearer a="b\"c", d=e`)
	f.Add(`=="",,=\`)
	f.Fuzz(func(t *testing.T, header string) {
		for name := range challenge([]string{header}) {
			if name == "" || strings.ContainsAny(name, " ,\t\"") {
				t.Errorf("%q", name)
			}
		}
	})
}

// SPEC Q5: TLS 1.2 or later, a certificate that is trusted, and the ones a policy
// adds.
func TestRemoteTLS(t *testing.T) {
	start := func(version uint16) *httptest.Server {
		srv := httptest.NewUnstartedServer(&lab{})
		srv.Config.ErrorLog = log.New(io.Discard, "", 0)
		srv.TLS = &tls.Config{MinVersion: tls.VersionTLS10, MaxVersion: version}
		srv.StartTLS()
		t.Cleanup(srv.Close)
		return srv
	}
	srv := start(tls.VersionTLS12)
	roots := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: srv.Certificate().Raw})
	_, err := Dial(t.Context(), far(t, srv.URL))
	failed(t, err, Unreachable, "could not be reached safely: x509: certificate signed by unknown authority")
	to := far(t, srv.URL)
	to.Remote.Roots = roots
	c := reach(t, to)
	if m, err := c.Tools(t.Context()); err != nil || len(m.Tools) != 3 {
		t.Error(err)
	}
	to.Remote.URL = strings.Replace(srv.URL, "127.0.0.1", "localhost", 1) // not in the certificate
	_, err = Dial(t.Context(), to)
	failed(t, err, Unreachable, "could not be reached safely: x509: certificate is valid for ")
	to.Remote.URL = start(tls.VersionTLS11).URL
	_, err = Dial(t.Context(), to)
	failed(t, err, Unreachable, "protocol version")
	to.Remote.URL = strings.Replace(newLab(t, nil).URL, "http:", "https:", 1)
	_, err = Dial(t.Context(), to)
	failed(t, err, Unreachable, "does not speak TLS")
	to.Remote.Roots = []byte("no certificate")
	_, err = Dial(t.Context(), to)
	failed(t, err, NotStarted, "the file of policy http.caFile holds no certificate")
}

// Where nothing listens that is said, with the place.
func TestNobodyListens(t *testing.T) {
	l := newLab(t, nil)
	l.Close()
	_, err := Dial(t.Context(), far(t, l.URL))
	failed(t, err, Unreachable, "could not be reached at 127.0.0.1 port "+strings.TrimPrefix(l.URL, "http://127.0.0.1:")+": refuses the connection")
}

// An answer whose stream the server ended is taken up again where it was, no
// sooner than a second later (MCP 2025-11-25).
func TestStreamIsTakenUpAgain(t *testing.T) {
	var mu sync.Mutex
	var asking string
	var ended, again time.Time
	l := newLab(t, func(w http.ResponseWriter, req *http.Request, q asked) bool {
		mu.Lock()
		defer mu.Unlock()
		switch {
		case q.Method == "tools/call":
			w.Header().Set("Content-Type", eventStream)
			fmt.Fprint(w, "retry: 0\nid: e1\ndata: \n\n")
			asking, ended = string(q.ID), time.Now()
			return true
		case req.Method == http.MethodGet && req.Header.Get("Last-Event-ID") == "e1" && req.Header.Get("X-Api-Key") == apiKey:
			again = time.Now()
			w.Header().Set("Content-Type", eventStream)
			fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"content\":[]}}\n\n", asking)
			return true
		}
		return false
	})
	if _, err := call(t, reach(t, far(t, l.URL)), "x", "{}"); err != nil {
		t.Error(err)
	}
	if again.Sub(ended) < minReopen-10*time.Millisecond { // the two clocks of a machine
		t.Errorf("after %v", again.Sub(ended))
	}
}

// The server's own stream tells that the tools changed; it is opened with the
// session, once, and closed with the connection.
func TestListening(t *testing.T) {
	opened := make(chan string, 10)
	gone := make(chan struct{})
	l := newLab(t, func(w http.ResponseWriter, req *http.Request, q asked) bool {
		switch {
		case q.Method == "initialize":
			w.Header().Set(sessionHeader, "s")
		case req.Method == http.MethodGet:
			opened <- req.Header.Get(sessionHeader) + " " + req.Header.Get(versionHeader)
			w.Header().Set("Content-Type", eventStream)
			fmt.Fprint(w, "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}\n\n")
			w.(http.Flusher).Flush()
			<-req.Context().Done()
			close(gone)
			return true
		}
		return false
	})
	c, err := Dial(t.Context(), far(t, l.URL))
	if err != nil {
		t.Fatal(err)
	}
	changed := make(chan struct{}, 10)
	c.OnListChanged(func() { changed <- struct{}{} })
	c.OnListChanged(func() { changed <- struct{}{} })
	<-changed
	c.Close()
	<-gone
	if got := <-opened; got != "s 2025-11-25" || len(opened) != 0 {
		t.Errorf("opened in %q, and %d times more", got, len(opened))
	}
}

// A connection that is closed leaves no idle one behind (goleak looks too).
func TestCloseLeavesNoConnection(t *testing.T) {
	var mu sync.Mutex
	open := map[net.Conn]bool{}
	closed := make(chan struct{}, 100)
	srv := httptest.NewUnstartedServer(&lab{})
	srv.Config.ConnState = func(c net.Conn, s http.ConnState) {
		mu.Lock()
		defer mu.Unlock()
		if open[c] = s != http.StateClosed; !open[c] {
			delete(open, c)
			closed <- struct{}{}
		}
	}
	srv.Start()
	defer srv.Close()
	c, err := Dial(t.Context(), far(t, srv.URL))
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 10 {
		all.Go(func() { _, _ = c.Tools(t.Context()) })
	}
	all.Wait()
	c.Close()
	for {
		mu.Lock()
		left := len(open)
		mu.Unlock()
		if left == 0 {
			return
		}
		<-closed
	}
}
