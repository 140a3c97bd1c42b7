package cmd

import (
	"net/netip"
	"slices"
	"strings"
	"testing"
)

// SPEC Q9: a flag that would mean nothing, or let in whoever comes, is refused with
// the reason.
func TestHTTPFlagsAreSound_Q9(t *testing.T) {
	const at = "127.0.0.1:0"
	for _, c := range []struct {
		o   httpOptions
		why string
	}{
		{httpOptions{}, ""}, {httpOptions{addr: at}, ""},
		{httpOptions{hosts: []string{"x"}}, "--host is for --http"}, {httpOptions{tokenEnv: "TK"}, "--token-env is for --http"},
		{httpOptions{origins: []string{"https://a.example"}}, "--origin is for --http"},
	} {
		if err := c.o.sound(); (err == nil) != (c.why == "") || err != nil && !strings.HasPrefix(err.Error(), c.why) {
			t.Errorf("%+v: %v", c.o, err)
		}
	}
	for host, ok := range map[string]bool{
		"mcp.example.com": true, "mcp.example.com:8443": true, "my_box": true, "192.0.2.1:80": true, "[2001:db8::1]": true, "[::1]:80": true,
		"*": false, "*.example.com": false, "*:80": false, "": false, "a b": false, "https://a.example": false, "a.example/mcp": false,
		"a:b": false, "a:0": false, "a:65536": false, ":80": false, "::1": false, "[::1": false, "[a]:80": false, "[fe80::1%eth0]": false, "null\n": false,
	} {
		if err := (httpOptions{addr: at, hosts: []string{"a.example", host}}).sound(); (err == nil) != ok {
			t.Errorf("--host %q: %v", host, err)
		}
	}
	for origin, ok := range map[string]bool{
		"https://chat.example.com": true, "http://localhost:3000": true, "http://[::1]:3000": true, "vscode-webview://abc": true,
		"*": false, "null": false, "https://*": false, "https://*.example.com": false, "": false, "chat.example.com": false, "https://a.example/": false,
		"https://a.example/x": false, "https://A.example": false, "https://u@a.example": false, "https://": false, "https://a.example?x": false, "file://": false,
	} {
		if err := (httpOptions{addr: at, origins: []string{origin}}).sound(); (err == nil) != ok {
			t.Errorf("--origin %q: %v", origin, err)
		}
	}
}

// SPEC Q9: at an address of one family the Host of the other is not let in.
func TestKnownHosts_Q9(t *testing.T) {
	for at, want := range map[string][]string{
		"127.0.0.1:8765": {"127.0.0.1:8765", "localhost:8765"}, "[::1]:8765": {"[::1]:8765", "localhost:8765"},
		"127.0.0.1:80": {"127.0.0.1:80", "127.0.0.1", "localhost:80", "localhost"}, "0.0.0.0:8765": {},
	} {
		if got := (httpOptions{}).known(netip.MustParseAddrPort(at)); !slices.Equal(got, want) {
			t.Errorf("%s: %q", at, got)
		}
	}
}
