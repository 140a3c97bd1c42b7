package gateway

import (
	"strings"
	"testing"
)

// Who may not come in is told so, and nothing of what was sent reaches the gateway
// (SPEC Q9; J01 to J04, J09, H11).
func TestDoorRefuses_Q9(t *testing.T) {
	d := opened(t, "http://listed.example")
	port := d.addr[strings.LastIndex(d.addr, ":")+1:]
	for _, c := range []struct {
		why, method, path string
		headers           []string
		status            int
	}{
		{"no token", "POST", "/mcp", []string{"Authorization: "}, 401},
		{"another token", "POST", "/mcp", []string{"Authorization: Bearer " + strings.Repeat("0", 64)}, 401},
		{"a part of the token", "POST", "/mcp", []string{"Authorization: Bearer " + pass[:63]}, 401},
		{"more than the token", "POST", "/mcp", []string{"Authorization: Bearer " + pass + "0"}, 401},
		{"an empty token", "POST", "/mcp", []string{"Authorization: Bearer "}, 401},
		{"another scheme", "POST", "/mcp", []string{"Authorization: Basic " + pass}, 401},
		{"no scheme", "POST", "/mcp", []string{"Authorization: " + pass}, 401},
		{"two tokens", "POST", "/mcp", []string{"+Authorization: Bearer x"}, 401},
		{"the token elsewhere", "POST", "/mcp?token=" + pass, []string{"Authorization: ", "X-Api-Key: " + pass, "Cookie: token=" + pass}, 401},
		{"a session alone", "POST", "/mcp", []string{"Authorization: ", d.session(t)}, 401},
		{"another host", "POST", "/mcp", []string{"Host: evil.example:" + port}, 403},
		{"a rebound name", "POST", "/mcp", []string{"Host: 127.0.0.1.evil.example:" + port}, 403},
		{"no port", "POST", "/mcp", []string{"Host: 127.0.0.1"}, 403},
		{"another port", "POST", "/mcp", []string{"Host: 127.0.0.1:1"}, 403},
		{"another form", "POST", "/mcp", []string{"Host: 127.1:" + port}, 403},
		{"a dot at the end", "POST", "/mcp", []string{"Host: localhost.:" + port}, 403},
		{"an origin", "POST", "/mcp", []string{"Origin: http://127.0.0.1:" + port}, 403},
		{"the null origin", "POST", "/mcp", []string{"Origin: null"}, 403},
		{"an origin like a listed one", "POST", "/mcp", []string{"Origin: http://listed.example.evil.example"}, 403},
		{"two origins", "POST", "/mcp", []string{"Origin: http://listed.example", "+Origin: http://evil.example"}, 403},
		{"a preflight", "OPTIONS", "/mcp", []string{"Authorization: ", "Origin: http://evil.example", "Access-Control-Request-Method: POST"}, 403},
		{"a preflight of a listed page", "OPTIONS", "/mcp", []string{"Authorization: ", "Origin: http://listed.example", "Access-Control-Request-Method: POST"}, 401},
		{"another path", "POST", "/", nil, 404},
		{"below the path", "POST", "/mcp/", nil, 404},
		{"a spelled path", "POST", "/%6dcp", nil, 404},
		{"a query", "POST", "/mcp?x=1", nil, 404},
		{"profiles", "GET", "/debug/pprof/", nil, 404},
		{"variables", "GET", "/debug/vars", nil, 404},
		{"metrics", "GET", "/metrics", nil, 404},
		{"a sign-in", "GET", "/authorize", nil, 404},
		{"a registration", "POST", "/register", nil, 404},
		{"a description", "GET", "/.well-known/oauth-authorization-server", nil, 404},
		{"a description without a token", "GET", "/.well-known/oauth-protected-resource", []string{"Authorization: "}, 401},
		{"another method", "PUT", "/mcp", nil, 405},
		{"a trace", "TRACE", "/mcp", nil, 405},
		{"a head", "HEAD", "/mcp", nil, 405},
		{"text", "POST", "/mcp", []string{"Content-Type: text/plain"}, 415},
		{"a form", "POST", "/mcp", []string{"Content-Type: application/x-www-form-urlencoded"}, 415},
		{"no type", "POST", "/mcp", []string{"Content-Type: "}, 415},
		{"like JSON", "POST", "/mcp", []string{"Content-Type: application/json-seq"}, 415},
		{"another charset", "POST", "/mcp", []string{"Content-Type: application/json; charset=utf-16"}, 415},
		{"two types", "POST", "/mcp", []string{"+Content-Type: text/plain"}, 400},
		{"compressed", "POST", "/mcp", []string{"Content-Encoding: gzip"}, 415},
		{"accepts a page", "POST", "/mcp", []string{"Accept: text/html"}, 406},
		{"accepts no events", "POST", "/mcp", []string{"Accept: application/json"}, 406},
		{"an unknown version", "POST", "/mcp", []string{"Mcp-Protocol-Version: 1999-01-01"}, 400},
	} {
		before := d.taken.Load()
		a := d.ask(t, c.method, c.path, `{"jsonrpc":"2.0","id":1,"method":"x","params":{}}`, c.headers...)
		if a.status != c.status || d.taken.Load() != before {
			t.Errorf("%s: status %d, want %d; %d messages reached the gateway", c.why, a.status, c.status, d.taken.Load()-before)
		}
		for name := range a.head {
			if strings.HasPrefix(name, "Access-Control") || name == "Set-Cookie" || name == "Server" {
				t.Errorf("%s: the answer has a header %s", c.why, name)
			}
		}
		if strings.Contains(a.body, pass) || strings.Contains(a.body, "evil") {
			t.Errorf("%s: %s", c.why, a.body)
		}
	}
}

