package trust

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"usher/pkg/digest"
	"usher/pkg/fault"
)

// SPEC Q3: no file, an empty one and a file of other bytes or in another place are
// different things.
func TestDigestsOfHooksFiles_Q3(t *testing.T) {
	all := map[digest.Digest]string{}
	for name, d := range map[string]digest.Digest{
		"absent":           HooksDigest("hooks.json", nil, false),
		"empty":            HooksDigest("hooks.json", nil, true),
		"bytes":            HooksDigest("hooks.json", []byte("{}"), true),
		"a line more":      HooksDigest("hooks.json", []byte("{}\n"), true),
		"another place":    HooksDigest(".usher/hooks.json", []byte("{}"), true),
		"absent elsewhere": HooksDigest(".usher/hooks.json", nil, false),
		"another domain":   digest.New("usher/file/1").Field("hooks.json", []byte("{}")).Sum(),
	} {
		if other, taken := all[d]; taken || !d.Valid() {
			t.Errorf("%q is %s, as is %q", name, d, other)
		}
		all[d] = name
	}
	if HooksDigest("hooks.json", nil, true) != HooksDigest("hooks.json", []byte{}, true) {
		t.Error("nil and no bytes differ")
	}
	if got := OwnHooks("hooks.json", Entry{Data: []byte("left over"), Present: false}).Digest; got != HooksDigest("hooks.json", nil, false) {
		t.Errorf("an absent file has the digest %s", got)
	}
}

// SPEC H13, A6: a hooks file is accepted as exactly what it was, the last time
// alone, and on the way to the file and back.
func TestHooksAreAcceptedByTheirBytes_H13(t *testing.T) {
	var l Ledger
	own := func(text string) HooksKey { return OwnHooks("hooks.json", Entry{Data: []byte(text), Present: true}) }
	absent := OwnHooks("hooks.json", Entry{})
	accept := func(k HooksKey) {
		t.Helper()
		must(t, l.AcceptHooks(k))
		again, err := parseLedger("l", l.encode())
		must(t, err)
		l = again
	}
	if l.HooksAccepted(own("a")) || l.HooksAccepted(absent) {
		t.Error("something is accepted at first use")
	}
	accept(own("a"))
	if !l.HooksAccepted(own("a")) || l.HooksAccepted(own("b")) || l.HooksAccepted(absent) || l.HooksAccepted(own("")) {
		t.Errorf("accepted: %+v", l.Decisions())
	}
	accept(own("b"))
	if l.HooksAccepted(own("a")) || !l.HooksAccepted(own("b")) {
		t.Error("changing back brings an older acceptance back")
	}
	accept(absent)
	if !l.HooksAccepted(absent) || l.HooksAccepted(own("b")) || len(l.Decisions()) != 1 {
		t.Errorf("accepted as absent: %+v", l.Decisions())
	}
	if l.HooksAccepted(HooksKey{Layer: Yours, File: "hooks.json"}) {
		t.Error("no digest is accepted")
	}
	// what is decided about servers leaves it alone, and it them
	l.Approve(key("launch"))
	l.Fresh("acme")
	l.Forget("acme")
	l.Changed(key("other"))
	l.Revoke("acme")
	if !l.HooksAccepted(absent) {
		t.Error("a decision about a server took it away")
	}
}

