package gateway

import (
	"strings"
	"testing"
)

// MCP 2025-03-26 wants lists of messages taken, and no other version does. Each is read
// as strictly as if it had come alone.
func TestBatches_V1(t *testing.T) {
	w := newWorld(t, map[string]string{"policy.json": serving})
	w.decide(mark("lookup", "allow"))
	c := w.chat(w.gateway(false))
	c.ask(strings.Replace(hello, "2025-11-25", batching, 1))
	got := c.ask(`[ {"jsonrpc":"2.0","id":1,"method":"ping"} ,{"jsonrpc":"2.0","method":"notifications/x"},` + lookup("2", "") + `,{"jsonrpc":"2.0","id":null,"method":"ping"},[],7,` + hello + `]`)
	if !strings.HasPrefix(got, "[{") || strings.Count(got, `"jsonrpc"`) != 6 {
		t.Errorf("got %s", got)
	}
	wantPart(t, got, `"id":1,"result":{}`, `"id":2,"result":{ "z":1`, `"id":null,"error":{"code":-32600`, "the session has begun already")
	for _, bad := range []string{`[]`, `[1`, `[{"jsonrpc":"2.0","id":1,"method":"ping"},]`, `[{}]x`, `[` + lookup("2", "") + `,{"a":1,"a":2}]`, `[` + strings.Repeat("1,", 1100) + `1]`} {
		wantPart(t, c.ask(bad), `{"jsonrpc":"2.0","id":null,"error":{"code":-32`)
	}
	c.send(`[{"jsonrpc":"2.0","method":"notifications/x"}]`) // which has no answer
	wantPart(t, c.ask(`{"jsonrpc":"2.0","id":5,"method":"ping"}`), `"id":5`)
	if len(w.came) != 1 {
		t.Errorf("forwarded %d", len(w.came))
	}
}
