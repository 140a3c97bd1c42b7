package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"usher/pkg/mcp"
	"usher/pkg/redact"
)

// recorder stands in the place of the network.
type recorder struct {
	mu   sync.Mutex
	got  []*http.Request
	what func(*http.Request) *http.Response
}

func (r *recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.got = append(r.got, req)
	if r.what == nil {
		return nil, errors.New("no network")
	}
	return r.what(req), nil
}

// SPEC S8: the table of URLs. What may be reached is asked with the token at its
// own host, and everything else is refused before anything is sent.
func TestURLTableSends(t *testing.T) {
	table, err := os.ReadFile("../testdata/attacks/urls.tsv")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(table)) {
		columns := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") {
			continue
		}
		var u string
		if err := json.Unmarshal([]byte(columns[0]), &u); err != nil {
			t.Fatal(err)
		}
		n++
		var net recorder
		_, err := dialRemote(t.Context(), far(t, u), &net)
		f := failure(t, err)
		sent := len(net.got) > 0
		if sent != (columns[1] == "yes") || columns[1] == "no" && f.Kind != NotStarted {
			t.Errorf("%q: sent %v, %s", u, sent, f.Message)
		}
		for _, req := range net.got {
			if bearer := req.Header.Get("Authorization") == "Bearer "+secret; bearer != (columns[2] == "yes") {
				t.Errorf("%q: bearer %v", u, bearer)
			}
			via, err := proxiesOf([]string{"HTTP_PROXY=http://sink:1", "HTTPS_PROXY=http://sink:1", "http_proxy=http://sink:1", "ALL_PROXY=http://sink:1"}).of(req)
			if plain := req.URL.Scheme == "http"; err != nil || plain != (via == nil) {
				t.Errorf("%q: proxy %v %v", u, via, err)
			}
		}
	}
	if n < 70 {
		t.Errorf("only %d urls", n)
	}
}

// SPEC S8: the table of redirects: an error, and nothing is sent to where it
// points.
func TestRedirectTable(t *testing.T) {
	table, err := os.ReadFile("testdata/redirects.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(table)) {
		columns := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") {
			continue
		}
		from, _, _ := strings.Cut(columns[0], " ")
		var code int
		if _, err := fmt.Sscan(columns[1], &code); err != nil {
			t.Fatal(err)
		}
		net := recorder{what: func(req *http.Request) *http.Response {
			out := done(req, code, "")
			out.Header.Set("Location", columns[2])
			return out
		}}
		_, err := dialRemote(t.Context(), far(t, from), &net)
		failed(t, err, Redirected, "redirects to "+columns[2])
		if len(net.got) != 1 || net.got[0].URL.String() != from {
			t.Errorf("%s: asked %d times", from, len(net.got))
		}
	}
}

// SPEC S8, Q5: what would leave the own scheme, host and port is not sent, whoever
// asks for it.
func TestNothingElsewhere(t *testing.T) {
	for _, other := range []string{"http://a.example/mcp", "https://b.example/mcp", "https://a.example:8443/mcp", "https://a.example.:443/mcp", "https://a.example@b.example/"} {
		var net recorder
		r, why := newRemote(far(t, "https://a.example/mcp").complete(), words{}, &net)
		if why != "" {
			t.Fatal(why)
		}
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, other, strings.NewReader(`{"jsonrpc":"2.0","id":7,"method":"x"}`))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := (door{r, r.http.Transport}).RoundTrip(req); !errors.Is(err, errElsewhere) || len(net.got) > 0 {
			t.Errorf("%s: %v, %d sent", other, err, len(net.got))
		}
		r.close()
	}
}