// What is said otherwise than usual and means the same comes in.
func TestDoorLetsIn_Q9(t *testing.T) {
	d := opened(t, "http://listed.example")
	port := d.addr[strings.LastIndex(d.addr, ":")+1:]
	for _, headers := range [][]string{
		{"Host: localhost:" + port}, {"Host: LOCALHOST:" + port}, {"Host: [::1]:" + port}, {"Origin: http://listed.example"},
		{"Content-Type: application/json; charset=utf-8"}, {"Accept: */*"}, {"Accept: "}, {"Authorization: bearer " + pass},
		{"Mcp-Protocol-Version: 2025-03-26"}, {"Mcp-Protocol-Version: 2025-11-25"},
	} {
		if a := d.ask(t, "POST", "/mcp", initialize, headers...); a.status != 200 || a.head.Get("Mcp-Session-Id") == "" || a.head.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s: %+v", headers, a)
		}
	}
}

// A message that is cut, doubled or hidden behind another is taken once or not at all (J08).
func TestSmuggledRequests_J08(t *testing.T) {
	d := opened(t)
	head := "POST /mcp HTTP/1.1\r\nHost: " + d.addr + "\r\nAuthorization: Bearer " + pass + "\r\nContent-Type: application/json\r\n"
	inner := "POST /mcp HTTP/1.1\r\nHost: " + d.addr + "\r\nAuthorization: Bearer " + pass + "\r\nContent-Type: application/json\r\nContent-Length: 58\r\n\r\n" + initialize
	for why, c := range map[string]struct {
		text, status string
		taken        int64
	}{
		"two lengths":              {head + "Content-Length: 5\r\nContent-Length: 58\r\n\r\n" + initialize, "400", 0},
		"a length that is none":    {head + "Content-Length: +58\r\n\r\n" + initialize, "400", 0},
		"a length and chunks":      {head + "Content-Length: 58\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + inner, "400", 0},
		"chunks of another name":   {head + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + inner, "501", 0},
		"two hosts":                {"POST /mcp HTTP/1.1\r\nHost: " + d.addr + "\r\nHost: evil.example\r\n\r\n", "400", 0},
		"no host":                  {"POST /mcp HTTP/1.1\r\n\r\n", "400", 0},
		"no host in HTTP/1.0":      {"POST /mcp HTTP/1.0\r\nAuthorization: Bearer " + pass + "\r\n\r\n", "403", 0},
		"a whole address":          {strings.Replace(head, "/mcp", "http://evil.example/mcp", 1) + "Content-Length: 58\r\n\r\n" + initialize, "403", 0},
		"a space before the colon": {head + "Content-Length : 58\r\n\r\n" + initialize, "400", 0},
		"a bare control":           {head + "X-A: a\x00b\r\n\r\n", "400", 0},
		"ten thousand headers":     {head + strings.Repeat("X-A: b\r\n", 10_000) + "\r\n", "431", 0},
		"headers of 17,000 bytes":  {head + "X-A: " + strings.Repeat("b", 17_000) + "\r\n\r\n", "431", 0},
		"a header of a megabyte":   {head + "X-A: " + strings.Repeat("b", 1<<20) + "\r\n\r\n", "431", 0},
		"no HTTP":                  {"{\"jsonrpc\":\"2.0\"}\r\n\r\n", "400", 0},
		"bytes that are no text":   {head + "Content-Length: 4\r\n\r\n\xff\xfe{}", "400", 0},
		"a body too large":         {head + "Content-Length: 16777217\r\n\r\n", "413", 0},
		"a body after a body":      {head + "Connection: close\r\nContent-Length: 58\r\n\r\n" + initialize + inner, "200", 1},
		"a body after chunks":      {head + "Transfer-Encoding: chunked\r\n\r\n3a\r\n" + initialize + "\r\n0\r\n\r\n" + inner, "200", 1},
	} {
		before := d.taken.Load()
		if line := d.raw(t, c.text); !strings.HasPrefix(line, "HTTP/1.1 "+c.status) && !strings.HasPrefix(line, "HTTP/1.0 "+c.status) || d.taken.Load()-before != c.taken {
			t.Errorf("%s: %q, want %s; taken %d times, want %d", why, line, c.status, d.taken.Load()-before, c.taken)
		}
	}
}
