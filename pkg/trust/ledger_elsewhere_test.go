package trust

import (
	"os"
	"testing"
)

// T2, G2: a decided folder whose path, or whose name when it was trusted, leads
// elsewhere now is found from everything at or below that path, and from nothing else.
func TestElsewhere_T2(t *testing.T) {
	top := newFolder(t)
	for _, d := range []string{"a/sub", "b", "ab", "away"} {
		must(t, os.MkdirAll(at(top, d), 0o755))
	}
	put(t, top, "a/.usher/mcp.json", "x")
	must(t, os.Symlink(at(top, "a"), at(top, "link")))
	var l Ledger
	must(t, l.TrustFolder(read(t, at(top, "a")), true, false))
	l.Named(at(top, "a"), at(top, "link"))
	names := func(path string) (out string) {
		for _, e := range l.Elsewhere(path) {
			out += e.Name + " leads to " + e.Leads + ";"
		}
		return out
	}
	for _, path := range []string{"a", "a/sub", "link/sub", "b", ""} {
		if got := names(at(top, path)); got != "" {
			t.Errorf("nothing moved, and from %q: %s", path, got)
		}
	}
	again, err := parseLedger("ledger.json", l.encode())
	if d, ok := again.FolderDecision(at(top, "a")); err != nil || !ok || d.Spelled != at(top, "link") || again.DecidedAs(at(top, "link")) != at(top, "a") {
		t.Fatalf("%+v %v", d, err)
	}
	must(t, os.Rename(at(top, "a"), at(top, "away/m")))
	must(t, os.Symlink(at(top, "away/m"), at(top, "a")))
	for path, want := range map[string]string{
		"a/sub": at(top, "a") + " leads to " + at(top, "away/m") + ";", "link/x": at(top, "link") + " leads to " + at(top, "away/m") + ";",
		"ab": "", "away/m": "", "b": "",
	} {
		if got := names(at(top, path)); got != want {
			t.Errorf("from %q: %q, want %q", path, got, want)
		}
	}
	must(t, l.TrustFolder(read(t, at(top, "a")), true, false))
	l.Named(at(top, "away/m"), at(top, "a"))
	if l.Decided(at(top, "a")) || names(at(top, "a/sub")) != "" {
		t.Errorf("trusted anew by that name: %+v", l.Folders())
	}
	if l.Elsewhere("a") != nil {
		t.Error("a path that is not absolute leads somewhere")
	}
}
