package trust

import (
	"slices"
	"testing"

	"usher/pkg/digest"
	"usher/pkg/names"
)

// SPEC S5: an allowance is for one server and one name, survives a change of the
// launch and the way to the file and back, and ends when it is taken back.
func TestVariablesAreAllowedByServerAndName_S5(t *testing.T) {
	var l Ledger
	l.AllowEnv("acme", "NODE_OPTIONS")
	l.AllowEnv("acme", "LD_PRELOAD")
	l.AllowEnv("acme", "NODE_OPTIONS")
	l.AllowEnv("lab", "PATH")
	l.Approve(Key{Server: "acme", Layer: Yours, Digest: digest.Of("t", []byte("one"))})
	l.Approve(Key{Server: "acme", Layer: Yours, Digest: digest.Of("t", []byte("two"))})
	l, err := parseLedger("l", l.encode())
	if err != nil {
		t.Fatal(err)
	}
	if got := l.AllowedEnv(); !slices.Equal(got, []string{"acme/NODE_OPTIONS", "acme/LD_PRELOAD", "lab/PATH"}) {
		t.Errorf("allowed: %q", got)
	}
	if got := l.MaySet("acme"); !slices.Equal(got, []names.EnvName{"NODE_OPTIONS", "LD_PRELOAD"}) {
		t.Errorf("acme: %q", got)
	}
	if !l.KeepEnv("acme", "LD_PRELOAD") || l.KeepEnv("acme", "LD_PRELOAD", "OTHER") {
		t.Error("what is still set must stay, and nothing else")
	}
	if got := l.AllowedEnv(); !slices.Equal(got, []string{"acme/LD_PRELOAD", "lab/PATH"}) {
		t.Errorf("left: %q", got)
	}
}

// SPEC Q10: a decision about a variable that says anything more is not usher's.
func TestStrangeAllowancesCorruptTheLedger_Q10(t *testing.T) {
	for name, decision := range map[string]string{
		"no variable":     `{"kind":"env","server":"acme","layer":"yours","decision":"allow"}`,
		"a bad variable":  `{"kind":"env","server":"acme","env":"A B","layer":"yours","decision":"allow"}`,
		"a project's":     `{"kind":"env","server":"acme","env":"PATH","layer":"project","decision":"allow"}`,
		"no layer":        `{"kind":"env","server":"acme","env":"PATH","decision":"allow"}`,
		"a denial":        `{"kind":"env","server":"acme","env":"PATH","layer":"yours","decision":"deny"}`,
		"a tool":          `{"kind":"env","server":"acme","env":"PATH","tool":"x","layer":"yours","decision":"allow"}`,
		"no server":       `{"kind":"env","env":"PATH","layer":"yours","decision":"allow"}`,
		"env of a mark":   `{"kind":"mark","server":"acme","tool":"x","env":"PATH","decision":"deny"}`,
		"env of a folder": `{"kind":"folder","layer":"project","folder":"/p","env":"PATH","digest":"` + string(digest.Of("t", []byte("x"))) + `","decision":"approve"}`,
	} {
		if _, err := parseLedger("l", []byte(`{"version":1,"decisions":[`+decision+`]}`)); err == nil {
			t.Errorf("%s was read", name)
		}
	}
}

// SPEC A6, S10: what goes when a launch changes, a server is new, or is removed.
func TestWhatIsForgotten_A6(t *testing.T) {
	old := Key{Server: "acme", Layer: Yours, Digest: digest.Of("t", []byte("old"))}
	project := Key{Server: "acme", Layer: Project, Folder: "/p", Digest: digest.Of("t", []byte("old"))}
	full := func() Ledger {
		var l Ledger
		l.AllowEnv("acme", "PATH")
		l.Approve(old)
		l.Approve(project)
		l.SetMark(old, "read", MarkChange{Decision: text(Allow), ReadOnly: yes(true)})
		l.SetMark(old, "write", MarkChange{Decision: text(Ask)})
		l.SetMark(old, "wipe", MarkChange{Decision: text(Deny)})
		l.SetMark(Key{Server: "acme"}, "burn", MarkChange{Decision: text(Deny)})
		l.Approve(Key{Server: "other", Layer: Yours, Digest: old.Digest})
		return l
	}
	for _, c := range []struct {
		law  string
		do   func(*Ledger) bool
		left []string // server/tool/decision of what stays
	}{
		{"another launch", func(l *Ledger) bool {
			return l.Changed(Key{Server: "acme", Layer: Yours, Digest: digest.Of("t", []byte("new"))})
		}, []string{"acme/PATH/allow", "acme//approve", "acme/wipe/deny", "acme/burn/deny", "other//approve"}},
		{"the same launch", func(l *Ledger) bool { return !l.Changed(old) },
			[]string{"acme/PATH/allow", "acme//approve", "acme//approve", "acme/read/allow", "acme/write/ask", "acme/wipe/deny", "acme/burn/deny", "other//approve"}},
		{"a launch that cannot be", func(l *Ledger) bool { return l.Changed(Key{Server: "acme", Layer: Yours}) },
			[]string{"acme/PATH/allow", "acme//approve", "acme/wipe/deny", "acme/burn/deny", "other//approve"}},
		{"a new server", func(l *Ledger) bool { return l.Fresh("acme") }, []string{"acme//approve", "acme/wipe/deny", "acme/burn/deny", "other//approve"}},
		{"removed", func(l *Ledger) bool { return len(l.Forget("acme")) == 6 && len(l.About("acme")) == 0 }, []string{"acme//approve", "other//approve"}},
	} {
		l := full()
		ok := c.do(&l)
		var left []string
		for _, d := range l.Decisions() {
			left = append(left, string(d.Server)+"/"+d.Tool+string(d.Env)+"/"+d.Decision)
		}
		slices.Sort(left)
		want := slices.Clone(c.left)
		slices.Sort(want)
		if !ok || !slices.Equal(left, want) {
			t.Errorf("%s: %t\n%q, want\n%q", c.law, ok, left, want)
		}
	}
}
