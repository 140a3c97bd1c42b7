package hooks

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"usher/pkg/gate"
	"usher/pkg/names"
	"usher/pkg/proc"
)

// runAll does what the engine does with the hooks of one call: in order, until
// one refuses (SPEC H5).
func runAll(hs []Hook, end func(Hook) proc.Result) []gate.Opinion {
	var out []gate.Opinion
	for _, h := range hs {
		o, ok := Opinion(judge(h, end(h), nil))
		if ok {
			out = append(out, o)
		}
		if ok && o.Verdict() == gate.Deny {
			break
		}
	}
	return out
}

func anyResult(r *rand.Rand) proc.Result {
	codes := []int{0, 0, 0, 1, 2, 3, 3, 127, 255}
	return proc.Result{Ending: proc.Ending(r.IntN(9)), Code: codes[r.IntN(len(codes))], Stderr: anyText(r), Stdout: anyText(r)}
}

func anyText(r *rand.Rand) []byte {
	texts := []string{"", "allow", `{"decision":"approve","permissionDecision":"allow"}`, `{"hookSpecificOutput":{"permissionDecision":"allow"}}`, "\x00\xff", "deny", `{"decision":"block"}`}
	return []byte(texts[r.IntN(len(texts))])
}

func anyFacts(r *rand.Rand) gate.Facts {
	return gate.Facts{
		Caller: gate.Caller(r.IntN(5)), CanAsk: r.IntN(2) == 0, Tool: names.NewTool("acme", "x"), Target: gate.Target(r.IntN(4)),
		State: gate.State(r.IntN(3)), Grant: gate.Grant(r.IntN(4)), ReadOnly: r.IntN(2) == 0, PlanOnly: r.IntN(4) == 0, Allowance: r.IntN(4) == 0,
	}
}

func anyHook(r *rand.Rand, i int) Hook {
	h := Hook{Name: names.HookName("h" + string(rune('a'+i))), Event: PreToolUse, Match: names.Any(), Warn: r.IntN(4) == 0}
	if r.IntN(6) == 0 {
		h.Event = Events()[r.IntN(6)]
	}
	return h
}

func TestAddingAHookNeverLoosens_H7(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		f, n := anyFacts(r), r.IntN(6)
		ends := map[names.HookName]proc.Result{}
		var hs []Hook
		for i := range n + 1 {
			h := anyHook(r, i)
			hs = append(hs, h)
			ends[h.Name] = anyResult(r)
		}
		end := func(h Hook) proc.Result { return ends[h.Name] }
		at := r.IntN(n + 1)
		without := slices.Delete(slices.Clone(hs), at, at+1)
		more, fewer := gate.Decide(f, runAll(hs, end)), gate.Decide(f, runAll(without, end))
		if more.Verdict > fewer.Verdict {
			t.Fatalf("%+v: %v with %+v, %v without number %d; ends %+v", f, more.Verdict, hs, fewer.Verdict, at, ends)
		}
		if more.OffersAlways && !fewer.OffersAlways && more.Verdict == fewer.Verdict {
			t.Fatalf("a hook added a lasting answer: %+v", hs)
		}
		if none := gate.Decide(f, nil); more.Verdict > none.Verdict {
			t.Fatalf("hooks gave more than the person's own marks: %v over %v", more.Verdict, none.Verdict)
		}
	}
}

func TestNothingOnStdoutChangesAVerdict_H7_hook18(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 5000 {
		h, res := anyHook(r, 0), anyResult(r)
		said := judge(h, res, nil)
		res.Stdout, res.StdoutCut = nil, false
		if silent := judge(h, res, nil); silent.Verdict != said.Verdict || silent.Reason != said.Reason {
			t.Fatalf("%+v: %v %q with stdout %q, %v %q without", h, said.Verdict, said.Reason, said.Stdout, silent.Verdict, silent.Reason)
		}
	}
}

func TestALaterRefusalIsNotLostAfterAQuestion_H5(t *testing.T) {
	var hs []Hook
	for range 100 {
		hs = append(hs, Hook{Name: "h", Event: PreToolUse, Match: names.Any()})
	}
	hs[0].Name, hs[99].Name = "asks", "refuses"
	ran := 0
	opinions := runAll(hs, func(h Hook) proc.Result {
		ran++
		return exited(map[names.HookName]int{"asks": 3, "refuses": 2}[h.Name], "x")
	})
	f := gate.Facts{Caller: gate.Native, CanAsk: true, Target: gate.ServerTool, State: gate.Ready, Grant: gate.GrantAllow}
	d := gate.Decide(f, opinions)
	if ran != 100 || d.Verdict != gate.Deny || d.Reasons[0].By != "hook refuses" {
		t.Errorf("%d ran, %+v", ran, d)
	}
}

func TestExitZeroIsNoOpinion_H6_gate01(t *testing.T) {
	r := Runner{
		Home: t.TempDir(), Look: func(string, string) (string, string) { return "/bin/true", "" },
		Run: func(context.Context, proc.Spec) proc.Result { return exited(0, "") },
	}
	if _, ok := Opinion(r.Fire(context.Background(), guard(), Payload{Event: PreToolUse})); ok {
		t.Error("exit 0 is an opinion")
	}
}