// SPEC S8: headers that are not a definition's to set, and values that would be
// more than one, are refused before anything is sent, and no value is said.
func TestHeadersThatAreRefused(t *testing.T) {
	for name, value := range map[string]string{
		"Host": "x.example", "Content-Length": "1", "Cookie": "a=b", "Mcp-Session-Id": "s", "MCP-Protocol-Version": "v", "mcp-name": "x", "Accept": "*/*",
		"Connection": "close", "Transfer-Encoding": "chunked", "TE": "trailers", "Upgrade": "h2c", "Keep-Alive": "1", "Proxy-Authorization": "Basic x",
		"Trailer": "x", "Accept-Encoding": "gzip", "Last-Event-ID": "1", "Expect": "100-continue", "A b": "x", "A\r\nB": "x", "": "x", "Ä": "x", "A:": "x",
		"X-Crlf": "a\r\nX-Evil: 1", "X-Lf": "a\nb", "X-Nul": "a\x00b", "X-Del": "a\x7f",
	} {
		var net recorder
		to := far(t, "https://a.example/mcp")
		to.Remote.Headers = []mcp.Header{{Name: name, Value: redact.New(value)}}
		_, err := dialRemote(t.Context(), to, &net)
		failed(t, err, NotStarted, "was not reached: the header ")
		if len(net.got) > 0 || strings.Contains(err.Error(), "Evil") {
			t.Errorf("%q: %v, %d sent", name, err, len(net.got))
		}
	}
	for _, token := range []string{"A\r\nX-Evil: 1", "tok en-1", "token-1\n", "tök-en-1"} {
		var net recorder
		to := far(t, "https://a.example/mcp")
		to.Remote.Token = redact.New(token)
		_, err := dialRemote(t.Context(), to, &net)
		failed(t, err, NotStarted, "the token holds a blank or another character")
		if len(net.got) > 0 {
			t.Error("it was sent")
		}
	}
	to := far(t, "https://a.example/mcp")
	to.Remote.Headers = append(to.Remote.Headers, mcp.Header{Name: "authorization", Value: redact.New("Basic eDp5")})
	_, err := dialRemote(t.Context(), to, &recorder{})
	failed(t, err, NotStarted, "both a token and the header Authorization")
}

// SPEC Q5: localhost is this computer without a resolver, and no other name is.
func TestLocalhostNeedsNoResolver(t *testing.T) {
	asked := atomic.Int32{}
	d := dialer{&net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		asked.Add(1)
		return nil, errors.New("no resolver")
	}}}
	l := newLab(t, nil)
	_, port, _ := net.SplitHostPort(l.Listener.Addr().String())
	for _, name := range []string{"localhost", "LOCALHOST", "Localhost"} {
		conn, err := d.dial(t.Context(), "tcp", name+":"+port)
		if err != nil {
			t.Fatal(err)
		}
		if !conn.RemoteAddr().(*net.TCPAddr).IP.IsLoopback() {
			t.Errorf("%s is %s", name, conn.RemoteAddr())
		}
		_ = conn.Close()
	}
	if asked.Load() != 0 {
		t.Error("a resolver was asked for localhost")
	}
	if _, err := d.dial(t.Context(), "tcp", "localhost.evil.example:"+port); err == nil || asked.Load() == 0 {
		t.Errorf("%v, asked %d times", err, asked.Load())
	}
}

// SPEC Q5: localhost is the other loopback address too.
func TestLocalhostIsReachedOverIPv6(t *testing.T) {
	six, err := net.Listen("tcp6", "[::1]:0")
	if err != nil {
		t.Skipf("the kernel has no IPv6 loopback (sysctl net.ipv6.conf.lo.disable_ipv6 is not 0, or IPv6 is off), which nothing can install: %v", err)
	}
	defer six.Close()
	d := dialer{&net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		return nil, errors.New("no resolver")
	}}}
	_, port, _ := net.SplitHostPort(six.Addr().String())
	conn, err := d.dial(t.Context(), "tcp", "localhost:"+port)
	if err != nil {
		t.Fatal(err)
	}
	_ = conn.Close()
}

// SPEC S8, Q5: requests to this computer never use a proxy from the environment,
// whatever its name is written like.
func TestNoProxyForThisComputer(t *testing.T) {
	proxied := atomic.Int32{}
	sink := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { proxied.Add(1) }))
	defer sink.Close()
	l := newLab(t, nil)
	_, port, _ := net.SplitHostPort(l.Listener.Addr().String())
	for _, host := range []string{"127.0.0.1", "localhost", "LOCALHOST"} {
		to := far(t, "http://"+host+":"+port+"/mcp")
		for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"} {
			to.Remote.Environ = append(to.Remote.Environ, name+"="+sink.URL)
		}
		c, err := Dial(t.Context(), to)
		if err != nil {
			t.Fatal(err)
		}
		c.Close()
	}
	if proxied.Load() != 0 {
		t.Errorf("the proxy saw %d requests", proxied.Load())
	}
}

