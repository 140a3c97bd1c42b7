package gateway

import (
	"strings"
	"testing"
	"time"

	"usher/pkg/gate"
	"usher/pkg/strictjson"
)

// asked is the question that a call brings, its id and its params.
func (c *chat) asked(line string) (id, params string) {
	c.t.Helper()
	q := c.ask(line)
	root, _ := strictjson.Decode([]byte(q), strictjson.Options{AllowNull: true})
	if m, _ := root.Get("method").Text(); m != "elicitation/create" {
		c.t.Fatalf("no question: %s", q)
	}
	return string(root.Get("id").Raw()), string(root.Get("params").Raw())
}

func (c *chat) reply(id, result string) string {
	return c.ask(`{"jsonrpc":"2.0","id":` + id + `,"result":` + result + `}`)
}

const allow = `{"action":"accept","content":{"decision":"allow once"}}`

// SPEC V2: an ask is put to the person, a plain allow lets the call through once, and
// anything else is a refusal.
func TestAsk_V2(t *testing.T) {
	w := newWorld(t, nil)
	c := w.begun(w.gateway(true))
	for _, no := range []string{
		`{"action":"accept","content":{"decision":"deny"}}`, `{"action":"decline"}`, `{"action":"cancel"}`, `{}`, `null`, `[]`,
		`{"action":"accept"}`, `{"action":"accept","content":{}}`, `{"action":"accept","content":{"decision":"Allow once"}}`,
		`{"action":"accept","content":{"decision":true}}`, `{"action":"accept","content":{"Decision":"allow once"}}`,
		`{"action":"decline","content":{"decision":"allow once"}}`, `{"content":{"decision":"allow once"}}`,
	} {
		id, _ := c.asked(lookup("1", ""))
		wantPart(t, c.reply(id, no), `"id":1,"result":{"content":[`, `"isError":true`)
	}
	id, _ := c.asked(lookup("1", ""))
	wantPart(t, c.ask(`{"jsonrpc":"2.0","id":`+id+`,"error":{"code":-1,"message":"no"}}`), `"isError":true`)
	if len(w.came) > 0 {
		t.Fatalf("forwarded %d", len(w.came))
	}
	id, params := c.asked(lookup("2", ""))
	wantPart(t, params, `server: acme\ntool: lookup\narguments: {\"a\":1}`, `asked by grant: you have not marked this tool`, `usher grant set acme lookup --allow --digest sha256:`,
		`"enum":["deny","allow once"],"default":"deny"`, `"required":["decision"]`)
	c.send(`{"jsonrpc":"2.0","id":"usher-999","result":` + allow + `}`) // an answer to nothing
	wantPart(t, c.reply(id, allow), `"id":2,"result":{ "z":1`)
	if last := w.told[len(w.told)-1]; len(w.came) != 1 || last.Verdict != gate.Allow || last.Reasons[0].By != "person" {
		t.Errorf("forwarded %d, decided %v", len(w.came), last)
	}
	c.send(`{"jsonrpc":"2.0","id":` + id + `,"result":` + allow + `}`) // a second answer
	if again, _ := c.asked(lookup("3", "")); again == id {
		t.Error("an answer held for another call")
	}
}

// SPEC A2, T4: what was decided while the question stood counts.
func TestReadAgainAfterTheAnswer_A2(t *testing.T) {
	w := newWorld(t, nil)
	c := w.begun(w.gateway(true))
	id, _ := c.asked(lookup("1", ""))
	w.decide(mark("lookup", "deny"))
	wantPart(t, c.reply(id, allow), `"isError":true`, "never to be called")
	w.decide(mark("lookup", "ask"))
	id, _ = c.asked(lookup("2", ""))
	w.write("mcp.json", `{"servers":[{"id":"acme","command":"sh","args":["-x"]}]}`)
	wantPart(t, c.reply(id, allow), `"isError":true`)
	if len(w.came) > 0 {
		t.Errorf("forwarded %d", len(w.came))
	}
}

