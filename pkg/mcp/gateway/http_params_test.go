package gateway

import (
	"fmt"
	"strings"
	"testing"

	"usher/pkg/trust"
)

// An argument that stands in a header too has to be the same in both, so that nothing
// in front goes by another value than the call is made with (MCP 2026-07-28, V7).
func TestParamHeadersAgree_V7(t *testing.T) {
	d := opened(t)
	for _, c := range []struct {
		why, args string
		headers   []string
		ok        bool
	}{
		{"the same", `{"region":"eu"}`, []string{"Mcp-Param-Region: eu"}, true},
		{"another case of the name", `{"region":"eu"}`, []string{"mcp-param-REGION: eu"}, true},
		{"space around it", `{"region":"eu"}`, []string{"Mcp-Param-Region:   eu  "}, true},
		{"in code", `{"region":" ü"}`, []string{"Mcp-Param-Region: =?base64?IMO8?="}, true},
		{"half a code is a text", `{"region":"=?base64?IMO8"}`, []string{"Mcp-Param-Region: =?base64?IMO8"}, true},
		{"a text like a number", `{"region":"42"}`, []string{"Mcp-Param-Region: 42"}, true},
		{"no value", `{}`, nil, true},
		{"null", `{"region":null,"at":null}`, nil, true},
		{"no arguments", `null`, nil, true},
		{"deep", `{"at":{"row":-7}}`, []string{"Mcp-Param-Row: -7"}, true},
		{"by value", `{"at":{"row":42}}`, []string{"Mcp-Param-Row: 42.0"}, true},
		{"a truth", `{"dry":true}`, []string{"Mcp-Param-Dry: true"}, true},
		{"one that is no tool's", `{}`, []string{"Mcp-Param-Other: x"}, true},
		{"another value", `{"region":"eu"}`, []string{"Mcp-Param-Region: us"}, false},
		{"another case", `{"region":"eu"}`, []string{"Mcp-Param-Region: EU"}, false},
		{"no header", `{"region":"eu"}`, nil, false},
		{"no header for an empty value", `{"region":""}`, nil, false},
		{"no value for the header", `{}`, []string{"Mcp-Param-Region: eu"}, false},
		{"null for the header", `{"region":null}`, []string{"Mcp-Param-Region: null"}, false},
		{"two headers", `{"region":"eu"}`, []string{"Mcp-Param-Region: eu", "+Mcp-Param-Region: us"}, false},
		{"not in code", `{"region":"ü"}`, []string{"Mcp-Param-Region: ü"}, false},
		{"bad code", `{"region":"Hello"}`, []string{"Mcp-Param-Region: =?base64?SGVs!!!bG8=?="}, false},
		{"short code", `{"region":"Hello"}`, []string{"Mcp-Param-Region: =?base64?SGVsbG8?="}, false},
		{"the code itself", `{"region":"=?base64?SGVsbG8=?="}`, []string{"Mcp-Param-Region: =?base64?SGVsbG8=?="}, false},
		{"a number in the text's place", `{"region":42}`, []string{"Mcp-Param-Region: 42"}, true}, // the tool's affair
		{"a list", `{"region":["eu"]}`, []string{"Mcp-Param-Region: eu"}, false},
		{"too large to be sure", `{"at":{"row":9007199254740993}}`, []string{"Mcp-Param-Row: 9007199254740992"}, false},
		{"a fraction", `{"at":{"row":1.5}}`, []string{"Mcp-Param-Row: 1.5"}, false},
		{"in hex", `{"at":{"row":16}}`, []string{"Mcp-Param-Row: 0x10"}, false},
		{"another truth", `{"dry":true}`, []string{"Mcp-Param-Dry: True"}, false},
	} {
		body := `{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"lab__region","arguments":` + c.args + `,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`
		before := d.taken.Load()
		a := d.ask(t, "POST", "/mcp", body, append(c.headers, "Mcp-Protocol-Version: 2026-07-28", "Mcp-Method: tools/call", "Mcp-Name: lab__region")...)
		if c.ok != (a.status == 200) || c.ok != (d.taken.Load() > before) || !c.ok && (a.status != 400 || !strings.Contains(a.body, `"id":"a","error":{"code":-32020`)) {
			t.Errorf("%s: %+v", c.why, a)
		}
	}
}

// What a tool's definition marks is found where the version allows it and nowhere else,
// and a tool that is refused starts nothing to be looked at.
func TestMarkedParams_V7(t *testing.T) {
	w := newWorld(t, nil)
	prop := func(name, kind string) string { return fmt.Sprintf(`{"type":%q,"x-mcp-header":%q}`, kind, name) }
	w.lists(acmeTool, `{"name":"far","inputSchema":{"type":"object","properties":{"a":`+prop("A-b", "string")+`,"o":{"type":"object","properties":{"n":`+prop("N", "integer")+`}},
		"f":`+prop("F", "number")+`,"e":`+prop("", "string")+`,"s":`+prop("a b", "string")+`,"l":{"type":"array","items":{"type":"object","properties":{"x":`+prop("X", "string")+`}}},
		"u":{"type":"boolean","x\u002dmcp-header":"u"}},"anyOf":[{"properties":{"y":`+prop("Y", "string")+`}}]}}`)
	starts := 0
	w.onStart = func() { starts++ }
	g := w.gateway(true)
	for _, known := range []bool{true, false} {
		w.kept = known
		if got := fmt.Sprint(g.mirrors(t.Context(), "acme__far")); got != `[{Mcp-Param-A-B [a]} {Mcp-Param-N [o n]} {Mcp-Param-U [u]}]` {
			t.Errorf("%s", got)
		}
		for _, none := range []string{"acme__lookup", "acme__no", "other__far", "far", ""} {
			if got := g.mirrors(t.Context(), none); got != nil {
				t.Errorf("%s: %v", none, got)
			}
		}
	}
	if starts == 0 {
		t.Error("a list that is not known is not asked for")
	}
	starts = 0
	w.decide(mark("far", trust.Deny))
	if got := g.mirrors(t.Context(), "acme__far"); got != nil || starts != 0 {
		t.Errorf("%v, %d starts", got, starts)
	}
}