// The environment's proxy is asked for https to others, with CONNECT only, so that
// it sees neither token nor header; its password is in no message.
func TestProxyForOthers(t *testing.T) {
	connects := make(chan *http.Request, 10)
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		connects <- req
		http.Error(w, "no way for user:pass-word-1", http.StatusForbidden)
	}))
	defer proxy.Close()
	to := far(t, "https://mcp.example.com/mcp")
	to.Remote.Environ = []string{"HTTPS_PROXY=" + strings.Replace(proxy.URL, "http://", "http://user:pass-word-1@", 1)}
	_, err := Dial(t.Context(), to)
	if f := failure(t, err); f.Kind != Unreachable || strings.Contains(f.Message, "pass-word-1") {
		t.Errorf("%d %s", f.Kind, f.Message)
	}
	req := <-connects
	if req.Method != http.MethodConnect || req.Host != "mcp.example.com:443" || req.Header.Get("Authorization")+req.Header.Get("X-Api-Key") != "" || len(connects) != 0 {
		t.Errorf("%s %s %v", req.Method, req.Host, req.Header)
	}
	to.Remote.Environ = []string{"HTTPS_PROXY=ht tp://user:pass-word-1@x"}
	_, err = Dial(t.Context(), to)
	failed(t, err, NotStarted, "the value of HTTPS_PROXY is no proxy's address")
	if strings.Contains(err.Error(), "pass-word-1") {
		t.Error(err)
	}
}

// NO_PROXY names hosts, what is below them, addresses and ranges.
func TestNoProxyNames(t *testing.T) {
	for list, hosts := range map[string][2]string{
		"*":                               {"a.example b.example", ""},
		"a.example":                       {"a.example x.a.example", "ba.example b.example"},
		".a.example":                      {"x.a.example", "a.example"},
		"*.a.example":                     {"x.a.example", "a.example"},
		"A.EXAMPLE:443, b.example:":       {"a.example", "b.example"},
		"a.example:8443":                  {"", "a.example"},
		"10.0.0.0/8,192.0.2.7":            {"10.1.2.3 192.0.2.7", "11.0.0.1 192.0.2.70"},
		"2001:db8::/32 [2001:db9::1]:443": {"[2001:db8::5] [2001:db9::1]", "[2001:db9::2]"},
		"":                                {"", "a.example"},
	} {
		p := proxiesOf([]string{"https_proxy=proxy.example:3128", "NO_PROXY=" + list})
		for i, names := range hosts {
			for host := range strings.FieldsSeq(names) {
				req := httptest.NewRequest(http.MethodPost, "https://"+host+"/mcp", nil)
				via, err := p.of(req)
				if err != nil || (via == nil) != (i == 0) {
					t.Errorf("NO_PROXY=%s %s: %v %v", list, host, via, err)
				}
			}
		}
	}
}

// From a definition to the wire: tokenEnv and ${…} of a header go to the server,
// and a name that has no value stops it before anything is sent (SPEC S7).
func TestDefinitionToWire(t *testing.T) {
	got := make(chan http.Header, 10)
	l := newLab(t, func(w http.ResponseWriter, req *http.Request, q asked) bool {
		got <- req.Header
		return false
	})
	f := mcp.ParseFile([]byte(`{"mcpServers":{"web":{"type":"http","url":"`+strings.ToUpper(l.URL[:5])+l.URL[5:]+`/mcp","tokenEnv":"LAB_TOKEN","headers":{"X-Api-Key":"k-${env:LAB_KEY}"}}}}`),
		mcp.Source{}, mcp.Rules{Layer: "yours"})
	if len(f.Servers) != 1 {
		t.Fatal(f.Problems)
	}
	environ := map[string]string{"LAB_TOKEN": secret, "LAB_KEY": "4711-0815"}
	look := func(_, name string) (redact.Value, bool) { return redact.New(environ[name]), environ[name] != "" }
	x, err := mcp.Expand(f.Servers[0], look)
	if err != nil {
		t.Fatal(err)
	}
	c := reach(t, RemoteTarget(f.Servers[0], x, nil, nil, "1.2"))
	h := <-got
	if h.Get("Authorization") != "Bearer "+secret || h.Get("X-Api-Key") != "k-4711-0815" || h.Get("User-Agent") != "usher/1.2" || h.Get("Accept-Encoding") != "identity" || h.Get(versionHeader) != "" {
		t.Errorf("%v", h)
	}
	if said := fmt.Sprintf("%+v %#v", c.target, c.target.Remote); strings.Contains(said, secret) || strings.Contains(said, "4711") {
		t.Error("a target prints its token")
	}
}
