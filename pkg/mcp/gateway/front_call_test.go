package gateway

import (
	"context"
	"errors"
	"strings"
	"testing"

	"usher/pkg/gate"
	"usher/pkg/mcp/client"
	"usher/pkg/trust"
)

func lookup(id, more string) string {
	return `{"jsonrpc":"2.0","id":` + id + `,"method":"tools/call","params":{"name":"acme__lookup","arguments":{"a":1}` + more + `}}`
}

const serving = `{"serve":{"allowedTools":["acme__*"]}}`

// SPEC V3: what goes to a server and what comes back is what was sent, byte for byte but
// for the name.
func TestFaithful_V3(t *testing.T) {
	w := newWorld(t, map[string]string{"policy.json": serving})
	w.decide(mark("lookup", "allow"))
	c := w.begun(w.gateway(false))
	sent := `{ "zeta" : [9007199254740993,1.50E1,"\u003c\/"], "name" :  "acme__look\u0075p" ,"arguments":{"é":"\ud83d\ude00", "n":-0.0},"_meta":{"progressToken":9007199254740993,"x/y":1}, "_note":null}`
	got := c.ask(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":` + sent + `}`)
	if want := `{"jsonrpc":"2.0","id":1,"result":` + odd + `}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if want := strings.Replace(sent, `"acme__look\u0075p"`, `"lookup"`, 1); string(w.came[0].Params) != want || w.came[0].Method != "tools/call" {
		t.Errorf("got  %s\nwant %s", w.came[0].Params, want)
	}
	list := c.ask(`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`)
	wantPart(t, list, strings.Replace(acmeTool, `"lookup"`, `"acme__lookup"`, 1))
	// What the assistant says to usher alone is no server's affair (SPEC Q7).
	c.ask(modern("3", "tools/call", `"name":"acme__lookup","keep" : 1,`))
	if got := string(w.came[1].Params); got != `{"name":"lookup","keep" : 1,"_meta":{}}` {
		t.Errorf("sent %s", got)
	}
	if w.came[1].Again {
		t.Error("a call that is not marked read-only may be made once only")
	}
}

// SPEC V2, G5: the endpoint calls what a pattern lets through and the person allowed;
// everything else is a result that says why and what next, and reaches no server.
func TestEndpoint_V2(t *testing.T) {
	for name, c := range map[string]struct {
		policy string
		decide func(*trust.Ledger, trust.Key)
		want   []string
		listed bool
	}{
		"covered and allowed": {serving, mark("lookup", "allow"), []string{`"z":1`}, true},
		"covered and unset":   {serving, nil, []string{`"isError":true`, "usher grant set acme lookup --allow --digest sha256:"}, true},
		"covered and ask":     {serving, mark("lookup", "ask"), []string{`"isError":true`}, true},
		"covered and denied":  {serving, mark("lookup", "deny"), []string{`"isError":true`, "usher grant remove acme lookup"}, false},
		"allowed, no pattern": {`{}`, mark("lookup", "allow"), []string{`"isError":true`, "usher policy set serve.allowedTools acme__lookup"}, false},
		"revoked":             {serving, func(l *trust.Ledger, k trust.Key) { l.Revoke("acme") }, []string{`"isError":true`, "usher server approve acme"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, map[string]string{"policy.json": c.policy})
			if c.decide != nil {
				w.decide(c.decide)
			}
			s := w.begun(w.gateway(false))
			wantPart(t, s.ask(lookup("1", "")), c.want...)
			allowed := name == "covered and allowed"
			if (len(w.came) == 1) != allowed || len(w.told) != 1 || (w.told[0].Verdict == gate.Allow) != allowed {
				t.Errorf("forwarded %d, decided %v", len(w.came), w.told)
			}
			if list := s.ask(`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`); strings.Contains(list, "acme__lookup") != c.listed {
				t.Errorf("listed: %s", list)
			}
		})
	}
}

// SPEC V3, Q7: what a server fails at is told, and what it asks for goes nowhere.
func TestServersFailures_V3(t *testing.T) {
	w := newWorld(t, map[string]string{"policy.json": serving})
	w.decide(mark("lookup", "allow"))
	w.decide(mark("gone", "allow"))
	g := w.gateway(false)
	c := w.begun(g)
	wantPart(t, c.ask(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"acme__gone"}}`), `"isError":true`, `server \"acme\" has no tool \"gone\"`)
	w.forward = func(context.Context, client.Forward) ([]byte, error) {
		return []byte(`{"resultType":"input_required","inputRequests":{"x":{"method":"elicitation/create"}}}`), nil
	}
	got := c.ask(lookup("2", ""))
	wantPart(t, got, `"isError":true`, "asks for more input")
	if strings.Contains(got, "elicitation") {
		t.Error("a server's question is passed on")
	}
	w.forward = func(context.Context, client.Forward) ([]byte, error) { return nil, errors.New("it broke") }
	wantPart(t, c.ask(lookup("3", "")), `"isError":true`, "it broke", "usher server show acme")
	w.mu.Lock()
	w.startErr = errors.New("no such program")
	w.mu.Unlock()
	wantPart(t, c.ask(lookup("4", "")), `no such program`)
}

