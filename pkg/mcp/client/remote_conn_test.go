package client

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"usher/pkg/redact"
)

// Many calls at once get their own answers, over JSON and over event streams.
func TestParallelRemoteCallsAreUncrossed(t *testing.T) {
	l := newLab(t, func(w http.ResponseWriter, req *http.Request, q asked) bool {
		if q.Method != "tools/call" || !strings.Contains(string(q.Params.Arguments), "odd") {
			return false
		}
		w.Header().Set("Content-Type", eventStream)
		fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}\n\ndata: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n\n")
		fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\n\n", q.ID, labResult(q))
		return true
	})
	for name, address := range map[string]string{"lab": l.URL, "hostile": evilHTTP(t, "echo").url()} {
		t.Run(name, func(t *testing.T) {
			c := reach(t, far(t, address))
			var all sync.WaitGroup
			for i := range 200 {
				all.Go(func() {
					args := fmt.Sprintf(`{"n":%d,"kind":"%s"}`, i, []string{"even", "odd"}[i%2])
					res, err := call(t, c, "echo", args)
					if err != nil || !strings.Contains(strings.NewReplacer(`\"`, `"`, " ", "").Replace(string(res.Raw)), fmt.Sprintf(`"n":%d,`, i)) {
						t.Errorf("%d: %v %s", i, err, res.Raw)
					}
				})
			}
			all.Wait()
		})
	}
}

// A result arrives byte for byte, arguments digit for digit (SPEC Q1, V3).
func TestRemoteResultIsUnchanged(t *testing.T) {
	got := make(chan string, 1)
	l := newLab(t, func(w http.ResponseWriter, req *http.Request, q asked) bool {
		if q.Method != "tools/call" {
			return false
		}
		got <- string(q.Params.Arguments)
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		fmt.Fprintf(w, "\n"+`{"jsonrpc":"2.0","result":%s,"id":%s}`+"\n", oddResult, q.ID)
		return true
	})
	c := reach(t, far(t, l.URL))
	res, err := call(t, c, "odd", `{"n":9007199254740993}`)
	if err != nil || string(res.Raw) != oddResult || len(res.Content) != 2 {
		t.Errorf("%v %s", err, res.Raw)
	}
	if args := <-got; args != `{"n":9007199254740993}` {
		t.Error(args)
	}
	read, err := c.Read(t.Context(), "lab:x")
	if err != nil || len(read.Content) != 1 || read.Content[0].Text != "read" {
		t.Errorf("%v %s", err, read.Raw)
	}
	if name, version, protocol := c.Info(); name != "lab" || version != "1" || protocol != "2025-11-25" || c.Stderr() != "" {
		t.Errorf("%s %s %s", name, version, protocol)
	}
}

// answers is what a server says to a call in place of an answer.
type answers struct {
	code        int
	contentType string
	header      [2]string
	body        string // %s is the request's id
}

func (a answers) to(w http.ResponseWriter, q asked) {
	if a.contentType != "" {
		w.Header().Set("Content-Type", a.contentType)
	}
	if a.header[0] != "" {
		w.Header().Set(a.header[0], a.header[1])
	}
	if a.code != 0 {
		w.WriteHeader(a.code)
	}
	_, _ = w.Write([]byte(strings.ReplaceAll(a.body, "%s", string(q.ID))))
}

