//go:build linux && !race

package cmd_test

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// gatewayHTTP is a gateway that serves over HTTP.
type gatewayHTTP struct {
	url, token string
	file       string // of the token, "" for one that the person brought
	end        func(t *testing.T) (stderr string)
}

// servesHTTP starts one and waits until it listens.
func (h *house) servesHTTP(t *testing.T, args ...string) *gatewayHTTP {
	t.Helper()
	c := h.command("usher", append([]string{"serve", "--http", "127.0.0.1:0"}, args...)...)
	errs, err := c.StderrPipe()
	must(t, err)
	must(t, c.Start())
	g := &gatewayHTTP{}
	in := bufio.NewReader(errs)
	var said strings.Builder
	own := slices.Contains(args, "--token-env")
	for g.file == "" && !(own && g.url != "") {
		line, err := in.ReadString('\n')
		if said.WriteString(line); err != nil {
			t.Fatalf("the gateway does not serve: %v\n%s", err, said.String())
		}
		if _, at, ok := strings.Cut(line, "served at "); ok {
			g.url = strings.TrimSpace(at)
		}
		if _, at, ok := strings.Cut(line, "token is in "); ok {
			g.file, _, _ = strings.Cut(at, ", ")
		}
	}
	if !own {
		token, err := os.ReadFile(g.file)
		must(t, err)
		g.token = strings.TrimSpace(string(token))
	}
	rest := make(chan string, 1)
	go func() { all, _ := io.ReadAll(in); rest <- string(all) }()
	ended := false
	g.end = func(t *testing.T) string {
		if ended {
			return said.String()
		}
		ended = true
		must(t, c.Process.Signal(syscall.SIGTERM))
		timer := time.AfterFunc(tooLong, func() { _ = c.Process.Kill() })
		defer timer.Stop()
		said.WriteString(<-rest)
		_ = c.Wait() // by a signal
		return said.String()
	}
	t.Cleanup(func() { g.end(t) })
	return g
}

// helper stands between a client that can send neither a token nor a server's prefix
// and a gateway: it adds both, and takes the prefix away again from what comes back.
type helper struct {
	server    string // whose names the client means
	url       string
	addr      string
	listening net.Listener
}

func newHelper(t *testing.T, server string) *helper {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	return &helper{server: server, listening: l, addr: l.Addr().String(), url: "http://" + l.Addr().String() + "/mcp"}
}

func (p *helper) between(t *testing.T, g *gatewayHTTP) {
	t.Helper()
	to, err := url.Parse(g.url)
	must(t, err)
	names := regexp.MustCompile(`("name":")((?:test|json)_)`)
	srv := &http.Server{Handler: &httputil.ReverseProxy{
		FlushInterval: -1,
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme, r.Out.URL.Host = "http", to.Host
			if r.Out.Host = r.In.Host; r.In.Host == p.addr { // another name is the client's doing
				r.Out.Host = to.Host
			}
			r.Out.Header.Set("Authorization", "Bearer "+g.token)
			r.Out.Header.Del("X-Forwarded-For")
			for _, of := range []string{"test_", "json_", "test://"} {
				if name := strings.TrimSpace(r.In.Header.Get("Mcp-Name")); strings.HasPrefix(name, of) {
					r.Out.Header.Set("Mcp-Name", p.server+map[bool]string{true: "+", false: "__"}[of == "test://"]+name)
				}
			}
			body, _ := io.ReadAll(r.In.Body)
			body = names.ReplaceAll(body, []byte("${1}"+p.server+"__$2"))
			body = bytes.ReplaceAll(body, []byte(`"uri":"test://`), []byte(`"uri":"`+p.server+`+test://`))
			r.Out.Body, r.Out.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		},
		ModifyResponse: func(r *http.Response) error {
			out, in := io.Pipe()
			from := r.Body
			go func() {
				lines := bufio.NewReader(from)
				for {
					line, err := lines.ReadString('\n')
					line = strings.ReplaceAll(strings.ReplaceAll(line, `"`+p.server+`__`, `"`), `"`+p.server+`+test://`, `"test://`)
					if _, gone := io.WriteString(in, line); gone != nil || err != nil {
						in.CloseWithError(err)
						return
					}
				}
			}()
			r.Body = struct {
				io.Reader
				io.Closer
			}{out, closers{out, from}}
			r.ContentLength = -1
			r.Header.Del("Content-Length")
			return nil
		},
	}}
	go srv.Serve(p.listening)
	t.Cleanup(func() { srv.Close() })
}

type closers []io.Closer

func (c closers) Close() error {
	for _, one := range c {
		one.Close()
	}
	return nil
}

// client is the program of an npm package that scripts/deps.sh installs for the tests.
func client(t *testing.T, pkg, main string) (path string) {
	t.Helper()
	script, err := os.ReadFile("../scripts/deps.sh")
	must(t, err)
	pin := regexp.MustCompile(regexp.QuoteMeta(scope+pkg) + `@(\S+)\n`).FindSubmatch(script)
	if pin == nil {
		t.Fatalf("scripts/deps.sh does not name a version of %s", pkg)
	}
	cache, err := os.UserCacheDir()
	must(t, err)
	dir := filepath.Join(cache, "usher-test-clients", "node_modules", scope+pkg)
	about, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err != nil || !strings.Contains(string(about), `"version": "`+string(pin[1])+`"`) {
		t.Fatalf("%s %s is not installed in %s (%v); to install it: bash scripts/deps.sh", pkg, pin[1], dir, err)
	}
	return filepath.Join(dir, main)
}

// node runs a script; where the house's own environment will not do, more of it is given.
func (h *house) node(t *testing.T, args ...string) ran {
	t.Helper()
	c := exec.Command("node", args...)
	c.Env, c.Dir = append(append([]string{}, h.env...), "NO_COLOR=1"), h.dir
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return launch(t, c, "")
}