// A fault of usher's own refuses the request that met it, and nothing else.
func TestPanicRefuses(t *testing.T) {
	w := newWorld(t, map[string]string{"policy.json": serving})
	w.decide(mark("lookup", "allow"))
	w.forward = func(context.Context, client.Forward) ([]byte, error) { panic("secret-4711") }
	c := w.begun(w.gateway(false))
	got := c.ask(lookup("1", ""))
	wantPart(t, got, `"id":1,"error":{"code":-32603`)
	wantPart(t, c.ask(lookup("1", "")), `"id":1,"error":{"code":-32603`) // and the id is free again
	if strings.Contains(got, "4711") || len(w.said) != 1 || strings.Contains(w.said[0].Message, "4711") {
		t.Errorf("%s, said %v", got, w.said)
	}
}

// SPEC M4: what a server says of a tool when it starts is compared before the call is
// made; the decision is made again on what holds then.
func TestComparedAfterAStart_M4(t *testing.T) {
	w := newWorld(t, map[string]string{"policy.json": serving})
	w.decide(mark("lookup", "allow"))
	w.onStart = func() { w.decide(mark("lookup", "deny")) }
	c := w.begun(w.gateway(false))
	wantPart(t, c.ask(lookup("1", "")), `"isError":true`, "never to be called")
	if len(w.came) > 0 || len(w.told) != 2 || w.told[1].Verdict != gate.Deny {
		t.Errorf("forwarded %d, decided %v", len(w.came), w.told)
	}
	w.onStart = nil
	w.decide(mark("lookup", "allow"))
	wantPart(t, c.ask(lookup("2", "")), `"z":1`)
	w.lists(strings.Replace(acmeTool, `"odd"`, `"description":"now it deletes","odd"`, 1))
	w.onStart = func() { w.decide(mark("lookup", "deny")) }
	wantPart(t, c.ask(lookup("3", "")), `"isError":true`)
	if len(w.came) != 1 {
		t.Errorf("forwarded %d", len(w.came))
	}
}

// SPEC H5, H6, V2: hooks see the call and may refuse it; after it they may add to what
// the model is told, and nothing else of the result changes.
func TestHooks_H5(t *testing.T) {
	w := newWorld(t, map[string]string{"policy.json": serving,
		"hooks.json": `{"hooks":[{"name":"watch","event":"PreToolUse","command":"0"},{"name":"note","event":"PostToolUse","command":"0","modelOutput":true}]}`})
	w.decide(mark("lookup", "allow"))
	w.says = "mind the gap"
	c := w.begun(w.gateway(false))
	got := c.ask(lookup("1", ""))
	want := strings.Replace(odd, `"text":"\u003c<"}]`, `"text":"\u003c<"},{"type":"text","text":"[Hook output: note]\nmind the gap"}]`, 1)
	if got != `{"jsonrpc":"2.0","id":1,"result":`+want+`}` {
		t.Errorf("got %s", got)
	}
	if len(w.ran) != 2 || !strings.Contains(w.ran[0], `"source":"meta"`) || !strings.Contains(w.ran[1], `<<`) {
		t.Errorf("ran %q", w.ran)
	}
	w.write("hooks.json", `{"hooks":[{"name":"watch","event":"PreToolUse","command":"2"}]}`)
	wantPart(t, c.ask(lookup("2", "")), `"isError":true`, "hook watch: refused")
	if len(w.came) != 1 {
		t.Error("a refused call reached the server")
	}
}

func TestContentIsSpliced_H6(t *testing.T) {
	item := [][]byte{[]byte(`"+"`)}
	for result, want := range map[string]string{
		`{"content":[]}`: `{"content":["+"]}`, `{"content":[ ] }`: `{"content":[ "+"] }`, `{"content":[1]}`: `{"content":[1,"+"]}`,
		`{}`: `{"content":["+"]}`, `{"a":1 }`: `{"a":1 ,"content":["+"]}`, `{"content":1}`: `{"content":1}`, `{"a":[],"\u0063ontent":[{}],"z":[]}`: `{"a":[],"\u0063ontent":[{},"+"],"z":[]}`,
	} {
		if got := string(withContent([]byte(result), item)); got != want {
			t.Errorf("%s: %s", result, got)
		}
	}
}
