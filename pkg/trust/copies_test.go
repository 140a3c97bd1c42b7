package trust

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"usher/pkg/digest"
)

// T6, L4: the copy of a trusted folder is what was trusted, in a file of the
// person's own, and of that folder alone.
func TestTrustedCopyRoundTrip_T6(t *testing.T) {
	state := at(newFolder(t), "state")
	dir := wholeProject().in(t, newFolder(t))
	put(t, dir, ".usher/mcp.json", "tools/lab-server.js none/such tools ../out")
	f := read(t, dir)
	for _, f := range []Folder{f, f.OnlyDefinitions()} {
		must(t, SaveCopy(context.Background(), state, f))
		c, err := ReadCopy(state, dir, f.Digest)
		must(t, err)
		if c.Path != dir || c.Digest != f.Digest || c.Definitions != f.Definitions || len(c.Uncovered) != len(f.Uncovered) {
			t.Errorf("read back %+v", c)
		}
		for _, a := range CompareFolders(c, f) {
			o, _ := c.File(a.Path)
			if a.Change != FileSame || o.Part != a.Part || o.Layout != a.Layout || o.Definition != a.Definition || !bytes.Equal(o.Data, a.Data) {
				t.Errorf("%s: %+v, read back %+v", a.Path, a, o)
			}
		}
		if d := DiffFolder(c, f); d != "" {
			t.Errorf("differs from its copy:\n%s", d)
		}
	}
	info, err := os.Stat(at(state, copyName(dir, f.Digest)))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the copy's mode is %v (%v), want 0600", info.Mode(), err)
	}
	must(t, errFirst(RemoveCopies(state, dir, f.Digest), RemoveCopies(state, "/elsewhere")))
	if _, err := ReadCopy(state, dir, f.Digest); err != nil {
		t.Errorf("a copy to be kept: %v", err)
	}
	if _, err := ReadCopy(state, dir, f.Definitions); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a copy that is not kept: %v", err)
	}
	must(t, errFirst(RemoveCopies(state, dir), RemoveCopies(state, dir), RemoveCopies(at(state, "none"), dir)))
	for _, d := range []string{dir, "/elsewhere"} {
		if _, err := ReadCopy(state, d, f.Digest); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("no copy of %s: %v", d, err)
		}
	}
	if _, err := ReadCopy(at(state, "none"), dir, f.Digest); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no state folder: %v", err)
	}
	if SaveCopy(context.Background(), state, Folder{Err: errors.New("x")}) == nil || SaveCopy(context.Background(), state, Folder{}) == nil {
		t.Error("a copy of nothing was kept")
	}
}

// A copy that is not of what the ledger says, or was touched, is not shown as
// what was trusted: its difference would hide a change.
func TestForeignCopiesAreRefused_T6(t *testing.T) {
	state := at(newFolder(t), "state")
	dir := tree{".usher/mcp.json": "trusted", ".usher/prompts/x.md": ""}.in(t, newFolder(t))
	f := read(t, dir)
	must(t, SaveCopy(context.Background(), state, f))
	path := at(state, copyName(dir, f.Digest))
	good, err := os.ReadFile(path)
	must(t, err)
	if _, err := ReadCopy(state, dir, digest.Of("x", nil)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a copy of something else: %v", err)
	}
	if _, err := ReadCopy(state, dir, ""); err == nil {
		t.Error("a copy was read for no trust at all")
	}
	must(t, os.WriteFile(at(state, copyName(dir, f.Definitions)), bytes.Replace(good, []byte(`"prompt"`), []byte(`"named"`), 1), 0o600))
	if _, err := ReadCopy(state, dir, f.Definitions); err == nil {
		t.Error("a copy was read where a definition passes for a named file")
	}
	for what, change := range map[string][2]string{
		"other bytes":   {`"data":""`, `"data":"eA=="`},
		"other name":    {"x.md", "y.md"},
		"other folder":  {filepath.Base(dir), "elsewhere"},
		"bad base64":    {`"data":""`, `"data":"?"`},
		"newer":         {`"version":1`, `"version":2`},
		"unknown key":   {`"absent"`, `"extra":1,"absent"`},
		"entry key":     {`"part"`, `"Part"`},
		"less absent":   {`.kkss/assistant/hooks.json`, `.kkss/assistant/hook.json`},
		"one uncovered": {`"uncovered":[]`, `"uncovered":[{"path":"x","why":"y"}]`},
		"cut":           {`]}`, ``},
	} {
		bad := strings.Replace(string(good), change[0], change[1], 1)
		if bad == string(good) {
			t.Fatalf("%s: nothing to change in %s", what, good)
		}
		must(t, os.WriteFile(path, []byte(bad), 0o600))
		if c, err := ReadCopy(state, dir, f.Digest); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %+v, %v", what, c, err)
		}
	}
}

