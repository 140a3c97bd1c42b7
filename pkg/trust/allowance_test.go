package trust

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"usher/pkg/digest"
	"usher/pkg/fault"
	"usher/pkg/names"
)

func noon() time.Time { return time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC) }

// M5: an allowance is for exactly one conversation id, one tool and one launch.
func TestAllowanceIsExact_M5(t *testing.T) {
	var a Allowances
	lookup, launch := names.NewTool("acme", "lookup"), digest.Of("x", []byte("1"))
	must(t, a.Allow("c1", lookup, launch, noon()))
	if !a.Allows("c1", lookup, launch, noon()) {
		t.Error("what was allowed is not")
	}
	other := digest.Of("x", []byte("2"))
	for what, c := range map[string]struct {
		conversation string
		tool         names.Tool
		launch       digest.Digest
	}{
		"another conversation": {"c2", lookup, launch},
		"a longer id":          {"c11", lookup, launch},
		"a shorter id":         {"c", lookup, launch},
		"another case":         {"C1", lookup, launch},
		"a blank more":         {"c1 ", lookup, launch},
		"no conversation":      {"", lookup, launch},
		"another tool":         {"c1", names.NewTool("acme", "lookup2"), launch},
		"another case of it":   {"c1", names.NewTool("acme", "Lookup"), launch},
		"the star":             {"c1", names.NewTool("acme", Star), launch},
		"another server":       {"c1", names.NewTool("acne", "lookup"), launch},
		"no tool":              {"c1", names.Tool{}, launch},
		"another launch":       {"c1", lookup, other},
		"no launch":            {"c1", lookup, ""},
	} {
		if a.Allows(c.conversation, c.tool, c.launch, noon()) {
			t.Errorf("%s is allowed", what)
		}
	}
	var none Allowances
	if none.Allows("", names.Tool{}, "", noon()) || none.Allows("c1", lookup, launch, noon()) {
		t.Error("nothing allows something")
	}
}

// M5: what is not exact is never recorded.
func TestOnlyExactAllowancesAreRecorded_M5(t *testing.T) {
	var a Allowances
	lookup, launch := names.NewTool("acme", "lookup"), digest.Of("x", nil)
	host, err := names.ParseTool("Bash")
	must(t, err)
	for what, err := range map[string]error{
		"no conversation":   a.Allow("", lookup, launch, noon()),
		"a long id":         a.Allow(strings.Repeat("x", 1025), lookup, launch, noon()),
		"an id not UTF-8":   a.Allow("\xff", lookup, launch, noon()),
		"the star":          a.Allow("c", names.NewTool("acme", Star), launch, noon()),
		"a host's own tool": a.Allow("c", host, launch, noon()),
		"no tool":           a.Allow("c", names.Tool{}, launch, noon()),
		"a tool not UTF-8":  a.Allow("c", names.NewTool("acme", "\xff"), launch, noon()),
		"no launch":         a.Allow("c", lookup, "", noon()),
		"no real digest":    a.Allow("c", lookup, "sha256:00", noon()),
		"no time":           a.Allow("c", lookup, launch, time.Time{}),
	} {
		if err == nil || len(a.All()) != 0 {
			t.Errorf("%s: %v, %+v", what, err, a.All())
		}
	}
}

// M5, Q10: 24 hours, and a clock that was set back makes none of them longer.
func TestAllowanceEndsAfterADay_M5(t *testing.T) {
	var a Allowances
	lookup, launch := names.NewTool("acme", "lookup"), digest.Of("x", nil)
	must(t, a.Allow("c", lookup, launch, noon()))
	for d, want := range map[time.Duration]bool{
		0: true, 23*time.Hour + 59*time.Minute: true, AllowanceWindow - time.Second: true, AllowanceWindow: false, 8760 * time.Hour: false,
		-time.Second: true, -clockSlack: false, -AllowanceWindow + time.Second: false, -AllowanceWindow: false, -400_000 * time.Hour: false,
		1<<63 - 1: false, -1 << 63: false,
	} {
		if got := a.Allows("c", lookup, launch, noon().Add(d)); got != want {
			t.Errorf("after %v: %v", d, got)
		}
	}
	if a.Allows("c", lookup, launch, time.Time{}) || a.Allows("c", lookup, launch, time.Unix(1<<60, 0)) {
		t.Error("a clock that is far off allows")
	}
	must(t, a.Allow("c", lookup, launch, noon().Add(20*time.Hour)))
	if len(a.All()) != 1 || !a.Allows("c", lookup, launch, noon().Add(30*time.Hour)) {
		t.Errorf("allowed anew: %+v", a.All())
	}
}

