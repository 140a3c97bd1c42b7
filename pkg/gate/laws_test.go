package gate_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"usher/pkg/gate"
)

// SPEC G1 to G5, H7, M5, M6: what holds for every single combination of facts
// and of up to two opinions, and between neighbours.
func TestLawsOverAllFacts(t *testing.T) {
	all := decideAll(t, func(f gate.Facts, screened gate.Decision, answer int, d gate.Decision) error {
		return errors.Join(
			verdictAsSpelledOut(f, answer, d),
			everyVoiceIsNamed(d),
			lastingAnswersOnlyForTheOwnMark(f, answer, d),
			screenForesees(f, screened, answer, d),
		)
	})
	for _, law := range []struct {
		name  string
		holds func(space, point) error
	}{
		{"allow comes from the person's own mark alone", allowIsThePersons},
		{"nothing that tightens loosens", tightens},
		{"opinions only tighten and their order does not matter", opinionsTighten},
		{"a deny, an unknown value and a block always deny", refusalsStand},
		{"nobody to ask is never asked", nobodyIsAsked},
		{"silence is another assistant's alone, which is never told allow", onlyHostsHearSilence},
	} {
		t.Run(law.name, func(t *testing.T) {
			everywhere(t, func(p point) error { return law.holds(all, p) })
		})
	}
}

// verdictAsSpelledOut says SPEC once more, flat, as the strictest of its rules.
func verdictAsSpelledOut(f gate.Facts, answer int, d gate.Decision) error {
	host, server := f.Caller == gate.Host, f.Target == gate.ServerTool
	known := f.Caller >= gate.Native && f.Caller <= gate.Gateway &&
		f.Target >= gate.NoServer && f.Target <= gate.OwnTool && f.Grant <= gate.GrantAllow
	want := allowed
	limit := func(most rank, when bool) {
		if when && most < want {
			want = most
		}
	}
	limit(silent, host)                                                              // G6
	limit(asked, f.Grant == gate.GrantAsk && (host || !f.Allowance))                 // M1, G6
	limit(asked, !host && f.Target == gate.NoServer)                                 // G1
	limit(asked, !host && server && f.Asleep)                                        // M4
	limit(asked, !host && server && f.Grant != gate.GrantAllow && !f.Allowance)      // G1, M5
	limit(asked, len(f.PolicyAsk) > 0 || len(f.LostGuard) > 0 || answer != aNone)    // C4, G2, G3
	limit(denied, want == asked && !f.CanAsk)                                        // G4
	limit(denied, !known || len(f.Blocks) > 0 || len(f.PolicyDeny) > 0)              // G2, H13
	limit(denied, f.Caller >= gate.Command && f.Target == gate.NoServer)             // G1
	limit(denied, !host && server && f.State != gate.Ready)                          // G2
	limit(denied, !host && f.PlanOnly && server && (!f.ReadOnly || f.Asleep))        // M6
	limit(denied, !host && f.PlanOnly && f.Target == gate.NoServer)                  // M6
	limit(denied, answer == aRefuse || answer >= aRefuseRefuse && answer != aAskAsk) // H6
	if got := rankOf(d); got != want {
		return fmt.Errorf("rank %d, want %d: %+v", got, want, d)
	}
	return nil
}

// SPEC G5: a refusal and a question name who and why; silence says nothing.
func everyVoiceIsNamed(d gate.Decision) error {
	if d.Silent {
		if d.Verdict != gate.Ask || len(d.Reasons) > 0 {
			return fmt.Errorf("silence that speaks: %+v", d)
		}
		return nil
	}
	if len(d.Reasons) == 0 {
		return fmt.Errorf("no reason: %+v", d)
	}
	for _, r := range d.Reasons {
		if r.By == "" || r.Says == "" {
			return fmt.Errorf("a nameless or mute reason: %+v", d)
		}
	}
	return nil
}

// SPEC G3: "always" is offered where nothing but the person's mark (or its
// absence) asks, and where there is a server it could last for.
func lastingAnswersOnlyForTheOwnMark(f gate.Facts, answer int, d gate.Decision) error {
	own := rankOf(d) == asked && f.Target == gate.ServerTool &&
		len(f.PolicyAsk) == 0 && len(f.LostGuard) == 0 && answer == aNone
	if d.OffersAlways != own {
		return fmt.Errorf("offers always %v, want %v", d.OffersAlways, own)
	}
	return nil
}

// SPEC G2: what Screen denies, no hook is shown and nothing changes; what it
// does not deny is what Decide starts from, whether or not somebody can be asked.
func screenForesees(f gate.Facts, s gate.Decision, answer int, d gate.Decision) error {
	switch {
	case s.Verdict == gate.Deny && (d.Verdict != gate.Deny || !slices.Equal(s.Reasons, d.Reasons)):
		return fmt.Errorf("screened %+v, decided %+v", s, d)
	case rankOf(d) > rankOf(s):
		return fmt.Errorf("looser than screened: %+v, %+v", s, d)
	case answer == aNone && rankOf(d) != rankOf(s) && (rankOf(s) != asked || f.CanAsk):
		return fmt.Errorf("screened %+v, decided %+v with no opinion", s, d)
	}
	return everyVoiceIsNamed(s)
}
