package trust

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"usher/pkg/digest"
	"usher/pkg/fault"
)

// T1, T6, trust-13: the states a folder goes through, decision by decision.
func TestStatesOfAFolder_T1(t *testing.T) {
	dir := newFolder(t)
	var l Ledger
	step := func(want State, what string) {
		t.Helper()
		wantState(t, &l, dir, want, what)
	}
	step(None, "empty")
	if err := l.TrustFolder(read(t, dir), false, false); err == nil || len(l.Folders()) != 0 {
		t.Error("a folder without definitions was trusted")
	}
	put(t, dir, ".kkss/assistant/mcp.json", "good")
	step(NotTrusted, "definitions")
	must(t, l.TrustFolder(read(t, dir), false, false))
	step(Trusted, "trusted")
	put(t, dir, ".kkss/assistant/mcp.json", "other")
	step(Changed, "edited")
	must(t, l.TrustFolder(read(t, dir), false, false))
	step(Trusted, "trusted again")
	put(t, dir, ".kkss/assistant/mcp.json", "good")
	step(Changed, "back to what was trusted first (A21)")
	if len(l.Folders()) != 1 || !l.Decided(dir) {
		t.Errorf("the ledger holds %+v", l.Folders())
	}
	must(t, os.Remove(at(dir, ".kkss/assistant/mcp.json")))
	step(Changed, "all definitions gone")
	put(t, dir, ".kkss/assistant/mcp.json", "other")
	step(Trusted, "as trusted")
	if !l.RevokeFolder(dir) || l.RevokeFolder(dir) || l.Decided(dir) {
		t.Error("revoke does not say whether there was anything")
	}
	step(NotTrusted, "revoked")
	put(t, dir, ".kkss/assistant/mcp.json", "good")
	step(NotTrusted, "revoked, and back to what was trusted first (A21)")
	must(t, os.Remove(at(dir, ".kkss/assistant/mcp.json")))
	step(None, "revoked and empty")
}

// The zero values of everything are not trusted.
func TestZeroIsNotTrusted(t *testing.T) {
	var l Ledger
	if s := l.FolderState(Folder{}); s != Unreadable {
		t.Errorf("the zero folder is %q", s)
	}
	if s := l.FolderState(Folder{Path: "/x", Digest: "sha256:00"}, "sha256:00"); s != Unreadable {
		t.Errorf("a folder with no real digest is %q", s)
	}
	if l.TrustFolder(Folder{Path: "/x"}, true, false) == nil || l.HadGuards("") || l.LostGuard(Folder{}) {
		t.Error("something was decided about nothing")
	}
}

// T6, trust.digests: the machine's policy trusts a content wherever it lies, and
// only that content; revoking does not take it away.
func TestFleetDigests_T6(t *testing.T) {
	dir := tree{".usher/mcp.json": "tools/x.js", "tools/x.js": "x"}.in(t, newFolder(t))
	var l Ledger
	f := read(t, dir)
	if s := l.FolderState(f, f.Digest); s != Trusted {
		t.Errorf("trusted fleet-wide: %q", s)
	}
	for what, d := range map[string]digest.Digest{"definitions alone": f.Definitions, "none": "", "another": digest.Of("x", nil)} {
		if s := l.FolderState(f, d); s != NotTrusted {
			t.Errorf("%s: %q", what, s)
		}
	}
	put(t, dir, "tools/x.js", "y")
	if s := l.FolderState(read(t, dir), f.Digest); s != NotTrusted {
		t.Errorf("edited: %q", s)
	}
	empty := read(t, newFolder(t))
	if s := l.FolderState(empty, empty.Digest); s != None {
		t.Errorf("empty: %q", s)
	}
}

// G2, A12: a folder that was trusted with PreToolUse hooks has lost its guard
// when it is changed, unreadable, emptied or gone, until it is trusted again or
// revoked; one that had none has nothing to lose.
func TestLostGuard_G2(t *testing.T) {
	for what, lose := range map[string]func(dir string) error{
		"edited":        func(dir string) error { return os.WriteFile(at(dir, ".usher/hooks.json"), []byte("{}"), 0o644) },
		"deleted":       func(dir string) error { return os.Remove(at(dir, ".usher/hooks.json")) },
		"script edited": func(dir string) error { return os.WriteFile(at(dir, "guard.sh"), []byte("exit 0"), 0o644) },
		"all gone":      func(dir string) error { return os.RemoveAll(at(dir, ".usher")) },
		"folder gone":   func(dir string) error { return os.RemoveAll(dir) },
		"unreadable": func(dir string) error {
			return errFirst(os.Remove(at(dir, ".usher/hooks.json")), os.Mkdir(at(dir, ".usher/hooks.json"), 0o755))
		},
		"open to all": func(dir string) error { return os.Chmod(dir, 0o777) },
	} {
		for _, guards := range []bool{true, false} {
			dir := tree{".usher/hooks.json": "./guard.sh", "guard.sh": "exit 2"}.in(t, newFolder(t))
			var l Ledger
			if l.LostGuard(read(t, dir)) {
				t.Error("a folder nobody trusted lost a guard")
			}
			must(t, l.TrustFolder(read(t, dir), guards, false))
			if l.HadGuards(dir) != guards || l.LostGuard(read(t, dir)) {
				t.Errorf("%s, %v: as trusted", what, guards)
			}
			must(t, lose(dir))
			if got := l.LostGuard(ReadFolder(dir, words)); got != guards {
				t.Errorf("%s: lost a guard %v, had one %v", what, got, guards)
			}
			l.RevokeFolder(dir)
			if l.HadGuards(dir) || l.LostGuard(ReadFolder(dir, words)) {
				t.Errorf("%s: a revoked folder keeps its guard", what)
			}
			must(t, os.MkdirAll(dir, 0o700))
			must(t, os.Chmod(dir, 0o700))
		}
	}
}

