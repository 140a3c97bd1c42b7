package policy

import "testing"

// SPEC H6, L8: what the person sets loosens no hook of the machine's.
func TestOnErrorOfTheMachinesHooksIsTheMachines_H6_L8(t *testing.T) {
	for _, c := range []struct{ machine, user, own, machines string }{
		{``, ``, "deny", "deny"}, {``, `{"hooks":{"onError":"warn"}}`, "warn", "deny"}, {`{"hooks":{"onError":"warn"}}`, ``, "warn", "warn"},
		{`{"hooks":{"onError":"warn"}}`, `{"hooks":{"onError":"deny"}}`, "deny", "warn"}, {`{"hooks":{"onError":"deny"}}`, `{"hooks":{"onError":"warn"}}`, "warn", "deny"},
		{`{"hooks":{"onError":"deny"},"locked":["hooks.onError"]}`, `{"hooks":{"onError":"warn"}}`, "deny", "deny"}, {`{"hooks":{"onError":"warm"}}`, ``, "deny", "deny"},
	} {
		var m, u Source
		if c.machine != "" {
			m = machineFile(c.machine)
		}
		if c.user != "" {
			u = yourFile(c.user)
		}
		p, _ := Parse(m, u)
		if p.OnErrorFor(false) != c.own || p.OnErrorFor(true) != c.machines {
			t.Errorf("machine %s, yours %s: own %s, the machine's %s", c.machine, c.user, p.OnErrorFor(false), p.OnErrorFor(true))
		}
	}
	if (Policy{}).OnErrorFor(true) != OnErrorDeny {
		t.Error("the zero policy loosens")
	}
}
