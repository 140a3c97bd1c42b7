package gate_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"usher/pkg/gate"
)

// HOUSE law "silence refuses", SPEC G1: the zero value of everything.
func TestZeroValuesDeny(t *testing.T) {
	d := gate.Decide(gate.Facts{}, nil)
	if d.Verdict != gate.Deny || d.Silent || d.OffersAlways || len(d.Reasons) != 1 {
		t.Errorf("zero facts: %+v", d)
	}
	if s := gate.Screen(gate.Facts{}); s.Verdict != gate.Deny {
		t.Errorf("zero facts, screened: %+v", s)
	}
	if (gate.Decision{}).Verdict != gate.Deny || gate.Verdict(0) != gate.Deny {
		t.Error("the zero decision does not deny")
	}
	if (gate.Opinion{}).Verdict() != gate.Deny {
		t.Error("the zero opinion does not refuse")
	}
	if gate.Deny >= gate.Ask || gate.Ask >= gate.Allow {
		t.Error("the order of verdicts is wrong")
	}
	if gate.CallerUnclear != 0 || gate.TargetUnclear != 0 || gate.StateUnclear != 0 || gate.GrantUnset != 0 {
		t.Error("a zero value is not the unclear one")
	}
}

// SPEC G6: the words on stdout; what is no verdict reads as deny.
func TestVerdictWords(t *testing.T) {
	for v, want := range map[gate.Verdict]string{gate.Deny: "deny", gate.Ask: "ask", gate.Allow: "allow", 3: "deny", 255: "deny"} {
		out, err := json.Marshal(v)
		if v.String() != want || err != nil || string(out) != `"`+want+`"` {
			t.Errorf("verdict %d: %s, %s, %v", v, v, out, err)
		}
	}
}

// SPEC G6, 20: a reason's members, and nothing for what is not known.
func TestReasonJSON(t *testing.T) {
	full := gate.Reason{By: "hook a", Layer: "yours", File: "hooks.json:12:5", Says: "no", Hint: "usher hooks list"}
	for _, c := range []struct {
		r    gate.Reason
		want string
	}{
		{full, `{"by":"hook a","layer":"yours","file":"hooks.json:12:5","says":"no","hint":"usher hooks list"}`},
		{gate.Reason{By: "grant", Says: "no"}, `{"by":"grant","says":"no"}`},
	} {
		if got, err := json.Marshal(c.r); err != nil || string(got) != c.want {
			t.Errorf("got %s, %v, want %s", got, err, c.want)
		}
	}
}

// SPEC G5: a caller that hands over an empty reason still gets a refusal or a
// question that says who and why, and the state is named.
func TestNoRefusalIsMute(t *testing.T) {
	mute := []gate.Reason{{}}
	for _, c := range []struct {
		law, by, says string
		change        func(*gate.Facts)
		opinions      []gate.Opinion
	}{
		{"a block", "input", "", func(f *gate.Facts) { f.Blocks = mute }, nil},
		{"tools.deny", "policy", "", func(f *gate.Facts) { f.PolicyDeny = mute }, nil},
		{"tools.ask", "policy", "", func(f *gate.Facts) { f.PolicyAsk = mute }, nil},
		{"a lost guard", "folder", "", func(f *gate.Facts) { f.LostGuard = mute }, nil},
		{"disabled", "server acme", "disabled", func(f *gate.Facts) { f.State = gate.Disabled }, nil},
		{"shadowed", "server acme", "shadow", func(f *gate.Facts) { f.State = gate.Shadowed }, nil},
		{"not approved", "server acme", "not approved", func(f *gate.Facts) { f.State = gate.NotApproved }, nil},
		{"not trusted", "server acme", "not trusted", func(f *gate.Facts) { f.State = gate.NotTrusted }, nil},
		{"dropped", "server acme", "dropped", func(f *gate.Facts) { f.State = gate.Dropped }, nil},
		{"forbidden", "server acme", "policy", func(f *gate.Facts) { f.State = gate.Forbidden }, nil},
		{"no state", "server acme", "not known", func(f *gate.Facts) { f.State = gate.StateUnclear }, nil},
		{"a refusal", "hook", "refused", func(*gate.Facts) {}, []gate.Opinion{gate.Refuse(gate.Reason{})}},
		{"a question", "hook", "asked first", func(*gate.Facts) {}, []gate.Opinion{gate.AskFirst(gate.Reason{})}},
		{"a nameless hook's words stay", "hook", "mine", func(*gate.Facts) {}, []gate.Opinion{gate.Refuse(gate.Reason{Says: "mine"})}},
	} {
		d := gate.Decide(ready(c.change), c.opinions)
		if d.Verdict == gate.Allow || len(d.Reasons) != 1 {
			t.Errorf("%s: %+v", c.law, d)
			continue
		}
		if r := d.Reasons[0]; r.By != c.by || r.Says == "" || !strings.Contains(r.Says, c.says) {
			t.Errorf("%s: %+v", c.law, r)
		}
	}
}

