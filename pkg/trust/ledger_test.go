package trust

import (
	"testing"

	"usher/pkg/digest"
)

func text(s string) *string { return &s }
func yes(b bool) *bool      { return &b }

func key(launch string) Key {
	return Key{Server: "acme", Layer: Yours, Digest: digest.Of("test", []byte(launch))}
}

// SPEC A6: another digest, no decision; a denial stays.
func TestChangedLaunchVoidsAllButDenials_A6(t *testing.T) {
	var l Ledger
	old, now := key("old"), key("new")
	l.Approve(old)
	l.SetMark(old, "lookup", MarkChange{Decision: text(Allow), ReadOnly: yes(true)})
	l.SetMark(old, "write", MarkChange{Decision: text(Ask)})
	l.SetMark(old, "wipe", MarkChange{Decision: text(Deny)})
	l.SetMark(old, Star, MarkChange{Decision: text(Deny)})

	if l.Approved(now) {
		t.Error("an approval held for another launch")
	}
	if s := l.Standing(now, "lookup"); s.Decision != Deny || s.ReadOnly || !s.ByStar {
		t.Errorf("lookup under another launch stands as %+v, want only the '*' denial", s)
	}
	if s := l.Standing(now, "wipe"); s.Decision != Deny || s.ByStar {
		t.Errorf("wipe under another launch stands as %+v, want its own denial", s)
	}
	if s := l.Standing(old, "lookup"); s.Decision != Allow || !s.ReadOnly {
		t.Errorf("lookup under its own launch stands as %+v", s)
	}
}

// SPEC A6: changing back does not bring decisions back once another one was recorded.
func TestChangingBackBringsNothingBack_A6(t *testing.T) {
	for _, record := range []struct {
		name string
		do   func(*Ledger, Key)
	}{
		{"approval", func(l *Ledger, k Key) { l.Approve(k) }},
		{"mark", func(l *Ledger, k Key) { l.SetMark(k, "other", MarkChange{Decision: text(Ask)}) }},
		{"denial", func(l *Ledger, k Key) { l.SetMark(k, "other", MarkChange{Decision: text(Deny)}) }},
	} {
		t.Run(record.name, func(t *testing.T) {
			var l Ledger
			old := key("old")
			l.Approve(old)
			l.SetMark(old, "lookup", MarkChange{Decision: text(Allow)})
			l.SetMark(old, "wipe", MarkChange{Decision: text(Deny)})
			record.do(&l, key("new"))
			if l.Approved(old) || l.Standing(old, "lookup").Decision != "" {
				t.Error("decisions of the old launch came back")
			}
			if l.Standing(old, "wipe").Decision != Deny {
				t.Error("the denial was lost")
			}
		})
	}
}