// SPEC A3: what is accepted of a folder is its own, needs the trust in it, and
// goes with that trust.
func TestHooksOfAFolder_A3(t *testing.T) {
	a := tree{".usher/hooks.json": "x", ".kkss/assistant/hooks.json": "x"}.in(t, newFolder(t))
	b := tree{".usher/hooks.json": "x"}.in(t, newFolder(t))
	var l Ledger
	keys := func(dir string) []HooksKey {
		f := read(t, dir)
		var out []HooksKey
		for _, file := range f.InOrder() {
			out = append(out, ProjectHooks(f, file))
		}
		return out
	}
	if err := l.AcceptHooks(keys(a)[0]); err == nil || len(l.Decisions()) > 0 {
		t.Error("hooks of a folder that nobody trusts were accepted")
	}
	must(t, l.TrustFolder(read(t, a), true, false))
	must(t, l.TrustFolder(read(t, b), true, false))
	must(t, l.AcceptHooks(OwnHooks("hooks.json", Entry{})))
	must(t, l.AcceptHooks(keys(a)[0]))
	if !l.HooksAccepted(keys(a)[0]) || l.HooksAccepted(keys(a)[1]) || l.HooksAccepted(keys(b)[0]) {
		t.Errorf("the same bytes elsewhere are accepted: %+v", l.Decisions())
	}
	must(t, l.AcceptHooks(keys(a)[1]))
	must(t, l.AcceptHooks(keys(b)[0]))
	must(t, l.TrustFolder(read(t, a), true, false))
	if !l.HooksAccepted(keys(a)[0]) || !l.HooksAccepted(keys(a)[1]) {
		t.Error("trusting the same again takes what was accepted away")
	}
	if !l.RevokeFolder(a) || l.HooksAccepted(keys(a)[0]) || l.HooksAccepted(keys(a)[1]) || !l.HooksAccepted(keys(b)[0]) || !l.HooksAccepted(OwnHooks("hooks.json", Entry{})) {
		t.Errorf("after revoking: %+v", l.Decisions())
	}
	must(t, l.TrustFolder(read(t, a), true, false))
	if l.HooksAccepted(keys(a)[0]) {
		t.Error("trusting again brings back what was accepted before it was revoked")
	}
	for name, k := range map[string]HooksKey{
		"a machine's":     {Layer: Machine, File: "hooks.json", Digest: digest.Of("x", nil)},
		"a relative one":  {Layer: Project, Folder: "p", File: "hooks.json", Digest: digest.Of("x", nil)},
		"no digest":       {Layer: Yours, File: "hooks.json"},
		"no file":         {Layer: Yours, Digest: digest.Of("x", nil)},
		"not UTF-8":       {Layer: Project, Folder: "/p\xff", File: "hooks.json", Digest: digest.Of("x", nil)},
		"out of its root": {Layer: Yours, File: "../hooks.json", Digest: digest.Of("x", nil)},
	} {
		before := l.Decisions()
		if err := l.AcceptHooks(k); err == nil || !slices.Equal(before, l.Decisions()) {
			t.Errorf("%s was accepted", name)
		}
	}
}

// SPEC Q10: a decision about a hooks file that usher did not write spoils the ledger.
func TestForeignHooksDecisions_Q10(t *testing.T) {
	d := string(digest.Of("x", nil))
	own := `{"kind":"hooks","layer":"yours","file":"hooks.json","digest":"` + d + `","decision":"approve"}`
	project := `{"kind":"hooks","layer":"project","folder":"/p","file":".usher/hooks.json","digest":"` + d + `","decision":"approve"}`
	with := func(rest string) string { return strings.Replace(own, `"approve"`, `"approve",`+rest, 1) }
	for name, list := range map[string]string{
		"twice":             own + "," + strings.Replace(own, d, string(digest.Of("y", nil)), 1),
		"twice of a folder": project + "," + project,
		"with a folder":     with(`"folder":"/p"`),
		"with a server":     with(`"server":"acme"`),
		"with a tool":       with(`"tool":"x"`),
		"with a variable":   with(`"env":"PATH"`),
		"read-only":         with(`"readOnly":true`),
		"asleep":            with(`"asleep":true`),
		"guards":            with(`"guards":true`),
		"definitions only":  with(`"definitionsOnly":true`),
		"a tool's digest":   with(`"toolDigest":"` + d + `"`),
		"no digest":         strings.Replace(own, d, "", 1),
		"bad digest":        strings.Replace(own, d, "sha256:00", 1),
		"a denial":          strings.Replace(own, Approve, Deny, 1),
		"the machine's":     strings.Replace(own, Yours, Machine, 1),
		"no layer":          strings.Replace(own, `"layer":"yours",`, "", 1),
		"no file":           strings.Replace(own, `"file":"hooks.json",`, "", 1),
		"a file outside":    strings.Replace(own, "hooks.json", "../hooks.json", 1),
		"an absolute file":  strings.Replace(own, "hooks.json", "/hooks.json", 1),
		"a dot":             strings.Replace(own, "hooks.json", ".", 1),
		"file not text":     strings.Replace(own, `"hooks.json"`, "1", 1),
		"no folder":         strings.Replace(project, `"folder":"/p",`, "", 1),
		"file of a mark":    `{"kind":"mark","server":"acme","tool":"x","file":"hooks.json","decision":"deny"}`,
		"file of a folder":  `{"kind":"folder","layer":"project","folder":"/p","file":"x","digest":"` + d + `","decision":"approve"}`,
	} {
		_, err := parseLedger("/s/ledger.json", []byte(`{"version":1,"decisions":[`+list+`]}`))
		var e *fault.Error
		if !errors.As(err, &e) || e.Problems[0].Rule != "ledger/corrupt" {
			t.Errorf("%s: %v", name, err)
		}
	}
	l, err := parseLedger("/s/ledger.json", []byte(`{"version":1,"decisions":[`+own+","+project+`]}`))
	if err != nil || len(l.Decisions()) != 2 {
		t.Errorf("one of each: %+v %v", l.Decisions(), err)
	}
}