// Each wrong answer is one clear line (SPEC O2).
func TestWrongRemoteAnswers(t *testing.T) {
	json, sse := "application/json", eventStream
	for name, c := range map[string]struct {
		answers
		kind Kind
		says string
	}{
		"an error":            {answers{contentType: json, body: `{"jsonrpc":"2.0","id":%s,"error":{"code":-32602,"message":"no such tool"}}`}, Answered, "answered tools/call with error -32602: no such tool"},
		"an error of none":    {answers{contentType: json, body: `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"what?"}}`}, Answered, "with error -32700: what?"},
		"an error in a 400":   {answers{code: 400, contentType: json, body: `{"jsonrpc":"2.0","id":%s,"error":{"code":-32602,"message":"no such tool"}}`}, Answered, "with error -32602: no such tool"},
		"another's":           {answers{contentType: json, body: `{"jsonrpc":"2.0","id":1,"result":{}}`}, Protocol, "it does not have the number of the request"},
		"a text for a number": {answers{contentType: json, body: `{"jsonrpc":"2.0","id":"%s","result":{}}`}, Protocol, "it does not have the number"},
		"a batch":             {answers{contentType: json, body: `[{"jsonrpc":"2.0","id":%s,"result":{}}]`}, Protocol, "it is a batch"},
		"twice":               {answers{contentType: json, body: `{"jsonrpc":"2.0","id":%s,"result":{},"result":{"isError":true}}`}, Protocol, "answered tools/call with what is no MCP answer"},
		"another case":        {answers{contentType: json, body: `{"jsonrpc":"2.0","id":%s,"result":{},"Result":{}}`}, Protocol, `it holds "Result" beside result`},
		"a request":           {answers{contentType: json, body: `{"jsonrpc":"2.0","id":%s,"method":"ping"}`}, Protocol, "it asks or tells instead"},
		"words":               {answers{contentType: json, body: `Internal error`}, Protocol, "it is no message: Internal error"},
		"nothing":             {answers{contentType: json}, Protocol, "answered tools/call with an empty body"},
		"blanks":              {answers{contentType: json, body: " \n "}, Protocol, "with an empty body"},
		"a 204":               {answers{code: 204}, Protocol, "accepted tools/call without answering it (HTTP 204)"},
		"a page":              {answers{contentType: "text/html; charset=utf-8", body: "<html>"}, Protocol, "not MCP: text/html; charset=utf-8"},
		"an odd type":         {answers{contentType: "application/json/x", body: "{}"}, Protocol, "not MCP: application/json/x"},
		"brotli":              {answers{contentType: json, header: [2]string{"Content-Encoding", "br"}, body: "x"}, Protocol, "compressed content, which it was not asked for"},
		"a 502 page":          {answers{code: 502, contentType: "text/html", body: "<html><script>"}, HTTPStatus, "answered tools/call with HTTP 502 Bad Gateway: an HTML page"},
		"a 599":               {answers{code: 599, body: "x"}, HTTPStatus, "answered tools/call with HTTP 599: x"},
		"a 503":               {answers{code: 503, header: [2]string{"Retry-After", "7"}}, HTTPStatus, "HTTP 503 Service Unavailable"},
		"a 300":               {answers{code: 300, header: [2]string{"Location", "https://u:p@other.example:x/"}}, Redirected, "redirects to what is no address"},
		"a 305":               {answers{code: 305, header: [2]string{"Location", "mailto:u:p@other.example"}}, Redirected, "redirects to a mailto: address"},
		"a far 307":           {answers{code: 307, header: [2]string{"Location", "https://u:p@other.example/" + strings.Repeat("x", 900)}}, Redirected, "redirects to https://other.example/xxx"},
		"a stream of nothing": {answers{contentType: sse}, Protocol, "ended its answer to tools/call before the answer came"},
		"a stream of words":   {answers{contentType: sse, body: "data: too busy\n\n"}, Protocol, "before the answer came: too busy"},
		"another event":       {answers{contentType: sse, body: "event: endpoint\ndata: {\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{}}\n\n"}, Protocol, "before the answer came"},
		"twice in a stream":   {answers{contentType: sse, body: "data: {\"jsonrpc\":\"2.0\",\"id\":%s,\"id\":%s,\"result\":{}}\n\n"}, Protocol, "with what is no MCP answer"},
		"no jsonrpc":          {answers{contentType: sse, body: "data: {\"id\":%s,\"result\":{}}\n\n"}, Protocol, `it does not say "jsonrpc": "2.0"`},
		"an error, streamed":  {answers{contentType: sse, body: "data: {\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":7,\"message\":\"no\"}}\n\n"}, Answered, "with error 7: no"},
		"a flood of asking":   {answers{contentType: sse, body: strings.Repeat("data: {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n\n", 3*maxAsked)}, Flooding, "sent too many requests of its own in a second"},
		"429 with a date":     {answers{code: 429, header: [2]string{"Retry-After", "Fri, 31 Dec 9999 23:59:59 GMT"}}, Busy, "asks to wait 3600 s"},
		"429 with a past":     {answers{code: 429, header: [2]string{"Retry-After", "Fri, 31 Dec 1999 23:59:59 GMT"}}, Busy, "has too many requests (HTTP 429)"},
		"429 with words":      {answers{code: 429, header: [2]string{"Retry-After", "-1e9"}}, Busy, "has too many requests (HTTP 429)"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := newLab(t, func(w http.ResponseWriter, req *http.Request, q asked) bool {
				if q.Method == "tools/call" {
					c.to(w, q)
				}
				return q.Method == "tools/call"
			})
			_, err := call(t, reach(t, far(t, l.URL)), "x", "{}")
			harmless(t, err)
			failed(t, err, c.kind, c.says)
		})
	}
}

