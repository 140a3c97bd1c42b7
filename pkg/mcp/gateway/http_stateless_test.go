package gateway

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
)

// In 2026-07-28 each request says everything, in its headers too, and the two have to
// agree (SPEC V7).
func TestHeadersAgreeWithTheMessage_V7(t *testing.T) {
	d := opened(t)
	meta := `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}`
	list := `{"jsonrpc":"2.0","id":"a","method":"tools/list","params":{` + meta + `}}`
	call := `{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"lab__löökup",` + meta + `}}`
	version, coded := "Mcp-Protocol-Version: 2026-07-28", "Mcp-Name: =?base64?"+base64.StdEncoding.EncodeToString([]byte("lab__löökup"))+"?="
	for _, c := range []struct {
		why, body string
		headers   []string
		status    int
		says      string
	}{
		{"a list", list, []string{version, "Mcp-Method: tools/list"}, 200, `"id":"a","result"`},
		{"a list, whatever it names", list, []string{version, "Mcp-Method: tools/list", "Mcp-Name: x"}, 200, `"id":"a","result"`},
		{"a session is not looked at", list, []string{version, "Mcp-Method: tools/list", "Mcp-Session-Id: x"}, 200, `"id":"a","result"`},
		{"a call", call, []string{version, "Mcp-Method: tools/call", coded}, 200, `"id":"a","result"`},
		{"no method", list, []string{version}, 400, "-32020"},
		{"another method", list, []string{version, "Mcp-Method: tools/call"}, 400, "-32020"},
		{"another case", list, []string{version, "Mcp-Method: TOOLS/LIST"}, 400, "-32020"},
		{"no name", call, []string{version, "Mcp-Method: tools/call"}, 400, "-32020"},
		{"another name", call, []string{version, "Mcp-Method: tools/call", "Mcp-Name: lab__other"}, 400, "-32020"},
		{"a name in bad code", call, []string{version, "Mcp-Method: tools/call", "Mcp-Name: =?base64?!?="}, 400, "-32020"},
		{"two names", call, []string{version, "Mcp-Method: tools/call", coded, "+Mcp-Name: lab__other"}, 400, "more than once"},
		{"no version in the headers", list, []string{"Mcp-Method: tools/list"}, 400, "-32020"},
		{"another version in the headers", list, []string{"Mcp-Protocol-Version: 2099-01-01", "Mcp-Method: tools/list"}, 400, "-32020"},
		{"a key twice", strings.Replace(call, `"name"`, `"name":"x","name"`, 1), []string{version, "Mcp-Method: tools/call", coded}, 400, "-32700"},
		{"bad text", strings.Replace(call, "ö", "\xff", 1), []string{version, "Mcp-Method: tools/call", coded}, 400, "-32700"},
		{"half a pair", strings.Replace(call, "ö", `\ud800`, 1), []string{version, "Mcp-Method: tools/call", coded}, 400, "-32700"},
	} {
		before := d.taken.Load()
		a := d.ask(t, "POST", "/mcp", c.body, c.headers...)
		reached := d.taken.Load() != before
		if a.status != c.status || !strings.Contains(a.body, c.says) || reached != (c.status == 200) || a.head.Get("Mcp-Session-Id") != "" {
			t.Errorf("%s: %+v", c.why, a)
		}
	}
	for _, method := range []string{"GET", "DELETE"} {
		if a := d.ask(t, method, "/mcp", "", version, d.session(t)); a.status != 405 || a.head.Get("Allow") != "POST" {
			t.Errorf("%s: %+v", method, a)
		}
	}
	for code, status := range map[int]int{-32601: 404, -32602: 400, -32600: 400, -32020: 400, -32021: 400, -32022: 400, -32603: 200, -32000: 200} {
		body := fmt.Sprintf(`{"jsonrpc":"2.0","id":"a","method":"bad","params":{"code":%d,%s}}`, code, meta)
		if a := d.ask(t, "POST", "/mcp", body, version, "Mcp-Method: bad"); a.status != status {
			t.Errorf("%d: %+v", code, a)
		}
	}
}

// What a frame is shows in its first keys, whatever stands inside of it.
func TestKindOfAFrame(t *testing.T) {
	for frame, want := range map[string]frameKind{
		`{"jsonrpc":"2.0","id":1,"result":{"method":"x"}}`:    isAnswer,
		`{"jsonrpc":"2.0","id":"\"method\":","result":{}}`:    isAnswer,
		` { "jsonrpc" : "2.0" , "method" : "a" , "id" : 1 }`:  isMethod,
		`{"method":"notifications/progress","jsonrpc":"2.0"}`: isMethod,
		`{"jsonrpc":"2.0","id":null,"error":{"code":1}}`:      isError,
		`{"id":"a,b","jsonrpc":"2.0","error":{"code":1}}`:     isError,
		`{"jsonrpc":"2.0","params":{"error":1},"method":"x"}`: isAnswer, // not how our frames are written
		`[{"jsonrpc":"2.0","id":1,"result":{}}]`:              isAnswer,
		`{}`:                                                  isAnswer, ``: isAnswer, `{"`: isAnswer, `{"a`: isAnswer, `{"a":"\`: isAnswer, `{"a":1`: isAnswer,
	} {
		if got := kind([]byte(frame)); got != want {
			t.Errorf("%s: %d, want %d", frame, got, want)
		}
	}
}
