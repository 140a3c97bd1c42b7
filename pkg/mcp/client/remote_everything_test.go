package client

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// everything starts the reference server over streamable HTTP, as scripts/deps.sh
// installs it, and gives its URL. It takes no port 0, so a free one is looked for.
func everything(t *testing.T) string {
	t.Helper()
	const pkg = "@modelcontextprotocol/server-everything"
	script, err := os.ReadFile("../../../scripts/deps.sh")
	if err != nil {
		t.Fatal(err)
	}
	pin := regexp.MustCompile(regexp.QuoteMeta(pkg) + `@([0-9.]+)\n`).FindSubmatch(script)
	cache, err := os.UserCacheDir()
	if pin == nil || err != nil {
		t.Fatalf("scripts/deps.sh does not name a version of %s: %v", pkg, err)
	}
	dir := filepath.Join(cache, "usher-test-servers", "node_modules", pkg)
	var about struct{ Version string }
	data, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err != nil || json.Unmarshal(data, &about) != nil || about.Version != string(pin[1]) {
		t.Fatalf("%s %s is not installed in %s (%v); to install it: bash scripts/deps.sh", pkg, pin[1], dir, err)
	}
	for range 5 {
		free, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		_, port, _ := net.SplitHostPort(free.Addr().String())
		_ = free.Close()
		cmd := exec.CommandContext(t.Context(), "node", filepath.Join(dir, "dist", "index.js"), "streamableHttp")
		cmd.Env = append(os.Environ(), "PORT="+port)
		stderr, err := cmd.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		})
		if line, _ := bufio.NewReader(stderr).ReadString('\n'); strings.Contains(line, "listening on port "+port) {
			return "http://localhost:" + port + "/mcp"
		}
	}
	t.Fatal("it found no free port")
	return ""
}

// The reference server over HTTP: its list, calls, images, reads, progress, a call
// that is given up, and its end.
func TestReferenceServerOverHTTP(t *testing.T) {
	c := reach(t, far(t, everything(t)))
	m, err := c.Tools(t.Context())
	if err != nil || len(m.Tools) != 13 || len(m.NotOffered) != 0 {
		t.Fatalf("%v %d tools: %s", err, len(m.Tools), list(m))
	}
	if res, err := call(t, c, "get-sum", `{"a":40,"b":2}`); err != nil || res.Content[0].Text != "The sum of 40 and 2 is 42." {
		t.Errorf("%v %s", err, res.Raw)
	}
	res, err := call(t, c, "get-tiny-image", "{}")
	if err != nil || len(res.Content) != 3 || res.Content[1].Type != "image" || res.Content[1].MIME != "image/png" {
		t.Fatalf("%v %s", err, res.Raw)
	}
	if png, err := base64.StdEncoding.DecodeString(res.Content[1].Data); err != nil || !strings.HasPrefix(string(png), "\x89PNG") {
		t.Errorf("%v %q", err, png)
	}
	read, err := c.Read(t.Context(), "demo://resource/static/document/features.md")
	if err != nil || len(read.Content) != 1 || read.Content[0].Text == "" {
		t.Errorf("%v %s", err, read.Raw)
	}
	said, err := c.Prompt(t.Context(), "args-prompt", []byte(`{"city":"Bonn"}`))
	if err != nil || len(said.Content) != 1 || said.Content[0].Role != "user" || !strings.Contains(said.Content[0].Text, "Bonn") {
		t.Errorf("%v %s", err, said.Raw)
	}
	_, err = c.Prompt(t.Context(), "args-prompt", []byte(`["Bonn"]`))
	failed(t, err, Protocol, "was not asked: the arguments are no JSON object")
	if res, err := call(t, c, "get-sum", `{"a":"x"}`); err != nil || !res.IsError {
		t.Errorf("%v %s", err, res.Raw)
	}
	before := c.Counts().Notices
	v, err := c.request(t.Context(), ask{method: "tools/call", limit: time.Minute, most: maxLine,
		params: []byte(`{"name":"trigger-long-running-operation","arguments":{"duration":0.2,"steps":4},"_meta":{"progressToken":"p"}}`)})
	if err != nil || c.Counts().Notices < before+4 {
		t.Errorf("%v %s %+v", err, v.Raw(), c.Counts())
	}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	began := time.Now()
	_, err = c.Call(ctx, "trigger-long-running-operation", []byte(`{"duration":600,"steps":1}`))
	failed(t, err, TimedOut, "did not answer tools/call in the time that the caller had")
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("took %v", took)
	}
	if res, err := call(t, c, "echo", `{"message":"still here"}`); err != nil || res.Content[0].Text != "Echo: still here" {
		t.Errorf("%v %s", err, res.Raw)
	}
}

// SPEC O2: a session that the reference server forgot, which it says with a 400, is
// noticed, and the next call has a new one.
func TestReferenceServerForgets(t *testing.T) {
	c := reach(t, far(t, everything(t)))
	req, err := http.NewRequestWithContext(t.Context(), http.MethodDelete, c.far.address.String(), nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := c.far.sent(t.Context(), req, c.far.belongs()) // behind the connection's back
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatal(resp, err)
	}
	_ = resp.Body.Close()
	_, err = call(t, c, "echo", `{"message":"gone"}`)
	failed(t, err, HTTPStatus, "answered tools/call with HTTP 400 Bad Request: Bad Request: No valid session ID provided")
	if res, err := call(t, c, "echo", `{"message":"again"}`); err != nil || res.Content[0].Text != "Echo: again" {
		t.Errorf("%v %s", err, res.Raw)
	}
}
