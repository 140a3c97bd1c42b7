package trust

import (
	"testing"

	"usher/pkg/digest"
)

// SPEC M2, M4: a mark that sleeps wakes by what the person says anew, and by no more
// than that: --read-only alone does not wake an allow, nor an allow the flag.
func TestHalfAMarkWakesNoOtherHalf_M4(t *testing.T) {
	allow, ask, deny, yes, no := Allow, Ask, Deny, true, false
	k := Key{Server: "acme", Layer: Yours, Digest: digest.Of("usher/launch/1", []byte("x"))}
	then, now := map[string]digest.Digest{"t": digest.Of("usher/tool/1", []byte("then"))}, map[string]digest.Digest{"t": digest.Of("usher/tool/1", []byte("now"))}
	for name, c := range map[string]struct {
		before, change MarkChange
		want           Standing
	}{
		"the flag leaves a slept allow asleep": {MarkChange{Decision: &allow}, MarkChange{ReadOnly: &yes}, Standing{Decision: Allow, ReadOnly: true, Asleep: true, ToolDigest: then["t"]}},
		"and takes itself back":                {MarkChange{Decision: &allow, ReadOnly: &yes}, MarkChange{ReadOnly: &no}, Standing{Decision: Allow, Asleep: true, ToolDigest: then["t"]}},
		"an allow leaves the slept flag":       {MarkChange{Decision: &allow, ReadOnly: &yes}, MarkChange{Decision: &allow}, Standing{Decision: Allow, ToolDigest: now["t"]}},
		"so does an ask":                       {MarkChange{Decision: &ask, ReadOnly: &yes}, MarkChange{Decision: &ask}, Standing{Decision: Ask, ToolDigest: now["t"]}},
		"the flag wakes the flag":              {MarkChange{Decision: &ask, ReadOnly: &yes}, MarkChange{ReadOnly: &yes}, Standing{Decision: Ask, ReadOnly: true, ToolDigest: now["t"]}},
		"the whole mark wakes":                 {MarkChange{Decision: &allow, ReadOnly: &yes}, MarkChange{Decision: &allow, ReadOnly: &yes}, Standing{Decision: Allow, ReadOnly: true, ToolDigest: now["t"]}},
		"a deny needs no waking":               {MarkChange{Decision: &allow}, MarkChange{Decision: &deny}, Standing{Decision: Deny, ToolDigest: now["t"]}},
	} {
		var l Ledger
		c.before.Tools, c.change.Tools = then, now
		l.SetMark(k, "t", c.before)
		if changed := l.Observe(k, now); len(changed) != 1 {
			t.Fatalf("%s: asleep are %v", name, changed)
		}
		l.SetMark(k, "t", c.change)
		if got := l.Standing(k, "t"); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
		l.Observe(k, now)
		if got := l.Standing(k, "t"); got != c.want {
			t.Errorf("%s, seen again: %+v, want %+v", name, got, c.want)
		}
	}
}

// SPEC M2, M4: the same of '*'. The flag alone covers what is known now, allows none
// of it, and an allow spreads no flag to tools that came after it was said.
func TestHalfAStarReachesNoFurther_M2(t *testing.T) {
	allow, yes := Allow, true
	k := Key{Server: "acme", Layer: Yours, Digest: digest.Of("usher/launch/1", []byte("x"))}
	def := func(words ...string) map[string]digest.Digest {
		out := map[string]digest.Digest{}
		for _, w := range words {
			out[w[:1]] = digest.Of("usher/tool/1", []byte(w))
		}
		return out
	}
	var l Ledger
	l.SetMark(k, Star, MarkChange{Decision: &allow, Tools: def("a", "b")})
	l.Observe(k, def("a", "b changed", "c"))
	l.SetMark(k, Star, MarkChange{ReadOnly: &yes, Tools: def("a", "b changed", "c")})
	for tool, want := range map[string]Standing{
		"a": {Decision: Allow, ReadOnly: true, ByStar: true, ToolDigest: def("a")["a"]},
		"b": {Decision: Allow, ReadOnly: true, ByStar: true, Asleep: true, ToolDigest: def("b")["b"]},
		"c": {ReadOnly: true, ToolDigest: def("c")["c"]}, "d": {},
	} {
		if got := l.Standing(k, tool); got != want {
			t.Errorf("the flag: %s is %+v, want %+v", tool, got, want)
		}
	}
	l.SetMark(k, Star, MarkChange{Decision: &allow, Tools: def("a", "b changed", "c", "d")})
	for tool, want := range map[string]Standing{
		"a": {Decision: Allow, ReadOnly: true, ByStar: true, ToolDigest: def("a")["a"]},
		"b": {Decision: Allow, ByStar: true, ToolDigest: def("b changed")["b"]},
		"c": {Decision: Allow, ReadOnly: true, ByStar: true, ToolDigest: def("c")["c"]},
		"d": {Decision: Allow, ByStar: true, ToolDigest: def("d")["d"]}, "e": {},
	} {
		if got := l.Standing(k, tool); got != want {
			t.Errorf("the allow: %s is %+v, want %+v", tool, got, want)
		}
	}
}