// SPEC V2: with nobody to ask an ask refuses; an older version knows no question.
func TestNobodyToAsk_V2(t *testing.T) {
	w := newWorld(t, nil)
	for _, begin := range []string{
		strings.Replace(hello, `{"elicitation":{}}`, `{}`, 1), strings.Replace(hello, `{"elicitation":{}}`, `{"elicitation":{"url":{}}}`, 1),
		strings.Replace(hello, `{"elicitation":{}}`, `{"elicitation":true}`, 1), strings.Replace(hello, "2025-11-25", "2025-03-26", 1),
	} {
		c := w.chat(w.gateway(true))
		c.ask(begin)
		wantPart(t, c.ask(lookup("1", "")), `"isError":true`, "usher grant set acme lookup --allow")
	}
	c := w.begun(w.gateway(false)) // an endpoint asks nobody, whatever the assistant can do
	wantPart(t, c.ask(lookup("1", "")), `"isError":true`)
}

// A question that nobody waits for any more is taken back.
func TestCancelledWhileAsked(t *testing.T) {
	w := newWorld(t, nil)
	c := w.begun(w.gateway(true))
	id, _ := c.asked(lookup("1", ""))
	got := c.ask(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
	wantPart(t, got, `"notifications/cancelled","params":{"requestId":`+id)
	c.send(`{"jsonrpc":"2.0","id":` + id + `,"result":` + allow + `}`)
	wantPart(t, c.ask(`{"jsonrpc":"2.0","id":2,"method":"ping"}`), `"id":2`)
	if len(w.came) > 0 {
		t.Error("a cancelled call was made")
	}
}

// SPEC V2, 2026-07-28: the question is an answer, and its state holds for that call
// alone, once, and only unchanged.
func TestAskStateless_V2(t *testing.T) {
	w := newWorld(t, nil)
	g := w.gateway(true)
	ask := func(g *Gateway, args, more string) string {
		var out collector
		g.Stateless(t.Context(), []byte(modern("1", "tools/call", `"name":"acme__lookup","arguments":`+args+`,`+more)), &out)
		return out.last()
	}
	state := func(answer string) string {
		root, _ := strictjson.Decode([]byte(answer), strictjson.Options{AllowNull: true})
		s, ok := root.Get("result").Get("requestState").Text()
		if kind, _ := root.Get("result").Get("resultType").Text(); !ok || kind != "input_required" {
			t.Fatalf("no question: %s", answer)
		}
		return s
	}
	with := func(state, answer string) string {
		return `"inputResponses":{"decision":` + answer + `},"requestState":"` + state + `",`
	}
	first := ask(g, `{"a":1}`, "")
	wantPart(t, first, `"inputRequests":{"decision":{"method":"elicitation/create","params":{"message":`)
	s := state(first)
	state(ask(g, `{"a":2}`, with(s, allow)))                      // another call
	state(ask(g, `{"a":1}`, with("B"+s[1:], allow)))              // changed
	state(ask(g, `{"a":1}`, with("", allow)))                     // none
	state(ask(w.gateway(true), `{"a":1}`, with(s, allow)))        // another gateway's
	state(ask(g, `{"a":1}`, `"requestState":"`+s+`",`))           // no answer
	state(ask(g, `{"a":1}`, `"inputResponses":{"decision":{}},`)) // no state
	wantPart(t, ask(g, `{"a":1}`, with(state(ask(g, `{"a":1}`, "")), `{"action":"decline"}`)), `"isError":true`)
	if len(w.came) > 0 {
		t.Fatalf("forwarded %d", len(w.came))
	}
	wantPart(t, ask(g, `{"a":1}`, with(s, allow)), `"resultType":"complete"`, `"z":1`)
	if got := string(w.came[0].Params); got != `{"name":"lookup","arguments":{"a":1},"_meta":{}}` {
		t.Errorf("sent %s", got)
	}
	state(ask(g, `{"a":1}`, with(s, allow))) // a second time
	var late states = newStates()
	now := time.Now()
	if old := late.issue([]byte("x"), now.Add(-2*askWait)); late.redeem(old, []byte("x"), now) {
		t.Error("a state holds for ever")
	}
}
