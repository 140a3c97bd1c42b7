package gateway

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"usher/pkg/mcp/client"
)

// SPEC V5, Q7: one odd definition, which some client would refuse every server's list
// for, costs only itself; it is said, counted as left out, and not called.
func TestOddToolsAreKeptBack_V5(t *testing.T) {
	w := newWorld(t, nil)
	w.lists(acmeTool, `{"name":"odd","description":5,"inputSchema":{"type":"object"}}`, `{"name":"bare"}`,
		`{"name":"twin","Name":"beta__danger","inputSchema":{"type":"object"}}`, `{"name":"slow","inputSchema":{"type":"object"},"execution":{"taskSupport":"required"}}`)
	g := w.gateway(true)
	c := w.begun(g)
	got := c.ask(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	wantPart(t, got, `"acme__lookup"`)
	for _, name := range []string{"__odd", "bare", "twin", "danger", "slow"} {
		if strings.Contains(got, name) {
			t.Errorf("%s is offered: %s", name, got)
		}
	}
	w.decide(mark("odd", "allow"))
	wantPart(t, c.ask(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"acme__odd"}}`), `"isError":true`, `is listed but not offered: its description is a number, not a text`)
	wantPart(t, c.ask(`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"acme__twin"}}`), `"isError":true`, `is listed but not offered: its key`)
	if len(w.came) > 0 {
		t.Errorf("called: %+v", w.came)
	}
	gr, _ := w.Now(t.Context())
	o := g.Offered(gr)
	w.mu.Lock()
	defer w.mu.Unlock()
	said, left := fmt.Sprint(w.said), fmt.Sprint(o.LeftOut)
	for _, words := range []string{`the tool "odd" of server "acme" is not offered: its description is a number, not a text`, `"bare" of server "acme" is not offered: it has no inputSchema`} {
		wantPart(t, said, words)
	}
	wantPart(t, left, `odd of server "acme" not offered: its list: its description is a number`, `bare of server "acme" not offered: its list: it has no inputSchema`)
	if o.Tools != 2 {
		t.Errorf("%d tools, left out %s", o.Tools, left)
	}
}

// The same of prompts, resources and templates (SPEC V5, Q7).
func TestOddPromptsAndResourcesAreKeptBack_V5(t *testing.T) {
	w := newWorld(t, map[string]string{"policy.json": `{"serve":{"resources":true,"prompts":true}}`})
	w.forward = func(_ context.Context, f client.Forward) ([]byte, error) {
		return []byte(map[string]string{
			"prompts/list":             `{"prompts":[{"name":"good"},{"name":"odd1","arguments":"x"},{"name":"odd 2"},{"name":"odd3"},{"name":"odd3"},{"name":"odd4","Name":"x"}]}`,
			"resources/list":           `{"resources":[{"uri":"x:good","name":"n"},{"uri":"x:odd1"},{"uri":"x:odd2\u001b\n","name":"n"},{"uri":"odd3","name":"n"},7]}`,
			"resources/templates/list": `{"resourceTemplates":[{"uriTemplate":"x:{good}","name":"n"},{"uriTemplate":"x:odd","name":7}]}`,
		}[f.Method]), nil
	}
	c := w.begun(w.gateway(true))
	for method, want := range map[string]string{"prompts/list": `"acme__good"`, "resources/list": `"acme+x:good"`, "resources/templates/list": `"acme+x:{good}"`} {
		got := c.ask(`{"jsonrpc":"2.0","id":1,"method":"` + method + `"}`)
		wantPart(t, got, want)
		if strings.Contains(got, "odd") {
			t.Errorf("%s: %s", method, got)
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	wantPart(t, fmt.Sprint(w.said), `of the prompts of server "acme" "odd1" is not offered: its arguments is a text, not a list`, `"x:odd1" is not offered: it has no name`, `"resource 5" is not offered: is a number`)
}
