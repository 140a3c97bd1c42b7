package gateway

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// SPEC Q9: nothing that an assistant may ask for adds, approves or trusts.
func TestMethods_Q9(t *testing.T) {
	want := []string{"completion/complete", "initialize", "logging/setLevel", "ping", "prompts/get", "prompts/list", "resources/list",
		"resources/read", "resources/subscribe", "resources/templates/list", "resources/unsubscribe", "server/discover",
		"subscriptions/listen", "tools/call", "tools/list"}
	if got := slices.Sorted(maps.Keys(table())); !slices.Equal(got, want) {
		t.Errorf("methods: %q", got)
	}
}

// SPEC Q1: a message that two readers could read differently is refused, and nothing of
// it reaches a server.
func TestHostileFrames_Q1(t *testing.T) {
	w := newWorld(t, map[string]string{"policy.json": `{"serve":{"allowedTools":["*"]}}`})
	w.decide(mark("lookup", "allow"))
	c := w.begun(w.gateway(false))
	call := func(params string) string {
		return `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":` + params + `}`
	}
	for name, f := range map[string]struct{ line, want string }{
		"a duplicate key of the envelope": {`{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}`, `"id":null,"error":{"code":-32700`},
		"a duplicate by an escape":        {`{"jsonrpc":"2.0","id":1,"\u0069d":2,"method":"ping"}`, `"code":-32700`},
		"a duplicate name":                {call(`{"name":"acme__lookup","name":"acme__other"}`), `"code":-32700`},
		"a duplicate deep in arguments":   {call(`{"name":"acme__lookup","arguments":{"a":[{"b":1,"b":2}]}}`), `"code":-32700`},
		"a twin of method":                {`{"jsonrpc":"2.0","id":1,"method":"ping","METHOD":"x"}`, `"code":-32600`},
		"a twin of arguments":             {call(`{"name":"acme__lookup","arguments":{"a":1},"Arguments":{"a":2}}`), `"id":7,"error":{"code":-32600`},
		"a twin by another letter":        {call(`{"name":"acme__lookup","argumentſ":{"a":2}}`), `"id":7,"error":{"code":-32600`},
		"a twin in _meta":                 {call(`{"name":"acme__lookup","_meta":{"progresstoken":1}}`), `"code":-32600`},
		"a batch":                         {`[{"jsonrpc":"2.0","id":1,"method":"ping"}]`, `a batch is not taken`},
		"no JSON":                         {`hello`, `"code":-32700`},
		"a text":                          {`"x"`, `"code":-32700`},
		"half a message":                  {`{"jsonrpc":"2.0"`, `"code":-32700`},
		"bytes that are not UTF-8":        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"p\xff\"}", `"code":-32700`},
		"half a surrogate":                {call(`{"name":"acme__lookup","arguments":{"a":"\ud800"}}`), `"code":-32700`},
		"too deep":                        {call(`{"name":"acme__lookup","arguments":{"a":` + strings.Repeat("[", 70) + strings.Repeat("]", 70) + `}}`), `"code":-32700`},
		"an id of null":                   {`{"jsonrpc":"2.0","id":null,"method":"ping"}`, `"id":null,"error":{"code":-32600`},
		"an id that is a list":            {`{"jsonrpc":"2.0","id":[1],"method":"ping"}`, `"id":null,"error":{"code":-32600`},
		"an id that is a fraction":        {`{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, `"code":-32600`},
		"a huge id":                       {`{"jsonrpc":"2.0","id":"` + strings.Repeat("x", 300) + `","method":"ping"}`, `"id":null,"error":{"code":-32600`},
		"no version of JSON-RPC":          {`{"id":1,"method":"ping"}`, `"id":1,"error":{"code":-32600`},
		"another of JSON-RPC":             {`{"jsonrpc":"1.0","id":1,"method":"ping"}`, `"code":-32600`},
		"neither":                         {`{"jsonrpc":"2.0","id":1}`, `"code":-32600`},
		"both":                            {`{"jsonrpc":"2.0","id":1,"method":"ping","result":{}}`, `"code":-32600`},
		"a method that is a number":       {`{"jsonrpc":"2.0","id":1,"method":1}`, `"code":-32600`},
		"params that are a list":          {`{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}`, `"code":-32600`},
		"an unknown method":               {`{"jsonrpc":"2.0","id":1,"method":"server/add"}`, `"id":1,"error":{"code":-32601`},
		"a method in other case":          {`{"jsonrpc":"2.0","id":1,"method":"Ping"}`, `"code":-32601`},
		"no name":                         {call(`{}`), `"code":-32602`},
		"a name that is a number":         {call(`{"name":1}`), `"code":-32602`},
		"another spelling of a name":      {call(`{"name":"mcp__acme__lookup"}`), `"code":-32602`},
		"the name of a grant":             {call(`{"name":"acme__resources/read","arguments":{"uri":"x"}}`), `"code":-32602`},
		"arguments that are a list":       {call(`{"name":"acme__lookup","arguments":[]}`), `"code":-32602`},
		"arguments of null":               {call(`{"name":"acme__lookup","arguments":null}`), `"code":-32602`},
		"a task":                          {call(`{"name":"acme__lookup","task":{}}`), `"code":-32602`},
		"a cursor":                        {`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}`, `"code":-32602`},
		"a second beginning":              {hello, `"code":-32600`},
	} {
		if got := c.ask(f.line); !strings.Contains(got, f.want) {
			t.Errorf("%s: %s", name, got)
		}
	}
	if len(w.came) > 0 {
		t.Errorf("forwarded: %s", w.came[0].Params)
	}
	wantPart(t, c.ask(`{"jsonrpc":"2.0","id":"still here","method":"ping"}`), `"id":"still here","result":{}`)
}

// SPEC V3: an id goes back as it came, whatever a careless reader makes of it.
func TestIDsByTheirBytes_V3(t *testing.T) {
	c := newWorld(t, nil)
	s := c.begun(c.gateway(false))
	for _, id := range []string{`1`, `"1"`, `9007199254740993`, `-0`, `"\u0061"`, `"é"`, `12345678901234567890123`, `""`} {
		wantPart(t, s.ask(`{"jsonrpc":"2.0","id":`+id+`,"method":"ping"}`), `{"jsonrpc":"2.0","id":`+id+`,"result":{}}`)
	}
}

// SPEC V1: each version is spoken as it is, and the stateless one beside them.
func TestVersions_V1(t *testing.T) {
	w := newWorld(t, map[string]string{"policy.json": `{"serve":{"resources":true}}`})
	for asked, answer := range map[string]string{
		"2024-11-05": "2024-11-05", "2025-03-26": "2025-03-26", "2025-06-18": "2025-06-18", "2025-11-25": "2025-11-25",
		"2026-07-28": "2025-11-25", "1999-01-01": "2025-11-25", "": "2025-11-25",
	} {
		c := w.chat(w.gateway(true))
		wantPart(t, c.ask(`{"jsonrpc":"2.0","id":0,"method":"tools/list"}`), "the first request must be initialize")
		got := c.ask(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"` + asked + `","capabilities":{},"clientInfo":{}}}`)
		wantPart(t, got, `"protocolVersion":"`+answer+`"`, `"serverInfo":{"name":"usher","version":"1.2.3"}`, `"instructions":"be kind"`,
			`"tools":{"listChanged":true}`, `"resources":{"subscribe":true,"listChanged":true}`)
		if strings.Contains(got, "resultType") || strings.Contains(got, "completions") != (answer > "2024-11-05") {
			t.Errorf("%s: %s", asked, got)
		}
		wantPart(t, c.ask(`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`), `"tools":[{"name":"app__skill_load"`)
		wantPart(t, c.ask(`{"jsonrpc":"2.0","id":3,"method":"server/discover"}`), `-32602`)
	}
}

func modern(id, method, params string) string {
	return `{"jsonrpc":"2.0","id":` + id + `,"method":"` + method + `","params":{` + params +
		`"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}}}`
}

// SPEC V7: the stateless version needs no session, says so, and refuses what it lacks.
func TestStateless_V7(t *testing.T) {
	w := newWorld(t, nil)
	g := w.gateway(false)
	ask := func(message string) string {
		var out collector
		g.Stateless(t.Context(), []byte(message), &out)
		return out.last()
	}
	wantPart(t, ask(modern("1", "server/discover", "")), `"resultType":"complete"`, `"supportedVersions":["2026-07-28","2025-11-25"`, `"ttlMs":0`, `"cacheScope":"private"`,
		`"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"usher"`, `"instructions":"be kind"`)
	wantPart(t, ask(modern("2", "tools/list", "")), `"resultType":"complete"`, `"ttlMs":0`)
	for _, gone := range []string{"initialize", "ping", "logging/setLevel", "resources/subscribe"} {
		wantPart(t, ask(modern("3", gone, "")), `"code":-32601`)
	}
	wantPart(t, ask(`{"jsonrpc":"2.0","id":4,"method":"tools/list"}`), `"code":-32602`)
	wantPart(t, ask(hello), `"code":-32602`)
	wantPart(t, ask(strings.Replace(modern("5", "tools/list", ""), "2026-07-28", "2031-01-01", 1)), `"code":-32022`, `"supported":["2026-07-28"`, `"requested":"2031-01-01"`)
	wantPart(t, ask(strings.Replace(modern("6", "tools/list", ""), "clientCapabilities", "other", 1)), `"code":-32602`)
	c := w.chat(g) // on stdio both are spoken side by side
	wantPart(t, c.ask(modern("7", "server/discover", "")), `"supportedVersions"`)
	c.ask(hello)
	wantPart(t, c.ask(modern("8", "tools/list", "")), `"resultType":"complete"`)
	wantPart(t, c.ask(`{"jsonrpc":"2.0","id":9,"method":"tools/list"}`), `"result":{"tools":[`)
}