// SPEC E3: a server that gives back what was sent along, in whatever form and at
// whatever place, has it covered in every message.
func TestEchoedSecretsAreCovered(t *testing.T) {
	forms := map[string]func(string) string{
		"plain": func(s string) string { return s }, "url": url.QueryEscape, "path": url.PathEscape, "quoted": strconv.Quote,
		"base64":    func(s string) string { return base64.StdEncoding.EncodeToString([]byte("Bearer " + s)) },
		"base64 1":  func(s string) string { return base64.StdEncoding.EncodeToString([]byte("u:" + s + ":x")) },
		"base64url": func(s string) string { return base64.URLEncoding.EncodeToString([]byte("xuser:" + s)) },
	}
	for name, form := range forms {
		for place, a := range map[string]func(echo string) answers{
			"500": func(e string) answers { return answers{code: 500, contentType: "text/plain", body: e} },
			"long 500": func(e string) answers {
				return answers{code: 500, contentType: "text/plain", body: strings.Repeat(e, 16<<10)}
			},
			"redirect": func(e string) answers {
				return answers{code: 307, header: [2]string{"Location", "https://x.example/?t=" + url.QueryEscape(e)}}
			},
			"type": func(e string) answers { return answers{contentType: "text/" + e, body: "x"} },
			"401": func(e string) answers {
				return answers{code: 401, header: [2]string{"WWW-Authenticate", `Bearer error="` + e + `"`}}
			},
			"403": func(e string) answers {
				return answers{code: 403, header: [2]string{"WWW-Authenticate", `Bearer scope="` + e + `"`}}
			},
			"error": func(e string) answers {
				return answers{contentType: "application/json", body: `{"jsonrpc":"2.0","id":%s,"error":{"code":1,"message":` + strconv.Quote(e) + `}}`}
			},
			"no answer": func(e string) answers { return answers{contentType: "application/json", body: "x" + e} },
			"stream":    func(e string) answers { return answers{contentType: eventStream, body: "data: " + e + "\n\n"} },
		} {
			t.Run(name+" in a "+place, func(t *testing.T) {
				t.Parallel()
				token := `tok/en+"4711"~real`
				if place == "401" || place == "403" || place == "type" {
					token = "tok/en+4711~real" // what a header may hold between quotes
				}
				l := newLab(t, func(w http.ResponseWriter, req *http.Request, q asked) bool {
					if q.Method == "tools/call" {
						a(form(strings.TrimPrefix(req.Header.Get("Authorization"), "Bearer "))).to(w, q)
					}
					return q.Method == "tools/call"
				})
				to := far(t, l.URL)
				to.Remote.Token = redact.New(token)
				_, err := call(t, reach(t, to), "x", "{}")
				if f := failure(t, err); strings.Contains(f.Message, "4711") || strings.Contains(f.Message, "NDcxM") || strings.Contains(f.Message, "0NzEx") || strings.Contains(f.Message, "Q3MT") {
					t.Error(f.Message)
				}
			})
		}
	}
}

// SPEC Q7: what a server asks for is refused in its own session, a ping answered.
func TestRemoteServersRequestsAreRefused(t *testing.T) {
	replies := make(chan string, 10)
	l := newLab(t, func(w http.ResponseWriter, req *http.Request, q asked) bool {
		switch {
		case q.Method == "initialize":
			w.Header().Set(sessionHeader, "s")
		case q.Method == "" && req.Method == http.MethodPost:
			replies <- string(q.ID) + " " + req.Header.Get(sessionHeader) + " " + req.Header.Get(versionHeader)
		case q.Method == "tools/call":
			w.Header().Set("Content-Type", eventStream)
			fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":\"s1\",\"method\":\"sampling/createMessage\"}\n\ndata: {\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}\n\n")
			fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{}}\n\n", q.ID)
			return true
		}
		return false
	})
	c := reach(t, far(t, l.URL))
	if _, err := call(t, c, "x", "{}"); err != nil {
		t.Error(err)
	}
	got := map[string]bool{<-replies: true, <-replies: true}
	if !got[`"s1" s 2025-11-25`] || !got["2 s 2025-11-25"] || c.Counts().Requests != 2 {
		t.Errorf("%v %+v", got, c.Counts())
	}
}

// The stalled body of an error holds up its message for two seconds at most.
func TestSlowErrorBodyIsCutShort(t *testing.T) {
	l := newLab(t, func(w http.ResponseWriter, req *http.Request, q asked) bool {
		if q.Method != "tools/call" {
			return false
		}
		w.WriteHeader(http.StatusInternalServerError)
		fmt.Fprint(w, "the disk is full")
		w.(http.Flusher).Flush()
		<-req.Context().Done()
		return true
	})
	c := reach(t, far(t, l.URL))
	began := time.Now()
	_, err := call(t, c, "x", "{}")
	failed(t, err, HTTPStatus, "answered tools/call with HTTP 500 Internal Server Error")
	if took := time.Since(began); took > 30*time.Second {
		t.Errorf("took %v", took)
	}
}

// What a prompt's messages hold is read as strictly as a tool's content.
func TestPromptMessages(t *testing.T) {
	for body, says := range map[string]string{
		`{"messages":[{"role":"user","content":{"type":"text","text":"a"}}]}`: "",
		`{"messages":["a"]}`:                                       "messages[0] is a text, not an object",
		`{"messages":[{"role":"user"}]}`:                           "messages[0] has a content that is null, not an object",
		`{"messages":[{"role":"user","content":{"type":"text"}}]}`: "messages[0] has a content that is a text without text",
		`{"messages":{}}`:                                          "its messages is an object, not a list",
	} {
		l := newLab(t, func(w http.ResponseWriter, req *http.Request, q asked) bool {
			if q.Method == "prompts/get" {
				answers{contentType: "application/json", body: `{"jsonrpc":"2.0","id":%s,"result":` + body + `}`}.to(w, q)
			}
			return q.Method == "prompts/get"
		})
		_, err := reach(t, far(t, l.URL)).Prompt(t.Context(), "p", nil)
		if says == "" {
			if err != nil {
				t.Error(err)
			}
			continue
		}
		failed(t, err, Protocol, says)
	}
}
