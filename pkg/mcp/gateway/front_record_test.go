package gateway

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"usher/pkg/engine"
	"usher/pkg/gate"
	"usher/pkg/trust"
)

// decisions are the verdicts that were recorded, each with who came to it.
func (w *world) decisions() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var out []string
	for _, d := range w.told {
		by := "-"
		if len(d.Reasons) > 0 {
			by = d.Reasons[0].By
		}
		out = append(out, d.Verdict.String()+" "+by)
	}
	w.told = nil
	return out
}

// SPEC Z4, V2: a question is recorded before it is put, and so is how it ended; with who
// asked, how it speaks, and the hooks that ran.
func TestRecord_Z4(t *testing.T) {
	w := newWorld(t, map[string]string{"hooks.json": `{"hooks":[{"name":"watch","event":"PreToolUse","command":"0"},{"name":"loose","event":"PreToolUse","command":"7","onError":"warn"}]}`})
	c := w.chat(w.gateway(true))
	c.ask(strings.Replace(hello, `{"name":"t","version":"1"}`, `{"name":"a\u001b[31mb","version":"`+strings.Repeat("9", 300)+`"}`, 1))
	expect := func(want ...string) {
		t.Helper()
		if got := w.decisions(); !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	id, _ := c.asked(lookup("1", ""))
	expect("ask grant")
	c.reply(id, allow)
	expect("allow person")
	if at := w.at; at.Surface != "serve" || at.Front != "stdio" || !strings.HasPrefix(at.Host, "a") || strings.Contains(at.Host, "\x1b") || len(at.Host) > 4*maxWho {
		t.Errorf("recorded %+v", at)
	}
	if want := []string{"watch no opinion", "loose failed, warned only"}; !slices.Equal(w.hooked, want) {
		t.Errorf("hooks %q, want %q", w.hooked, want)
	}
	id, _ = c.asked(lookup("2", ""))
	c.reply(id, `{"action":"decline"}`)
	expect("ask grant", "deny person")
	c.asked(lookup("3", ""))
	c.ask(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}}`)
	c.ask(`{"jsonrpc":"2.0","id":4,"method":"ping"}`)
	for w.decided() < 2 {
		c.ask(`{"jsonrpc":"2.0","id":5,"method":"ping"}`)
	}
	expect("ask grant", "deny interrupted")
	id, _ = c.asked(lookup("6", ""))
	w.write("mcp.json", `{"servers":[{"id":"acme","command":"sh","args":["-x"]}]}`)
	w.decide(func(l *trust.Ledger, k trust.Key) { l.Approve(k) })
	wantPart(t, c.reply(id, allow), `"isError":true`, "what it runs changed")
	expect("ask grant", "deny server acme")
	var out collector
	w.gateway(true).Stateless(t.Context(), []byte(modern("1", "tools/call", `"name":"acme__lookup","arguments":{},`)), &out)
	expect("ask grant")
	if want := (engine.At{Surface: "serve", Front: "http"}); w.at != want {
		t.Errorf("recorded %+v, want %+v", w.at, want)
	}
	if len(w.came) != 1 {
		t.Errorf("forwarded %d", len(w.came))
	}
}

func (w *world) decided() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.told)
}

// SPEC Z4: where the question itself cannot be recorded and has to be, none is put.
func TestUnrecordedIsNotAsked_Z4(t *testing.T) {
	w := newWorld(t, nil)
	w.unwritten = &rpcError{code: codeRefused, message: "no record"}
	c := w.begun(w.gateway(true))
	wantPart(t, c.ask(lookup("1", "")), "no record")
	if len(w.told) == 0 || w.told[0].Verdict != gate.Ask || len(w.came) > 0 {
		t.Errorf("decided %v, forwarded %d", w.told, len(w.came))
	}
}

// restless is a House whose hooks are others each time it is asked.
type restless struct {
	*world
	asked, until int
}

func (r *restless) Now(ctx context.Context) (Ground, error) {
	if r.asked++; r.asked < r.until {
		r.write("hooks.json", fmt.Sprintf(`{"hooks":[{"name":"h%d","event":"PreToolUse","match":"*","command":"exit 0"}]}`, r.asked))
	}
	return r.world.Now(ctx)
}

// SPEC V4: hooks that are others after each wait are heard, and not without end: a call
// that they never leave alone is refused.
func TestHooksThatNeverStayRefuse_V4(t *testing.T) {
	for until, want := range map[int]string{maxHeard: `"id":1,"result":{ "z":1`, maxHeard + 3: "are others again and again"} {
		w := newWorld(t, map[string]string{"policy.json": serving})
		w.decide(mark("lookup", "allow"))
		g := w.gateway(false)
		g.o.House = &restless{world: w, until: until}
		wantPart(t, w.begun(g).ask(lookup("1", "")), want)
		if len(w.ran) > maxHeard+1 || len(w.came) > 0 != (until == maxHeard) {
			t.Errorf("%d: %d hooks ran, %d calls were made", until, len(w.ran), len(w.came))
		}
	}
}
