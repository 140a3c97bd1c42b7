package gate

import "testing"

// SPEC L5, G6: of two decisions about one call the stricter holds, whatever the order;
// no opinion gives way to every voice but an allow's.
func TestJoinedDecisionsAreTheStrictest_G6(t *testing.T) {
	by := func(v Verdict, silent bool) Decision {
		return Decision{Verdict: v, Silent: silent, Reasons: []Reason{{By: v.String(), Says: "x"}}}
	}
	order := []Decision{by(Deny, false), by(Ask, false), {Verdict: Ask, Silent: true}}
	for i, a := range order {
		for j, b := range order {
			want := order[min(i, j)]
			if got := Join(a, b); got.Verdict != want.Verdict || got.Silent != want.Silent || len(want.Reasons) > 0 && len(got.Reasons) == 0 {
				t.Errorf("%v and %v join to %v", a, b, got)
			}
			if Stricter(a, b) != (i < j) {
				t.Errorf("%v is stricter than %v: %v", a, b, Stricter(a, b))
			}
		}
	}
	allow := by(Allow, false)
	for _, d := range order {
		if Stricter(allow, d) || !Stricter(d, allow) || Join(d, allow).Verdict != d.Verdict || Join(allow, d).Verdict != d.Verdict {
			t.Errorf("an allow is the weakest: %v", d)
		}
	}
	if got := Join(by(Deny, false), by(Deny, false)); len(got.Reasons) != 2 {
		t.Errorf("both reasons are kept: %v", got)
	}
}
