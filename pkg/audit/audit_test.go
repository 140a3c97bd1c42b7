package audit

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"usher/pkg/digest"
)

// log is a file with so many decisions.
func log(t testing.TB, n int) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "audit.jsonl")
	for i := range n {
		add(t, path, fmt.Sprintf("acme__tool%d", i))
	}
	return path
}

func add(t testing.TB, path, tool string) Head {
	t.Helper()
	h, err := Append(context.Background(), path, Record{
		Surface: "run-gate", Tool: tool, Server: "acme", Verdict: "deny", Conversation: "c1", Source: "chat",
		Reasons: []Reason{{By: "policy tools.deny", Layer: "yours", File: "/h/policy.json:1:2"}}, Hooks: []Hook{{Name: "guard", Ending: "refused"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func verified(t *testing.T, noted digest.Digest, paths ...string) Found {
	t.Helper()
	f, err := Verify(paths, noted)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// SPEC Z4: what was written is whole, private and read back.
func TestAChainIsWholeAndReadBack_Z4(t *testing.T) {
	path := log(t, 5)
	f := verified(t, "", path)
	if f.Broken != nil || f.Lines != 5 || f.Head.Sequence != 5 || f.Before.Hash != "" || len(f.Torn) > 0 {
		t.Errorf("got %+v", f)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
		t.Errorf("%v %v", info.Mode(), err)
	}
	n := 0
	broken, err := Each(path, func(r Record, line []byte) error {
		n++
		if r.Sequence != uint64(n) || r.Tool != fmt.Sprintf("acme__tool%d", n-1) || r.Reasons[0].By != "policy tools.deny" ||
			r.Hooks[0].Ending != "refused" || r.PID != os.Getpid() || time.Since(r.Time) > time.Hour || r.Version != 1 {
			t.Errorf("line %d: %+v", n, r)
		}
		return nil
	})
	if n != 5 || broken != 0 || err != nil {
		t.Errorf("%d lines, %d broken, %v", n, broken, err)
	}
	if h, err := HeadOf(path); err != nil || h != f.Head {
		t.Errorf("head %+v %v", h, err)
	}
	if f := verified(t, f.Head.Hash, path); f.Broken != nil {
		t.Errorf("its own head: %+v", f.Broken)
	}
}

// SPEC Z4: whatever is done to lines, the check says where.
func TestWhatIsDoneToLinesIsFound_Z4(t *testing.T) {
	whole := strings.SplitAfter(strings.TrimSuffix(read(t, log(t, 6)), "\n"), "\n")
	other := strings.SplitAfter(read(t, log(t, 6)), "\n")
	whole[5] += "\n"
	head, _ := intact([]byte(strings.TrimSuffix(whole[5], "\n")))
	for name, c := range map[string]struct {
		lines []string
		at    int
		noted digest.Digest
	}{
		"one word":           {[]string{whole[0], strings.Replace(whole[1], "deny", "allow", 1), whole[2]}, 2, ""},
		"a line taken out":   {[]string{whole[0], whole[2], whole[3]}, 2, ""},
		"two lines swapped":  {[]string{whole[0], whole[2], whole[1]}, 2, ""},
		"a line twice":       {[]string{whole[0], whole[1], whole[1]}, 3, ""},
		"a line of another":  {[]string{whole[0], other[1], whole[2]}, 2, ""},
		"a chain behind it":  {[]string{whole[0], whole[1], other[0]}, 3, ""},
		"the start cut":      {[]string{"x\n", whole[1], whole[2]}, 1, ""},
		"words in between":   {[]string{whole[0], "hello\n", whole[1]}, 2, ""},
		"words at the end":   {[]string{whole[0], "a\n", "b\n"}, 3, ""},
		"a member put in":    {[]string{strings.Replace(whole[0], `,"pid"`, `,"x":1,"pid"`, 1), whole[1]}, 1, ""},
		"the end cut":        {whole[:4], 4, head.Hash},
		"another noted head": {whole, 6, digest.Of("x", nil)},
	} {
		path := log(t, 0)
		write(t, path, strings.Join(c.lines, ""))
		f := verified(t, c.noted, path)
		if f.Broken == nil || f.Broken.Line != c.at || f.Broken.Says == "" {
			t.Errorf("%s: got %+v, want line %d", name, f.Broken, c.at)
		}
	}
}

// SPEC Z4: a writer that is stopped in a line loses that line alone, and it is said.
func TestAnUnfinishedLineIsHealedAndTold_Z4(t *testing.T) {
	for _, n := range []int{0, 3} {
		for _, left := range []int{1, 20, 300} {
			path := log(t, n)
			whole := read(t, log(t, 1))
			was := ""
			if n > 0 {
				was = read(t, path)
			}
			write(t, path, was+whole[:left])
			if f := verified(t, "", path); f.Broken != nil || len(f.Torn) != 1 || f.Torn[0].Line != n+1 {
				t.Errorf("%d, %d: before it is healed: %+v", n, left, f)
			}
			add(t, path, "acme__next")
			add(t, path, "acme__next")
			f := verified(t, "", path)
			if f.Broken != nil || f.Lines != n+2 || len(f.Torn) != 1 || f.Torn[0].Line != n+1 || f.Head.Sequence != uint64(n+2) {
				t.Errorf("%d, %d: %+v %+v\n%s", n, left, f, f.Broken, read(t, path))
			}
		}
	}
}

// SPEC Z4: a file whose end is no line of a chain is left as it is.
func TestAForeignFileIsNotWrittenTo_Z4(t *testing.T) {
	path := log(t, 0)
	for _, text := range []string{"my notes\nmore\n", "my notes", `{"mine":1}`, "{\"version\":1,\"seq\":1\n", "v"} {
		write(t, path, text)
		if _, err := Append(context.Background(), path, Record{Tool: "x"}); err == nil || read(t, path) != text {
			t.Errorf("%v, %q", err, read(t, path))
		}
	}
}

// SPEC Z4: many writers at once make one chain.
func TestManyWritersMakeOneChain_Z4(t *testing.T) {
	path := log(t, 0)
	var all sync.WaitGroup
	for w := range 8 {
		all.Go(func() {
			for range 20 {
				add(t, path, fmt.Sprintf("acme__w%d", w))
			}
		})
	}
	all.Wait()
	if f := verified(t, "", path); f.Broken != nil || f.Lines != 160 || len(f.Torn) > 0 {
		t.Errorf("got %+v", f)
	}
}

// SPEC Z4: a line is one line whatever the names in it, and bounded.
func TestALineIsOneLineWhateverIsInIt_Z4(t *testing.T) {
	path := log(t, 0)
	bad := "a\n\"},{\\\u202e\x00\x1b[31m\xff\U000e0041" + `,"prev":"` + strings.Repeat("é", 5000)
	r := Record{Surface: bad, Host: bad, Tool: bad, Project: bad, Conversation: bad}
	for range 100 {
		r.Reasons, r.Hooks = append(r.Reasons, Reason{By: bad, File: bad, Layer: bad}), append(r.Hooks, Hook{Name: bad, File: bad, Ending: bad})
	}
	for range 3 {
		if _, err := Append(context.Background(), path, r); err != nil {
			t.Fatal(err)
		}
	}
	f := verified(t, "", path)
	text := read(t, path)
	if f.Broken != nil || f.Lines != 3 || strings.Count(text, "\n") != 3 || len(text) > 6*maxLine || strings.ContainsAny(text, "\x00\x1b\u202e") {
		t.Errorf("%+v, %d bytes", f, len(text))
	}
	if _, err := Each(path, func(r Record, _ []byte) error {
		if r.More == 0 || !strings.HasPrefix(r.Tool, "a\n\"},{\\\u202e\x00\x1b[31m\ufffd\U000e0041") {
			t.Errorf("read back %.80q, more %d", r.Tool, r.More)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// SPEC Z4: a path of nothing but characters that are escaped leaves an end of the file
// that the next line can be chained to; else whoever names a folder ends the record.
func TestWhatIsEscapedIsBoundedToo_Z4(t *testing.T) {
	path := log(t, 0)
	long := strings.Repeat("\U000e0041", 5000)
	r := Record{Surface: "serve", Host: long, Tool: long, Project: long, Conversation: long, Reasons: []Reason{{By: long, File: long}}}
	for range 3 {
		if _, err := Append(context.Background(), path, r); err != nil {
			t.Fatal(err)
		}
	}
	if f := verified(t, "", path); f.Broken != nil || f.Lines != 3 {
		t.Errorf("%+v", f)
	}
}

// SPEC Z4: rotating links the new file to the old; together they are one chain.
func TestRotatingKeepsTheChain_Z4(t *testing.T) {
	path := log(t, 3)
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	older, err := Rotate(context.Background(), path, now)
	if err != nil || filepath.Base(older) != "audit.jsonl.20260102T030405Z" {
		t.Fatal(older, err)
	}
	was := read(t, older)
	second, err := Rotate(context.Background(), path, now)
	if err != nil || second != older+"-2" || read(t, older) != was {
		t.Fatal(second, err)
	}
	if err := os.Rename(second, path); err != nil {
		t.Fatal(err)
	}
	add(t, path, "acme__x")
	if f := verified(t, "", older, path); f.Broken != nil || f.Lines != 5 || f.Head.Sequence != 5 {
		t.Errorf("both: %+v", f)
	}
	if f := verified(t, "", path); f.Broken != nil || f.Before.Sequence != 3 {
		t.Errorf("the new one: %+v", f)
	}
	if f := verified(t, "", path, older); f.Broken == nil {
		t.Error("the wrong order is whole")
	}
	add(t, older, "acme__y")
	if f := verified(t, "", older, path); f.Broken == nil || f.Broken.File != path || f.Broken.Line != 1 {
		t.Errorf("the old one went on: %+v", f)
	}
}

// SPEC Z4: what was cut off at the beginning is found, where no rotation took it away;
// and so is a whole line at the end that is none of usher's.
func TestACutBeginningAndAForeignEndAreFound_Z4(t *testing.T) {
	path := log(t, 5)
	whole := read(t, path)
	lines := strings.SplitAfter(whole, "\n")
	for _, n := range []int{1, 3, 4} {
		write(t, path, strings.Join(lines[n:], ""))
		if f := verified(t, "", path); f.Broken == nil || f.Broken.Line != 1 {
			t.Errorf("without its first %d lines: %+v", n, f)
		}
	}
	write(t, path, whole+"garbage\n")
	if f := verified(t, "", path); f.Broken == nil || f.Broken.Line != 6 {
		t.Errorf("with a foreign line: %+v", f)
	}
	write(t, path, strings.TrimSuffix(whole, "\n"))
	for n := range 2 {
		if f := verified(t, "", path); f.Broken != nil || f.Lines != 5+n || len(f.Torn) > 0 {
			t.Errorf("whose last line lacked its end: %+v %+v", f, f.Broken)
		}
		add(t, path, "acme__x")
	}
}

func BenchmarkAppend(b *testing.B) {
	path := log(b, 100)
	for b.Loop() {
		add(b, path, "acme__lookup")
	}
}

func BenchmarkVerify(b *testing.B) {
	path := log(b, 10000)
	for b.Loop() {
		if f, err := Verify([]string{path}, ""); err != nil || f.Broken != nil {
			b.Fatal(err, f.Broken)
		}
	}
}

// SPEC V7: a reader goes on where it was, over rotated files and over a new chain.
func TestAReaderGoesOnWhereItWas_V7(t *testing.T) {
	path := log(t, 3)
	var at Place
	since := func() (got []uint64) {
		if _, err := Since(path, at, func(r Record, p Place) error { got, at = append(got, r.Sequence), p; return nil }); err != nil {
			t.Fatal(err)
		}
		return got
	}
	wants := func(what string, want ...uint64) {
		t.Helper()
		if got := since(); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: got %v, want %v", what, got, want)
		}
	}
	wants("all", 1, 2, 3)
	wants("nothing new")
	add(t, path, "acme__x")
	wants("one more", 4)
	add(t, path, "acme__x")
	for i := range 2 {
		if _, err := Rotate(context.Background(), path, time.Unix(int64(i), 0)); err != nil {
			t.Fatal(err)
		}
		add(t, path, "acme__x")
	}
	wants("over two rotations", 5, 6, 7, 8, 9)
	text := read(t, path)
	write(t, path, text+`{"version":1,"seq":10`)
	wants("an unfinished line")
	add(t, path, "acme__x")
	wants("the healed one", 10)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	add(t, path, "acme__new")
	wants("a new chain", 1)
}