// SPEC G5: only the deciding voices stand in a decision, the mark's own first,
// then as they spoke; whose words they were is kept whole.
func TestDecidingVoicesInOrder(t *testing.T) {
	a := gate.Reason{By: "hook a", Layer: "yours", File: "hooks.json:3:5", Says: "not here", Hint: "move it"}
	b := gate.Reason{By: "hook b", Says: "not now"}
	unset := ready(func(f *gate.Facts) { f.Grant = gate.GrantUnset })
	for _, c := range []struct {
		law      string
		f        gate.Facts
		opinions []gate.Opinion
		by       []string
	}{
		{"two refusals", ready(func(*gate.Facts) {}), []gate.Opinion{gate.Refuse(a), gate.Refuse(b)}, []string{"hook a", "hook b"}},
		{"a refusal alone remains of a question and it", unset, []gate.Opinion{gate.AskFirst(b), gate.Refuse(a)}, []string{"hook a"}},
		{"the mark asks, then hooks", unset, []gate.Opinion{gate.AskFirst(b), gate.AskFirst(a)}, []string{"grant", "hook b", "hook a"}},
	} {
		var by []string
		d := gate.Decide(c.f, c.opinions)
		for _, r := range d.Reasons {
			by = append(by, r.By)
		}
		if !slices.Equal(by, c.by) {
			t.Errorf("%s: %v, want %v", c.law, by, c.by)
		}
		if i := slices.Index(by, "hook a"); i >= 0 && d.Reasons[i] != a {
			t.Errorf("%s: the hook's words were changed: %+v", c.law, d.Reasons[i])
		}
	}
}

// SPEC G4: a question nobody is there for says so and names the command that
// would allow the tool.
func TestUnansweredQuestionNamesTheWayOut(t *testing.T) {
	f := ready(func(f *gate.Facts) { f.Grant, f.CanAsk = gate.GrantUnset, false })
	for _, opinions := range [][]gate.Opinion{nil, {first}, {first, first}} {
		d := gate.Decide(f, opinions)
		if d.Verdict != gate.Deny || d.Reasons[0].Hint != f.AllowHint || len(d.Reasons) != 1+len(opinions) {
			t.Errorf("%+v", d)
		}
		for _, r := range d.Reasons {
			if !strings.Contains(r.Says, "nobody can be asked") {
				t.Errorf("a voice that does not say so: %+v", r)
			}
		}
	}
}

// SPEC G4, Z2: the next command stands with the voice that decides; what the
// voice itself proposes is kept.
func TestHints(t *testing.T) {
	allow := ready(func(*gate.Facts) {}).AllowHint
	own := gate.Reason{By: "hook a", Says: "ask", Hint: "usher hooks list"}
	for _, c := range []struct {
		law      string
		change   func(*gate.Facts)
		opinions []gate.Opinion
		want     string
	}{
		{"an unmarked tool asks with the command that marks it", func(f *gate.Facts) { f.Grant = gate.GrantUnset }, nil, allow},
		{"a slept mark asks with the command that marks it anew", func(f *gate.Facts) { f.Asleep = true }, nil, allow},
		{"plan mode names the command too", func(f *gate.Facts) { f.PlanOnly = true }, nil, allow},
		{"an unknown server points at the list", func(f *gate.Facts) { f.Caller, f.Target = gate.Command, gate.NoServer }, nil, "usher server list"},
		{"a state's own hint is kept", func(f *gate.Facts) {
			f.State, f.StateReason = gate.Disabled, gate.Reason{Hint: "usher server enable acme"}
		}, nil, "usher server enable acme"},
		{"a hook's own hint is kept when nobody can be asked", func(f *gate.Facts) { f.CanAsk = false }, []gate.Opinion{gate.AskFirst(own)}, own.Hint},
		{"a deny names the command that takes it back, never the one that allows", func(f *gate.Facts) { f.Grant = gate.GrantDeny }, nil, "usher grant remove acme lookup"},
	} {
		if d := gate.Decide(ready(c.change), c.opinions); len(d.Reasons) == 0 || d.Reasons[0].Hint != c.want {
			t.Errorf("%s: want %q, got %+v", c.law, c.want, d)
		}
	}
}

// HOUSE choice 5: facts are values. A decision shares no memory with them that
// a second decision, or whoever adds a reason to it, could write into.
func TestDecideLeavesItsFactsAlone(t *testing.T) {
	backing := []gate.Reason{says("one"), says("two"), says("spare")}
	part := backing[:2]
	for _, change := range []func(*gate.Facts){
		func(f *gate.Facts) { f.Blocks = part },
		func(f *gate.Facts) { f.PolicyDeny = part },
		func(f *gate.Facts) { f.PolicyAsk = part },
		func(f *gate.Facts) { f.LostGuard = part },
		func(f *gate.Facts) { f.PolicyAsk, f.LostGuard, f.CanAsk = part, part, false },
	} {
		d := gate.Decide(ready(change), []gate.Opinion{first, no, first})
		for i := range d.Reasons {
			d.Reasons[i].Says = "overwritten"
		}
		_ = append(d.Reasons, says("appended"))
		if want := []gate.Reason{says("one"), says("two"), says("spare")}; !slices.Equal(backing, want) {
			t.Fatalf("the facts were written to: %+v", backing)
		}
	}
}

// SPEC G4: the way out of a question nobody was asked is a mark only where a mark
// asked; a hook asks again whatever is marked.
func TestUnansweredNamesAWayOut_G4(t *testing.T) {
	f := gate.Facts{Caller: gate.Native, Target: gate.ServerTool, State: gate.Ready, AllowHint: "mark it"}
	if d := gate.Decide(f, nil); d.Verdict != gate.Deny || d.Reasons[0].Hint != "mark it" {
		t.Errorf("unmarked: %+v", d)
	}
	f.Grant = gate.GrantAllow
	d := gate.Decide(f, []gate.Opinion{gate.AskFirst(gate.Reason{By: "hook h", Says: "sure?"})})
	if d.Verdict != gate.Deny || d.Reasons[0].Hint == "" || d.Reasons[0].Hint == "mark it" {
		t.Errorf("a hook asks: %+v", d)
	}
}
