package trust

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"usher/pkg/fault"
)

// tree is the files of a folder: relative slash-separated name to content.
type tree map[string]string

// wholeProject has every kind of covered file, in both layouts, and what they
// name.
func wholeProject() tree {
	return tree{
		".usher/mcp.json":                       "node tools/lab-server.js\n",
		".usher/hooks.json":                     "./scripts/check.sh --rules=rules/a.txt\n",
		".usher/instructions.md":                "be kind\n",
		".usher/skills/plan/SKILL.md":           "---\ndescription: plan\n---\n",
		".usher/skills/plan/ref/notes.txt":      "notes",
		".usher/prompts/x.md":                   "say $1\n",
		".usher/prompts/deep/down/y.md":         "",
		".kkss/assistant/mcp.json":              "python3 tools/other.py\n",
		".kkss/assistant/hooks.json":            "./scripts/audit.sh\n",
		".kkss/assistant/instructions.md":       "be brief\n",
		".kkss/assistant/skills/s/SKILL.md":     "---\ndescription: s\n---\n",
		".kkss/assistant/skills/s/bin/tool.bin": "\x00\x01\xff",
		".kkss/assistant/prompts/z.md":          "z",
		".kaitoi/mcp.json":                      "node tools/lab-server.js\n",
		".kaitoi/hooks.json":                    "./scripts/audit.sh\n",
		".kaitoi/skills/k/SKILL.md":             "---\ndescription: k\n---\n",
		".kaitoi/commands/ui/component.md":      "make $1\n",
		".mcp.json":                             "python3 tools/other.py\n",
		".claude/skills/c/SKILL.md":             "---\ndescription: c\n---\n",
		".claude/commands/review.md":            "review $ARGUMENTS\n",
		".agents/skills/g/SKILL.md":             "---\ndescription: g\n---\n",
		"tools/lab-server.js":                   "serve()\n",
		"tools/other.py":                        "print()\n",
		"scripts/check.sh":                      "#!/bin/sh\n",
		"scripts/audit.sh":                      "#!/bin/sh\n",
		"rules/a.txt":                           "a",
	}
}

// words are the refs of the tests: a file of theirs is one command line a line,
// words apart by blanks.
func words(_ string, data []byte) ([]string, []Uncovered) {
	var out []string
	for _, line := range strings.Split(string(data), "\n") {
		out = append(out, Named("", strings.Fields(line)...)...)
	}
	return out, nil
}

// newFolder is a fresh folder, ours and writable by nobody else, by its real path.
func newFolder(t testing.TB) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	return dir
}

func (files tree) in(t testing.TB, dir string) string {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		put(t, dir, name, files[name])
	}
	return dir
}

func at(dir, name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }

func put(t testing.TB, dir, name, text string) {
	t.Helper()
	path := at(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// read is ReadFolder of a folder that must be readable.
func read(t testing.TB, dir string) Folder {
	t.Helper()
	f := ReadFolder(dir, words)
	if f.Err != nil {
		t.Fatalf("%s: %v", dir, f.Err)
	}
	return f
}

func trusted(t testing.TB, dir string) *Ledger {
	t.Helper()
	l := &Ledger{}
	must(t, l.TrustFolder(read(t, dir), false, false))
	return l
}

// wantState reads a folder and says where it stands.
func wantState(t testing.TB, l *Ledger, dir string, want State, what string) {
	t.Helper()
	f := ReadFolder(dir, words)
	if got := l.FolderState(f); got != want {
		t.Errorf("%s: the folder is %q, want %q (%v)", what, got, want, f.Err)
	}
}

// wantUnreadable checks SPEC T3: the error names the file, holds a remedy, and
// nothing is loaded.
func wantUnreadable(t *testing.T, f Folder, file, rule, says string) {
	t.Helper()
	var e *fault.Error
	if !errors.As(f.Err, &e) || len(e.Problems) == 0 {
		t.Fatalf("error is %T %v, want a *fault.Error with a problem", f.Err, f.Err)
	}
	p := e.Problems[0]
	if p.File != file || p.Rule != rule || !strings.Contains(f.Err.Error(), says) || !strings.Contains(f.Err.Error(), file) {
		t.Errorf("got %s %s: %v\nwant %s %s: …%q…", p.File, p.Rule, f.Err, file, rule, says)
	}
	if len(e.Hints) == 0 || p.Hint == "" {
		t.Errorf("no remedy: %+v", e)
	}
	if f.Files != nil || f.Uncovered != nil || f.Digest != "" || f.Definitions != "" {
		t.Errorf("an unreadable folder holds %+v", f)
	}
	var l Ledger
	if s := l.FolderState(f); s != Unreadable {
		t.Errorf("it is %q", s)
	}
	if l.TrustFolder(f, false, false) == nil || len(l.Decisions()) != 0 {
		t.Error("an unreadable folder was trusted")
	}
}

func asFault(t *testing.T, err error) *fault.Error {
	t.Helper()
	var e *fault.Error
	if !errors.As(err, &e) {
		t.Fatalf("error is %T %v, want a *fault.Error", err, err)
	}
	return e
}
