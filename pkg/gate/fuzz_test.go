package gate_test

import (
	"slices"
	"strings"
	"testing"

	"usher/pkg/gate"
)

// SPEC G1, G3, H7: any facts, any number of opinions. Each byte of voices is one
// opinion; its last bit asks or refuses.
func FuzzOpinionsOnlyTighten(f *testing.F) {
	f.Add(uint32(0), []byte{})
	f.Add(uint32(1_000_000), []byte{1, 0, 1})
	f.Add(uint32(400_000), []byte("\x01\x01\x01\x01\x01\x01"))
	f.Fuzz(func(t *testing.T, n uint32, voices []byte) {
		total := 1
		for _, s := range sizes {
			total *= s
		}
		facts := pointOf(int(n) % total).facts()
		before := gate.Decide(facts, nil)
		var opinions []gate.Opinion
		for i, v := range voices {
			r := gate.Reason{By: "hook " + string(rune('a'+v%26)), Says: strings.Repeat("x", i%3)}
			if v&1 == 1 {
				opinions = append(opinions, gate.AskFirst(r))
			} else {
				opinions = append(opinions, gate.Refuse(r))
			}
			now := gate.Decide(facts, opinions)
			if rankOf(now) > rankOf(before) || rankOf(now) > asked {
				t.Fatalf("opinion %d loosened %+v to %+v", i, before, now)
			}
			if err := everyVoiceIsNamed(now); err != nil {
				t.Fatal(err)
			}
			before = now
		}
		backwards := slices.Clone(opinions)
		slices.Reverse(backwards)
		other := gate.Decide(facts, backwards)
		if rankOf(other) != rankOf(before) || !slices.Equal(voicesOf(other), voicesOf(before)) {
			t.Fatalf("order matters: %+v, %+v", before, other)
		}
	})
}

// voicesOf is a decision's reasons in an order of their own. The command to run
// goes to the first of them, so it is left out.
func voicesOf(d gate.Decision) []string {
	var out []string
	for _, r := range d.Reasons {
		out = append(out, r.By+": "+r.Says)
	}
	slices.Sort(out)
	return out
}
