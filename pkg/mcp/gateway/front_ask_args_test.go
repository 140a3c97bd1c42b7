package gateway

import (
	"fmt"
	"strings"
	"testing"
)

// SPEC Q8: every argument is on the form, a long one by its begin and its size; a call of
// which not even the names fit is not asked about, and not made.
func TestEveryArgumentIsShown_Q8(t *testing.T) {
	shown, ok := argsShown([]byte(`{"a":"` + strings.Repeat("b", 100_000) + `","zzz":"rm -rf","\u202ex":1}`))
	for _, part := range []string{`"a": "bbb`, "(cut: it has 100002 bytes)", `"zzz": "rm -rf"`, `"\u202ex": 1`} {
		if !ok || !strings.Contains(shown, part) {
			t.Errorf("%q is not shown (%v): %.300s … %s", part, ok, shown, shown[max(0, len(shown)-200):])
		}
	}
	var many strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&many, `"k%d":%d,`, i, i)
	}
	call := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"acme__lookup","arguments":{` + many.String() + `"last":1}}}`
	w := newWorld(t, nil)
	c := w.begun(w.gateway(true))
	wantPart(t, c.ask(call), `"id":1,"result"`, "too many arguments to be shown", `"isError":true`)
	if len(w.came) > 0 {
		t.Error("the call was made")
	}
}