// SPEC 20: what changed, file by file.
func TestCompareFolders(t *testing.T) {
	dir := tree{".usher/mcp.json": "a", ".usher/hooks.json": "h", ".usher/prompts/x.md": "x"}.in(t, newFolder(t))
	old := read(t, dir)
	put(t, dir, ".usher/mcp.json", "b")
	put(t, dir, ".usher/skills/s/SKILL.md", "s")
	must(t, os.Remove(at(dir, ".usher/hooks.json")))
	now := read(t, dir)
	var got []string
	for _, f := range CompareFolders(old, now) {
		got = append(got, f.Path+" "+string(f.Change))
	}
	want := ".usher/hooks.json gone,.usher/mcp.json changed,.usher/prompts/x.md same,.usher/skills/s/SKILL.md new"
	if strings.Join(got, ",") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, ","), want)
	}
	for _, f := range CompareFolders(Folder{}, now) {
		if f.Change != FileNew {
			t.Errorf("beside nothing %s is %s", f.Path, f.Change)
		}
	}
}

// T6: the difference of a folder, whole.
func TestDiffFolder_T6(t *testing.T) {
	dir := tree{
		".usher/mcp.json":            "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\neleven\ntwelve\nthirteen\n",
		".usher/hooks.json":          "big",
		".usher/skills/s/SKILL.md":   "old",
		".usher/skills/s/x.bin":      "\x00",
		".usher/prompts/li\nne/x.md": "gone\n",
	}.in(t, newFolder(t))
	old := read(t, dir)
	put(t, dir, ".usher/mcp.json", "one\n2\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\nnew\neleven\ntwelve\nthirteen")
	put(t, dir, ".usher/skills/s/SKILL.md", "")
	put(t, dir, ".usher/skills/s/x.bin", "\x00\x01")
	put(t, dir, ".usher/prompts/empty.md", "")
	put(t, dir, "big", strings.Repeat("x", MaxFile+1))
	must(t, os.RemoveAll(at(dir, ".usher/prompts/li\nne")))
	now := read(t, dir)
	now.Absent = append(now.Absent, ".later/mcp.json")
	want := `--- trusted/.usher/mcp.json
+++ now/.usher/mcp.json
@@ -1,5 +1,5 @@
 one
-two
+2
 three
 four
 five
@@ -8,6 +8,7 @@
 eight
 nine
 ten
+new
 eleven
 twelve
-thirteen
+thirteen
\ no newline at the end of the file
--- /dev/null
+++ now/.usher/prompts/empty.md
# an empty file
--- trusted/".usher/prompts/li\nne/x.md"
+++ /dev/null
@@ -1,1 +0,0 @@
-gone
--- trusted/.usher/skills/s/SKILL.md
+++ now/.usher/skills/s/SKILL.md
@@ -1,1 +0,0 @@
-old
\ no newline at the end of the file
--- trusted/.usher/skills/s/x.bin
+++ now/.usher/skills/s/x.bin
# not text: 1 bytes before, 2 bytes now
# can change without asking you:
+big is larger than 1 MiB
# looked for:
+.later/mcp.json
`
	if got := DiffFolder(old, now); got != want {
		t.Errorf("got\n%s", got)
	}
}

// T6: a difference applied to the old text gives the new one, for any texts.
func TestDiffLeadsFromOldToNew_T6(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	text := func() string {
		var b strings.Builder
		for range r.IntN(40) {
			b.WriteString(string(rune('a' + r.IntN(8))))
			if r.IntN(4) > 0 {
				b.WriteByte('\n')
			}
		}
		return b.String()
	}
	for range 5000 {
		old := text()
		now := old
		if r.IntN(3) == 0 {
			now = text()
		} else if len(old) > 0 {
			i := r.IntN(len(old))
			now = old[:i] + text() + old[min(len(old), i+r.IntN(10)):]
		}
		diff := unified([]byte(old), []byte(now))
		got, err := patched(old, diff)
		if err != nil || got != now {
			t.Fatalf("%q to %q: %q, %v\n%s", old, now, got, err, diff)
		}
		if old == now && diff != "" {
			t.Fatalf("%q does not differ from itself:\n%s", old, diff)
		}
	}
}

// patched applies a difference the way patch(1) does.
func patched(old, diff string) (string, error) {
	const cut = "\\ no newline at the end of the file\n"
	from := strings.SplitAfter(old, "\n")
	var out strings.Builder
	next := 0
	for rest := diff; rest != ""; {
		line, tail, _ := strings.Cut(rest, "\n")
		line, rest = line+"\n", tail
		if strings.HasPrefix(line, "@@") {
			at, count, _ := strings.Cut(strings.Fields(line)[1][1:], ",")
			n, err := strconv.Atoi(at)
			if err != nil {
				return "", err
			}
			if count != "0" {
				n--
			}
			for ; next < n; next++ {
				out.WriteString(from[next])
			}
			continue
		}
		text := line[1:]
		if strings.HasPrefix(rest, cut) {
			text, rest = strings.TrimSuffix(text, "\n"), rest[len(cut):]
		}
		if line[0] != '+' {
			if next >= len(from) || from[next] != text {
				return "", errors.New("does not apply: " + line)
			}
			next++
		}
		if line[0] != '-' {
			out.WriteString(text)
		}
	}
	for ; next < len(from); next++ {
		out.WriteString(from[next])
	}
	return out.String(), nil
}
