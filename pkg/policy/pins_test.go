package policy

import (
	"strings"
	"testing"

	"usher/pkg/digest"
	"usher/pkg/fault"
)

var (
	pinA = string(digest.Of("test", []byte("a")))
	pinB = string(digest.Of("test", []byte("b")))
)

// SPEC T6: what the machine's list holds is found with its place, and nothing else.
func TestThePinnedDigestsAreTheMachines_T6(t *testing.T) {
	for _, lock := range []string{"", `,"locked":true`, `,"locked":["trust.digests"]`} {
		p := mustParse(t, machineFile("{\"trust\":{\"digests\":[\n\""+pinA+"\", // the firmware team's\n\""+pinB+"\"]}"+lock+"}"), Source{})
		pin, ok := p.Pinned(digest.Digest(pinB))
		if !ok || pin.Place != "/etc/usher/policy.json:3:1" || len(p.TrustDigests) != 2 {
			t.Errorf("got %+v, %v", pin, ok)
		}
		for _, other := range []string{"", "*", pinA[7:], strings.ToUpper(pinA), string(digest.Of("test", []byte("c")))} {
			if _, ok := p.Pinned(digest.Digest(other)); ok {
				t.Errorf("%q is pinned", other)
			}
		}
		for _, s := range p.Settings() {
			if s.Key == "trust.digests" && (s.Value != `["`+pinA+`", "`+pinB+`"]` || s.Layer != "machine") {
				t.Errorf("listed as %+v", s)
			}
		}
	}
	if _, ok := (Policy{TrustDigests: []Pin{{}}}).Pinned(""); ok {
		t.Error("no digest at all is pinned")
	}
}

// SPEC C4: a folder cannot be trusted through a file that an assistant may write.
func TestYourOwnFilePinsNothing_C4(t *testing.T) {
	for _, list := range []string{"[]", `["` + pinA + `"]`, `"` + pinA + `"`, "7"} {
		for _, machine := range []Source{{}, machineFile(`{"trust":{"digests":["` + pinB + `"]},"locked":true}`)} {
			p, problems := Parse(machine, yourFile("{\n  \"trust\": {\"digests\": "+list+"}}"))
			if p.Usable() || len(p.TrustDigests) > 0 {
				t.Fatalf("%s: usable, %+v", list, p.TrustDigests)
			}
			pr := problems[0]
			if pr.Rule != "policy/machine-only" || pr.Where() != "/h/policy.json:2:13" || pr.Severity != fault.SeverityError ||
				!strings.Contains(pr.Message, "in your own file") || !strings.Contains(pr.Hint, "usher trust grant") {
				t.Errorf("%s: got %+v", list, problems)
			}
		}
	}
	for _, key := range Keys() {
		if MachineOnly(key) != (key == "trust.digests") {
			t.Errorf("%s: machine only %v", key, MachineOnly(key))
		}
	}
}

// SPEC C2: a digest more trusts more, one less trusts less.
func TestADigestMoreLoosens_C2(t *testing.T) {
	file := func(list string) Policy {
		return mustParse(t, machineFile(`{"trust":{"digests":[`+list+`]}}`), Source{})
	}
	a, b := `"`+pinA+`"`, `"`+pinB+`"`
	for _, c := range []struct {
		before, after string
		loose         bool
	}{
		{"", a, true}, {a, "", false}, {a, a + "," + a, false}, {a + "," + b, b, false}, {a, b, true}, {b + "," + a, a + "," + b, false}, {a, a + "," + b, true},
	} {
		if got := Loosens(file(c.before), file(c.after)); (len(got) == 1 && got[0] == "trust.digests") != c.loose || len(got) > 1 {
			t.Errorf("from %s to %s: loosens %v", c.before, c.after, got)
		}
	}
	out, err := Set(nil, "trust.digests", pinA, pinB)
	if err != nil {
		t.Fatal(err)
	}
	if p := mustParse(t, machineFile(string(out)), Source{}); len(p.TrustDigests) != 2 {
		t.Errorf("wrote %s", out)
	}
}
