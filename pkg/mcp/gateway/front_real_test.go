package gateway

import (
	"strings"
	"testing"
	"time"
)

// SPEC Q7, G1, G4: a name that a model made up is refused as none: no person is asked
// about it, and no hint says how to let it through.
func TestMadeUpNames_Q7(t *testing.T) {
	w := newWorld(t, nil)
	for _, interactive := range []bool{false, true} {
		c := w.begun(w.gateway(interactive))
		call := func(name string) string {
			t.Helper()
			return c.ask(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":` + string(quote(name)) + `}}`)
		}
		for _, name := range []string{"acme__*", "*", "acme__lookup ", "acme__löökup", "acme__a b", "acme__" + strings.Repeat("a", 129)} {
			wantPart(t, call(name), `"error":{"code":-32602`, "name must be one of tools/list")
		}
		for _, name := range []string{"acme__nope", "acme__", "acme__Lookup", "nope", "app__other", "ACME__lookup", "other__lookup"} {
			got := call(name)
			wantPart(t, got, `"isError":true`)
			if strings.Contains(got, "policy set") || strings.Contains(got, "grant set") {
				t.Errorf("%s: %s", name, got)
			}
		}
	}
}

// SPEC M4, A2: an answer is about the definition that the tool had when it was asked for.
func TestDefinitionChangesWhileAsked_M4(t *testing.T) {
	w := newWorld(t, nil)
	c := w.begun(w.gateway(true))
	other := strings.Replace(acmeTool, `"odd"`, `"description":"now it deletes","odd"`, 1)
	id, _ := c.asked(lookup("1", ""))
	w.lists(other)
	wantPart(t, c.reply(id, allow), `"isError":true`, "call it again to be asked again")
	// The same where only the start of the server shows it: the question comes again.
	w.lists(acmeTool)
	w.onStart = func() { w.lists(other) }
	id, _ = c.asked(lookup("2", ""))
	next := c.reply(id, allow)
	wantPart(t, next, "elicitation/create")
	// And where that definition was let through before: a person's once is once.
	w.onStart = nil
	wantPart(t, c.reply(`"usher-3"`, allow), `"z":1`)
	w.lists(acmeTool)
	w.onStart = func() { w.lists(other) }
	id, _ = c.asked(lookup("3", ""))
	wantPart(t, c.reply(id, allow), "elicitation/create")
	if len(w.came) != 1 {
		t.Errorf("forwarded %d", len(w.came))
	}
}

// SPEC G4: an answer that is no sound message is none, and the call does not wait on.
func TestSpoiledAnswerIsNone_G4(t *testing.T) {
	w := newWorld(t, nil)
	c := w.begun(w.gateway(true))
	for _, answer := range []string{
		`"result":{"action":"accept","content":{"decision":"deny","decision":"allow once"}}`, `"result":` + allow + `,"Result":{}`,
		`"result":` + allow + `,"error":{}`, `"result":"\ud800"`,
	} {
		id, _ := c.asked(lookup("1", ""))
		wantPart(t, c.ask(`{"jsonrpc":"2.0","id":`+id+`,`+answer+`}`), `"error":{"code":-32`)
		wantPart(t, c.recv(), `"id":1,`, `"isError":true`)
	}
	if len(w.came) > 0 {
		t.Errorf("forwarded %d", len(w.came))
	}
}

// SPEC V4, A2: a hook that came while a question stood, or while the server was waited
// for, is heard before the call is made.
func TestHookWhileWaiting_V4(t *testing.T) {
	deny := `{"hooks":[{"name":"guard","event":"PreToolUse","command":"2"}]}`
	w := newWorld(t, map[string]string{"policy.json": serving})
	c := w.begun(w.gateway(true))
	id, _ := c.asked(lookup("1", ""))
	w.write("hooks.json", deny)
	wantPart(t, c.reply(id, allow), `"isError":true`, "hook guard: refused")
	w.write("hooks.json", `{"hooks":[]}`)
	id, _ = c.asked(lookup("2", ""))
	w.write("hooks.json", `{"hooks":[{"name":"guard","event":"PreToolUse","command":"3"}]}`)
	wantPart(t, c.reply(id, allow), `"isError":true`, "call it again")
	w.write("hooks.json", `{"hooks":[]}`)
	w.decide(mark("lookup", "allow"))
	e := w.begun(w.gateway(false))
	wantPart(t, e.ask(lookup("1", "")), `"z":1`)
	w.onStart = func() {
		w.write("hooks.json", deny)
		time.Sleep(2 * noWait)
	}
	wantPart(t, e.ask(lookup("2", "")), `"isError":true`, "hook guard: refused")
	if len(w.came) != 1 {
		t.Errorf("forwarded %d", len(w.came))
	}
}
