package engine

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"usher/pkg/effective"
	"usher/pkg/gate"
	"usher/pkg/trust"
)

// strictness orders what a decision comes to: an allow, another assistant's own
// affair, a question, a refusal.
func strictness(d gate.Decision) int {
	switch {
	case d.Verdict == gate.Allow:
		return 0
	case d.Verdict == gate.Ask && d.Silent:
		return 1
	case d.Verdict == gate.Ask:
		return 2
	}
	return 3
}

// SPEC H13, A3, G2: neither policy makes any verdict weaker than it is without,
// over every kind of hooks file, mark, caller and answer of a hook. The one thing
// that trust.hooks can take away is the refusal by a hook that does not run yet:
// there a person is asked, and nobody to ask is a refusal. A fault of a file that
// waits refuses as ever.
func TestPinnedAndEachNeverLoosen(t *testing.T) {
	var files []string
	for _, code := range "0123" {
		files = append(files, fmt.Sprintf(`{"hooks":[{"name":"h","event":"PreToolUse","command":"%c"}]}`, code))
	}
	files = append(files, `{"hooks":[]}`, `{"hooks":`, `{"hooks":[{"name":"h","event":"PreToolUse","command":"0","x":1}]}`,
		`{"hooks":[{"name":"h","event":"PostToolUse","command":"2"}]}`, `{"hooks":[{"name":"h","event":"PreToolUse","command":"2","enabled":false}]}`)
	seen := map[string]int{}
	for _, text := range files {
		f := yard(t, map[string]string{".usher/hooks.json": text})
		guards := effective.Guards(f)
		runs := strings.Contains(text, `"command":"1"`) || strings.Contains(text, `"command":"2"`) // and refuses
		for _, off := range []string{"true", "false"} {
			more := func(pinned bool) string { return fmt.Sprintf(`,"hooks":{"enabled":%s,"pinned":%t}`, off, pinned) }
			base := each(t, "with-folder", f, more(false))
			for name, m := range map[string]Material{
				"pinned":          each(t, "with-folder", f, more(true)),
				"each":            each(t, "each", f, more(false)),
				"each, accepted":  each(t, "each", f, more(false), ".usher/hooks.json"),
				"both, both":      bothAccepted(t, each(t, "each", f, more(true), ".usher/hooks.json")),
				"pinned, and own": bothAccepted(t, each(t, "with-folder", f, more(true))),
			} {
				everyCall(t, base, m, func(r Request, without, with gate.Decision) {
					a, b := strictness(without), strictness(with)
					waits := name == "each" && guards && off == "true"
					ok := b >= a
					switch {
					case waits && r.CanAsk:
						ok = b >= min(a, 2) && b >= 2 && (b >= a || runs)
					case name == "pinned" && off == "true":
						ok = b == 3
					case name != "pinned" && !waits:
						ok = a == b
					}
					if !ok {
						t.Errorf("%s, hooks on %s, %s: %+v without, %+v with, for %+v", name, off, text, without, with, r)
					}
					seen[fmt.Sprintf("%s%d%d", name, a, b)]++
				})
			}
		}
	}
	for _, want := range []string{"pinned03", "each02", "each32", "each33", "each, accepted00", "each, accepted33", "both, both00"} {
		if seen[want] == 0 {
			t.Errorf("no case of %s among %v", want, seen)
		}
	}
}

// bothAccepted has the person accept their own hooks.json too: that there is none.
func bothAccepted(t *testing.T, m Material) Material {
	t.Helper()
	if err := m.Ledger.AcceptHooks(stand(m).OwnHooks().HooksKey); err != nil {
		t.Fatal(err)
	}
	return m
}

// everyCall decides calls of every caller and mark in two worlds.
func everyCall(t *testing.T, without, with Material, check func(r Request, without, with gate.Decision)) {
	t.Helper()
	for _, mark := range []string{"", trust.Allow, trust.Ask, trust.Deny} {
		decide := func(m Material, r Request) gate.Decision {
			var ran []string
			s := stand(m)
			sv, _ := s.Set.Find("acme")
			k := s.Set.Launch(sv).Key
			m.Ledger.Approve(k)
			m.Ledger.SetMark(k, "lookup", trust.MarkChange{Decision: &mark})
			return stand(m).Decide(context.Background(), r, exits(&ran)).Decision
		}
		for _, caller := range []gate.Caller{gate.Native, gate.Host, gate.Command, gate.Gateway} {
			for _, canAsk := range []bool{true, false} {
				for _, tool := range []string{"acme__lookup", "Bash"} {
					r := request(t, tool)
					r.Caller, r.CanAsk = caller, canAsk
					check(r, decide(without, r), decide(with, r))
				}
			}
		}
	}
}