// T5: with --definitions-only the files that definitions name do not count; the
// definitions do. One kind of trust is not the other.
func TestDefinitionsOnly_T5(t *testing.T) {
	dir := tree{".usher/mcp.json": "tools/x.js", "tools/x.js": "x"}.in(t, newFolder(t))
	var l Ledger
	must(t, l.TrustFolder(read(t, dir), false, true))
	put(t, dir, "tools/x.js", "other")
	wantState(t, &l, dir, Trusted, "a named file edited")
	only := read(t, dir).OnlyDefinitions()
	if only.Digest != l.Folders()[0].Digest || len(only.Files) != 1 || len(only.Uncovered) != 1 || only.Uncovered[0].Path != "tools/x.js" {
		t.Errorf("the definitions alone are %+v", only)
	}
	put(t, dir, ".usher/mcp.json", "tools/x.js ")
	wantState(t, &l, dir, Changed, "a definition edited")
	must(t, l.TrustFolder(read(t, dir), false, false))
	put(t, dir, "tools/x.js", "x")
	wantState(t, &l, dir, Changed, "trusted whole, a named file edited")
}

// What is written is what is read, and revoking takes the approvals of the
// folder's servers with it, no denial and nobody else's (SPEC Q10, T6).
func TestFolderDecisionsInTheLedgerFile(t *testing.T) {
	state := filepath.Join(newFolder(t), "state")
	a := tree{".usher/mcp.json": "a"}.in(t, filepath.Join(newFolder(t), "na\"me\nline"))
	b := tree{".usher/mcp.json": "b", ".usher/hooks.json": "x"}.in(t, newFolder(t))
	must(t, os.Chmod(a, 0o700))
	lab := Key{Server: "lab", Layer: Project, Folder: a, Digest: digest.Of("test", nil)}
	own := key("launch")
	must(t, ChangeLedger(context.Background(), state, func(l *Ledger) error {
		l.Approve(lab)
		l.Approve(own)
		l.SetMark(lab, "wipe", MarkChange{Decision: text(Deny)})
		return errFirst(l.TrustFolder(read(t, a), false, true), l.TrustFolder(read(t, b), true, false))
	}))
	data, err := os.ReadFile(LedgerPath(state))
	must(t, err)
	l, err := ReadLedger(state)
	must(t, err)
	if got := l.Folders(); len(got) != 2 || got[0].Folder != a || got[0].Guards || !got[0].DefinitionsOnly || got[1].Folder != b || !got[1].Guards || got[1].DefinitionsOnly {
		t.Errorf("read back %+v\n%s", got, data)
	}
	wantState(t, &l, a, Trusted, "read back")
	wantState(t, &l, b, Trusted, "read back")
	if !l.RevokeFolder(a) || l.Approved(lab) || !l.Approved(own) || l.Standing(lab, "wipe").Decision != Deny || !l.Decided(b) {
		t.Errorf("after revoking: %+v", l.Decisions())
	}
}

// A decision about a folder that usher did not write spoils the ledger (SPEC
// Q10); one that does not say whether there were guards had some.
func TestForeignFolderDecisions_Q10(t *testing.T) {
	d := string(digest.Of("x", nil))
	line := func(rest string) string {
		return `{"kind":"folder","layer":"project","folder":"/p","digest":"` + d + `","decision":"approve"` + rest + `}`
	}
	for name, list := range map[string]string{
		"twice":             line("") + "," + line(""),
		"with a server":     line(`,"server":"acme"`),
		"with a tool":       line(`,"tool":"x"`),
		"read-only":         line(`,"readOnly":true`),
		"asleep":            line(`,"asleep":true`),
		"guards as text":    line(`,"guards":"yes"`),
		"unknown key":       line(`,"guard":true`),
		"no folder":         strings.Replace(line(""), `"folder":"/p",`, "", 1),
		"another layer":     strings.Replace(line(""), Project, Yours, 1),
		"no digest":         strings.Replace(line(""), d, "", 1),
		"bad digest":        strings.Replace(line(""), d, "sha256:00", 1),
		"another word":      strings.Replace(line(""), Approve, Deny, 1),
		"launch and guards": `{"kind":"launch","server":"acme","digest":"` + d + `","decision":"approve","guards":true}`,
		"mark and guards":   `{"kind":"mark","server":"acme","tool":"x","decision":"deny","guards":true}`,
	} {
		_, err := parseLedger("/s/ledger.json", []byte(`{"version":1,"decisions":[`+list+`]}`))
		var e *fault.Error
		if !errors.As(err, &e) || e.Problems[0].Rule != "ledger/corrupt" {
			t.Errorf("%s: %v", name, err)
		}
	}
	l, err := parseLedger("/s/ledger.json", []byte(`{"version":1,"decisions":[`+line("")+`]}`))
	if err != nil || !l.HadGuards("/p") {
		t.Errorf("without guards: %v %v", l.Folders(), err)
	}
}