// M5: what is written is what is read; ending a conversation ends all of it, and
// what has ended is forgotten when something is written.
func TestAllowancesFile_M5(t *testing.T) {
	state := at(newFolder(t), "state")
	lookup, wipe := names.NewTool("acme", "lookup"), names.NewTool("lab", "wi\"pe\u202e")
	launch := digest.Of("x", nil)
	change := func(now time.Time, f func(*Allowances) error) {
		t.Helper()
		must(t, ChangeAllowances(context.Background(), state, now, f))
	}
	now := func() Allowances {
		t.Helper()
		a, err := ReadAllowances(state)
		must(t, err)
		return a
	}
	if a := now(); len(a.All()) != 0 {
		t.Errorf("first use: %+v", a)
	}
	change(noon(), func(a *Allowances) error {
		return errFirst(a.Allow("c1", lookup, launch, noon()), a.Allow("c1", wipe, launch, noon()), a.Allow("c \"2\"\n", wipe, launch, noon().Add(700*time.Millisecond)))
	})
	a := now()
	if !a.Allows("c1", lookup, launch, noon()) || !a.Allows("c1", wipe, launch, noon()) || !a.Allows("c \"2\"\n", wipe, launch, noon()) || len(a.All()) != 3 {
		t.Errorf("read back %+v", a.All())
	}
	info, err := os.Stat(at(state, "allowances.json"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v (%v), want 0600", info.Mode(), err)
	}
	change(noon(), func(a *Allowances) error {
		if gone := a.End("c1"); len(gone) != 2 || len(a.End("c1")) != 0 {
			t.Errorf("ended %+v", gone)
		}
		return nil
	})
	if a = now(); len(a.All()) != 1 || a.Allows("c1", lookup, launch, noon()) {
		t.Errorf("after ending: %+v", a.All())
	}
	err = ChangeAllowances(context.Background(), state, noon(), func(a *Allowances) error { a.EndServer("lab"); return errors.New("no") })
	if a = now(); err == nil || len(a.All()) != 1 {
		t.Errorf("a change that failed: %v, %+v", err, a.All())
	}
	change(noon(), func(a *Allowances) error {
		if gone := a.EndServer("acme"); len(gone) != 0 || len(a.EndServer("lab")) != 1 {
			t.Errorf("ended %+v", gone)
		}
		return a.Allow("c1", lookup, launch, noon())
	})
	change(noon().Add(25*time.Hour), func(*Allowances) error { return nil })
	if a = now(); len(a.All()) != 0 {
		t.Errorf("a day later: %+v", a.All())
	}
}

// Q10: a file of allowances that usher did not write allows nothing.
func TestForeignAllowancesAreAnError_Q10(t *testing.T) {
	d := string(digest.Of("x", nil))
	good := `{"conversation":"c","tool":"acme__lookup","digest":"` + d + `","time":"2026-11-30T12:00:00Z"}`
	if a, err := parseAllowances("/s/a", []byte(`{"version":1,"allowances":[`+good+`]}`)); err != nil || len(a.All()) != 1 {
		t.Fatalf("%v %v", a, err)
	}
	for name, doc := range map[string]string{
		"empty": ``, "null": `null`, "list": `[]`, "no version": `{"allowances":[]}`, "newer": `{"version":2,"allowances":[]}`,
		"zero": `{"version":0,"allowances":[]}`, "no list": `{"version":1}`, "extra": `{"version":1,"allowances":[],"x":1}`,
		"cut":              `{"version":1,"allowances":[` + good,
		"key":              `{"version":1,"allowances":[` + strings.Replace(good, "tool", "Tool", 1) + `]}`,
		"no conversation":  `{"version":1,"allowances":[` + strings.Replace(good, `"c"`, `""`, 1) + `]}`,
		"number":           `{"version":1,"allowances":[` + strings.Replace(good, `"c"`, `1`, 1) + `]}`,
		"star":             `{"version":1,"allowances":[` + strings.Replace(good, "lookup", "*", 1) + `]}`,
		"host tool":        `{"version":1,"allowances":[` + strings.Replace(good, "acme__lookup", "Bash", 1) + `]}`,
		"another spelling": `{"version":1,"allowances":[` + strings.Replace(good, "acme__", "mcp__acme__", 1) + `]}`,
		"digest":           `{"version":1,"allowances":[` + strings.Replace(good, d, "sha256:00", 1) + `]}`,
		"time":             `{"version":1,"allowances":[` + strings.Replace(good, "T12:00:00Z", "", 1) + `]}`,
		"no object":        `{"version":1,"allowances":["x"]}`,
	} {
		state := newFolder(t)
		put(t, state, "allowances.json", doc)
		a, err := ReadAllowances(state)
		var e *fault.Error
		if !errors.As(err, &e) || len(a.All()) != 0 || len(e.Hints) == 0 || !strings.Contains(err.Error(), at(state, "allowances.json")) {
			t.Errorf("%s: %+v, %v", name, a, err)
		}
		if ChangeAllowances(context.Background(), state, noon(), func(*Allowances) error { return nil }) == nil {
			t.Errorf("%s was written over", name)
		}
		if data, _ := os.ReadFile(at(state, "allowances.json")); string(data) != doc {
			t.Errorf("%s was changed", name)
		}
	}
}
