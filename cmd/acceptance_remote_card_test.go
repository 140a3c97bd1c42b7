//go:build linux && !race

package cmd_test

import (
	"strings"
	"testing"
)

// At a terminal a server's prompt is asked about like a call, with what would be
// sent, and nothing is asked of the server before the answer (SPEC X6, G7).
func TestPromptAtTheCard_X6(t *testing.T) {
	h := newHouse(t)
	port := h.scriptServer(t, "ok")
	h.put(t, "mcp.json", `{"servers":[{"id":"web","url":"http://127.0.0.1:`+port+`/mcp"}]}`)
	h.approves(t, "web")
	h.tools(t, "web")
	d := h.desk(t, 100)
	for _, r := range []struct {
		key   string
		code  int
		after int // status of the same from a script
	}{{"d", 2, 3}, {"a", 0, 3}, {"s", 0, 0}} {
		w := d.opens("usher prompt expand '/mcp:web:greet Ann'")
		screen := w.sees("d = deny (Enter: deny):")
		for _, want := range []string{"May this tool call run?", `"web__prompts/get"`, `"{\"arguments\":{\"who\":\"Ann\"},\"name\":\"greet\"}"`} {
			if !strings.Contains(screen, want) {
				t.Errorf("the card does not show %q:\n%s", want, screen)
			}
		}
		w.types(r.key, "Enter")
		screen = w.ends(r.code)
		if strings.Contains(screen, "Say hello to Ann") != (r.code == 0) {
			t.Errorf("after %s:\n%s", r.key, screen)
		}
		h.does(t, r.after, "prompt", "expand", "/mcp:web:greet Ann")
	}
}