// SPEC M2: a tool's own mark beats '*'; a '*' allow covers no unlisted tool.
func TestStarAndOwnMarks_M2(t *testing.T) {
	k := key("launch")
	for _, c := range []struct {
		name      string
		star, own *string
		want      string
	}{
		{"star allow covers nothing unknown", text(Allow), nil, ""},
		{"star ask covers all", text(Ask), nil, Ask},
		{"star deny covers all", text(Deny), nil, Deny},
		{"own allow beats star deny", text(Deny), text(Allow), Allow},
		{"own deny beats star allow", text(Allow), text(Deny), Deny},
		{"own ask beats star deny", text(Deny), text(Ask), Ask},
		{"nothing said", nil, nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var l Ledger
			if c.star != nil {
				l.SetMark(k, Star, MarkChange{Decision: c.star})
			}
			if c.own != nil {
				l.SetMark(k, "lookup", MarkChange{Decision: c.own})
			}
			if got := l.Standing(k, "lookup").Decision; got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// SPEC M2: --read-only alone touches only the flag.
func TestReadOnlyAloneKeepsTheDecision_M2(t *testing.T) {
	k := key("launch")
	for _, before := range []string{"", Allow, Ask, Deny} {
		var l Ledger
		if before != "" {
			l.SetMark(k, "lookup", MarkChange{Decision: text(before)})
		}
		l.SetMark(k, "lookup", MarkChange{ReadOnly: yes(true)})
		if s := l.Standing(k, "lookup"); s.Decision != before || !s.ReadOnly {
			t.Errorf("after %q: %+v", before, s)
		}
	}
}

// SPEC G1: a denial without a launch holds for every launch, and one allow ends it.
func TestDenialNeedsNoDigest_G1(t *testing.T) {
	var l Ledger
	l.SetMark(Key{Server: "acme"}, "wipe", MarkChange{Decision: text(Deny)})
	k := key("launch")
	if l.Standing(k, "wipe").Decision != Deny || l.Standing(Key{Server: "acme"}, "wipe").Decision != Deny {
		t.Fatal("the denial does not hold")
	}
	if l.Standing(Key{Server: "acne"}, "wipe").Decision != "" || l.Standing(k, "wipe2").Decision != "" || l.Standing(k, "Wipe").Decision != "" {
		t.Error("the denial reached another name")
	}
	l.SetMark(k, "wipe", MarkChange{Decision: text(Allow)})
	if l.Standing(k, "wipe").Decision != Allow {
		t.Error("the person's later allow did not replace the denial")
	}
}

// A decision about one folder's server says nothing about another folder's (SPEC A1).
func TestFoldersAreApart_A1(t *testing.T) {
	var l Ledger
	a, b := key("launch"), key("launch")
	a.Layer, a.Folder = Project, "/a"
	b.Layer, b.Folder = Project, "/b"
	l.Approve(a)
	l.SetMark(a, "lookup", MarkChange{Decision: text(Allow)})
	l.SetMark(b, "lookup", MarkChange{Decision: text(Ask)})
	if l.Approved(b) || !l.Approved(a) {
		t.Error("an approval crossed folders")
	}
	if l.Standing(a, "lookup").Decision != Allow || l.Standing(b, "lookup").Decision != Ask {
		t.Error("a mark crossed folders")
	}
}

// A key without a digest (nothing could be started) is covered by nothing but a denial.
func TestNoDigestNoDecision(t *testing.T) {
	var l Ledger
	k := key("launch")
	l.Approve(k)
	l.SetMark(k, "lookup", MarkChange{Decision: text(Allow)})
	none := Key{Server: "acme", Layer: Yours}
	if l.Approved(none) || l.Standing(none, "lookup").Decision != "" {
		t.Error("a launch without a digest is covered")
	}
}

// SPEC A5: revoking is per server and reports whether there was anything.
func TestRevokeAndRemove(t *testing.T) {
	var l Ledger
	k := key("launch")
	other := Key{Server: "other", Layer: Yours, Digest: k.Digest}
	l.Approve(k)
	l.Approve(other)
	l.SetMark(k, "lookup", MarkChange{Decision: text(Allow)})
	if !l.Revoke("acme") || l.Revoke("acme") || l.Approved(k) || !l.Approved(other) {
		t.Error("revoke did not take back exactly acme's approval")
	}
	if l.Standing(k, "lookup").Decision != Allow {
		t.Error("revoke took a mark")
	}
	gone := l.RemoveMark("acme", "lookup")
	if len(gone) != 1 || gone[0].Decision != Allow || l.Standing(k, "lookup").Decision != "" {
		t.Errorf("removed %+v", gone)
	}
}

// SPEC M2: a '*' allow covers the tools that were listed when it was saved; a tool
// that came later asks, and a '*' ask or deny takes the cover away.
func TestStarAllowCoversTheListedTools_M2(t *testing.T) {
	k := key("launch")
	var l Ledger
	listed := map[string]digest.Digest{"lookup": digest.Of("t", []byte("1")), "list": digest.Of("t", []byte("2"))}
	l.SetMark(k, "wipe", MarkChange{Decision: text(Deny)})
	l.SetMark(k, Star, MarkChange{Decision: text(Allow), Tools: listed})
	for tool, want := range map[string]string{"lookup": Allow, "list": Allow, "later": "", "wipe": Deny} {
		if s := l.Standing(k, tool); s.Decision != want {
			t.Errorf("%s stands as %+v, want %q", tool, s, want)
		}
	}
	if l.Standing(key("other"), "lookup").Decision != "" {
		t.Error("the cover holds for another launch")
	}
	l.SetMark(k, "lookup", MarkChange{Decision: text(Ask), Tools: listed})
	if s := l.Standing(k, "lookup"); s.Decision != Ask || s.ByStar {
		t.Errorf("its own ask does not beat the cover: %+v", s)
	}
	l.SetMark(k, Star, MarkChange{Decision: text(Deny), Tools: listed})
	if s := l.Standing(k, "list"); s.Decision != Deny || !s.ByStar {
		t.Errorf("a '*' deny left the cover: %+v", s)
	}
	l.RemoveMark("acme", Star)
	if s := l.Standing(k, "list"); s.Decision != "" {
		t.Errorf("the cover outlived '*': %+v", s)
	}
}

// SPEC M4: a changed definition puts an allow and ReadOnly to sleep, for good; a
// denial never sleeps; a mark that saw no definition takes the first.
func TestChangedDefinitionPutsMarksToSleep_M4(t *testing.T) {
	k := key("launch")
	was, now := digest.Of("t", []byte("was")), digest.Of("t", []byte("now"))
	for name, c := range map[string]struct {
		change MarkChange
		sleeps bool
	}{
		"allow":     {MarkChange{Decision: text(Allow)}, true},
		"read-only": {MarkChange{ReadOnly: yes(true)}, true},
		"ask":       {MarkChange{Decision: text(Ask)}, false},
		"deny":      {MarkChange{Decision: text(Deny)}, false},
	} {
		for _, after := range []map[string]digest.Digest{{"lookup": now}, {}} {
			var l Ledger
			c.change.Tools = map[string]digest.Digest{"lookup": was}
			l.SetMark(k, "lookup", c.change)
			if got := l.Observe(k, c.change.Tools); len(got) != 0 {
				t.Errorf("%s: the same definition is a change: %v", name, got)
			}
			l.Observe(k, after)
			if s := l.Standing(k, "lookup"); s.Asleep != c.sleeps {
				t.Errorf("%s after %v: %+v", name, after, s)
			}
			l.Observe(k, c.change.Tools)
			if s := l.Standing(k, "lookup"); s.Asleep != c.sleeps {
				t.Errorf("%s: the old definition woke the mark: %+v", name, s)
			}
			l.SetMark(k, "lookup", c.change)
			if s := l.Standing(k, "lookup"); s.Asleep {
				t.Errorf("%s: a new mark did not wake it: %+v", name, s)
			}
		}
	}
	var l Ledger
	l.SetMark(k, "lookup", MarkChange{Decision: text(Allow)})
	if got := l.Observe(k, map[string]digest.Digest{"lookup": was}); len(got) != 0 || l.Standing(k, "lookup").ToolDigest != was {
		t.Errorf("the first definition was not recorded: %v, %+v", got, l.Standing(k, "lookup"))
	}
	if got := l.Observe(k, map[string]digest.Digest{"lookup": now}); len(got) != 1 || got[0] != "lookup" {
		t.Errorf("the change was not told: %v", got)
	}
}
