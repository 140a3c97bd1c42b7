//go:build linux && !race

package cmd_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"testing"
)

// onTheWire are the arguments with which every tool of server-everything is called.
var onTheWire = map[string]string{
	"echo":                           `{"message":"büe <&> \u2028 9007199254740993"}`,
	"get-annotated-message":          `{"messageType":"error","includeImage":true}`,
	"get-env":                        `{}`,
	"get-resource-links":             `{"count":3}`,
	"get-resource-reference":         `{"resourceType":"Text","resourceId":7}`,
	"get-structured-content":         `{"location":"Chicago"}`,
	"get-sum":                        `{"a":"forty"}`, // an error of its own
	"get-tiny-image":                 `{}`,
	"gzip-file-as-resource":          `{"name":"a.gz","data":"data:text/plain,beam","outputType":"resource"}`,
	"toggle-simulated-logging":       `{}`,
	"toggle-subscriber-updates":      `{}`,
	"trigger-long-running-operation": `{"duration":0.1,"steps":2}`,
}

// The proof that nothing is lost or changed: what a real server answers is the same,
// byte for byte, whether it is asked directly or through a gateway on stdio and over
// HTTP, with and without a session, its own errors included (SPEC V3).
func TestEveryAnswerIsTheServersOwn_V3(t *testing.T) {
	t.Parallel()
	main := installed(t, scope+"server-everything")
	h := newHouse(t)
	h.put(t, "mcp.json", `{"servers":[{"id":"every","command":"node","args":["`+main+`"]}]}`)
	h.approves(t, "every")
	h.does(t, 0, "server", "tools", "every", "--refresh")
	h.does(t, 0, "grant", "set", "every", "*", "--allow", "--digest", h.launch(t, "every"))
	h.put(t, "policy.json", `{"serve":{"allowedTools":["every__*"]}}`)
	direct := h.speaksTo(t, h.command("node", main))
	stdio := h.serves(t)
	inSession, single := h.servesHTTP(t), h.servesHTTP(t) // each with a server of its own, for the tools that toggle
	_, _, session := inSession.post(t, helloHTTP)
	for name, args := range onTheWire {
		params := func(prefix, more string) string {
			return fmt.Sprintf(`{"name":%q,"arguments":%s%s}`, prefix+name, args, more)
		}
		want := body(t, direct.ask("tools/call", params("", "")))
		_, a, _ := inSession.post(t, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":`+params("every__", "")+`}`, session)
		_, b, _ := single.post(t, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":`+
			params("every__", `,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`)+`}`,
			"Mcp-Protocol-Version: 2026-07-28", "Mcp-Method: tools/call", "Mcp-Name: every__"+name)
		for way, got := range map[string]string{"stdio": stdio.ask("tools/call", params("every__", "")), "HTTP": a, "HTTP without a session": b} {
			got := body(t, got)
			if way == "HTTP without a session" {
				got = regexp.MustCompile(`^\{"resultType":"complete",`).ReplaceAllString(got, "{") // which that version wants
			}
			if name == "get-env" { // usher gives it less of an environment
				got, want = got[:30], want[:30]
			}
			if got != want {
				t.Errorf("%s over %s:\n%s\ndirectly:\n%s", name, way, short(got), short(want))
			}
		}
	}
	must(t, direct.Process.Kill()) // its clocks keep it alive
	must(t, stdio.in.Close())
	direct.end(t)
	stdio.end(t)
	inSession.end(t)
	single.end(t)
	h.gone(t)
}

// body is the result or the error of an answer, its bytes as they are but for the time
// of day.
func body(t *testing.T, answer string) string {
	t.Helper()
	var a struct{ Result, Error json.RawMessage }
	if err := json.Unmarshal([]byte(answer), &a); err != nil || len(a.Result)+len(a.Error) == 0 {
		t.Fatalf("%v: %s", err, short(answer))
	}
	return clock().ReplaceAllString(string(a.Result)+string(a.Error), "now")
}

// speaksTo begins a session with a server, as a gateway's own client does with serves.
func (h *house) speaksTo(t *testing.T, c *exec.Cmd) *gatewaySeat {
	t.Helper()
	stdin, in, err := os.Pipe()
	must(t, err)
	from, stdout, err := os.Pipe()
	must(t, err)
	c.Stdin, c.Stdout = stdin, stdout
	a := &gatewaySeat{running: begin(t, c, ""), t: t, in: in, from: from, says: bufio.NewScanner(from)}
	_, _ = stdin.Close(), stdout.Close()
	a.says.Buffer(nil, 16<<20)
	t.Cleanup(func() { _, _ = in.Close(), from.Close() })
	a.ask("initialize", `{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"tester","version":"7"}}`)
	a.tell(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	return a
}
