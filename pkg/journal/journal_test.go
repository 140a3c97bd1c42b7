package journal

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"
)

func at(n int) time.Time { return time.Unix(int64(n), 0).UTC() }

func add(t *testing.T, state string, es ...Entry) {
	t.Helper()
	for _, e := range es {
		if err := Append(t.Context(), state, e); err != nil {
			t.Fatal(err)
		}
	}
}

func messages(t *testing.T, state string, w Wanted) (all string, broken int) {
	t.Helper()
	es, ps, err := Read(state, w)
	if err != nil {
		t.Fatal(err)
	}
	var ms []string
	for _, e := range es {
		ms = append(ms, e.Message)
	}
	return strings.Join(ms, " "), len(ps)
}

// SPEC 20: what is kept comes back, newest last, by hook, by server, so many.
func TestJournalKeepsAndSelects(t *testing.T) {
	state := filepath.Join(t.TempDir(), "state")
	if got, n := messages(t, state, Wanted{}); got != "" || n != 0 {
		t.Errorf("no journal holds %q, %d", got, n)
	}
	whole := Entry{Time: at(1), Kind: Hook, Name: "guard", Layer: "yours", File: "/h/hooks.json:2:3", Event: "TurnEnd", Message: "a"}
	add(t, state, whole, Entry{Time: at(2), Kind: Server, Server: "acme", Message: "b"},
		Entry{Time: at(3), Kind: Hook, Name: "other", Message: "c"}, Entry{Time: at(4), Kind: Hook, Name: "guard", Message: "d"},
		Entry{Time: at(5), Kind: Server, Name: "guard", Server: "lab", Message: "e"})
	for w, want := range map[Wanted]string{
		{}: "a b c d e", {Last: 2}: "d e", {Last: 9}: "a b c d e", {Hook: "guard"}: "a d", {Hook: "guard", Last: 1}: "d",
		{Server: "acme"}: "b", {Server: "no"}: "", {Hook: "other", Server: "lab"}: "c e",
	} {
		if got, n := messages(t, state, w); got != want || n != 0 {
			t.Errorf("%+v: %q, %d problems", w, got, n)
		}
	}
	es, _, err := Read(state, Wanted{})
	if err != nil || es[0] != whole {
		t.Errorf("%+v became %+v, %v", whole, es[0], err)
	}
	if runtime.GOOS == "windows" {
		return // its files have no such modes
	}
	for path, want := range map[string]os.FileMode{state: 0o700, Path(state): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v %v", path, info.Mode(), err)
		}
	}
}

// SPEC F6, 18, Q1: a line is one line of visible UTF-8, bounded, whatever came.
func TestEntriesAreCleanAndBounded(t *testing.T) {
	for _, s := range []string{"a\nb\x1b[2J", "\u202e\u2028", "bad \xff\xfe", `"quote"\`, strings.Repeat("é\n", 1<<20)} {
		e := Entry{Time: at(1), Kind: Hook, Name: s, Layer: s, File: s, Event: s, Server: s, Message: s}
		line := e.line()
		if len(line) > 40000 || strings.Count(string(line), "\n") != 1 || !utf8.Valid(line) || strings.ContainsAny(string(line), "\x1b\u202e\u2028") {
			t.Errorf("%.20q: %d bytes: %.200q", s, len(line), line)
		}
		back, why := parse(line[:len(line)-1])
		if why != "" || utf8.RuneCountInString(back.Message) > MaxMessage {
			t.Errorf("%.20q: %s, %d characters", s, why, utf8.RuneCountInString(back.Message))
		}
	}
}

// SPEC 20: a line that is no entry is said and passed over; its neighbours stand.
func TestBrokenLinesAreSaid(t *testing.T) {
	state := filepath.Join(t.TempDir(), "state")
	add(t, state, Entry{Time: at(1), Kind: Hook, Message: "first"})
	bad := []string{
		"not json", `[]`, `{"time":"1970-01-01T00:00:01Z","kind":"hook"}`, `{"version":2,"time":"1970-01-01T00:00:01Z","kind":"hook"}`,
		`{"version":1,"kind":"hook"}`, `{"version":1,"time":"1970-01-01T00:00:01Z","kind":"x"}`, `{"version":1,"time":1,"kind":"hook"}`,
		`{"version":"1","time":"1970-01-01T00:00:01Z","kind":"hook"}`, `{"version":1,"time":"1970-01-01T00:00:01Z","kind":"hook","kind":"hook"}`,
		"{\"version\":1,\"time\":\"1970-01-01T00:00:01Z\",\"kind\":\"hook\",\"message\":\"\xff\"}", `{"version":1,"time":"1970-01-01T0`,
	}
	f, err := os.OpenFile(Path(state), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = f.WriteString(strings.Join(bad, "\n")) // the last one torn
	_ = f.Close()
	add(t, state, Entry{Time: at(2), Kind: Hook, Message: "second"})
	es, ps, err := Read(state, Wanted{})
	if err != nil || len(es) != 2 || es[1].Message != "second" || len(ps) != len(bad) {
		t.Fatalf("%d entries, %d problems of %d, %v", len(es), len(ps), len(bad), err)
	}
	for i, p := range ps {
		if p.File != Path(state) || p.Line != i+2 || p.Message == "" {
			t.Errorf("%+v", p)
		}
	}
	if err := os.WriteFile(Path(state), []byte(strings.Repeat("no\n", 100000)), 0o600); err != nil {
		t.Fatal(err)
	}
	_, ps, err = Read(state, Wanted{})
	if err != nil || len(ps) != maxTold+1 || !strings.HasPrefix(ps[maxTold].Message, "99980 more") {
		t.Errorf("%d problems, %v", len(ps), err)
	}
}

// SPEC 20: at 5 MiB the file is moved; both are read, in order, and no more is kept.
func TestJournalRotates(t *testing.T) {
	state := filepath.Join(t.TempDir(), "state")
	add(t, state, Entry{Time: at(1), Kind: Hook, Message: "first"})
	line := string(Entry{Time: at(2), Kind: Hook, Name: "filler"}.line())
	filler := strings.Repeat(line, (maxSize-20000)/len(line))
	if err := os.WriteFile(Path(state), []byte(filler), 0o600); err != nil {
		t.Fatal(err)
	}
	for i := range 200 {
		add(t, state, Entry{Time: at(3 + i), Kind: Hook, Name: "late", Message: fmt.Sprint(i) + strings.Repeat("x", 300)})
	}
	if _, err := os.Stat(filepath.Join(state, older)); err != nil {
		t.Fatal("it was never moved")
	}
	es, ps, err := Read(state, Wanted{Hook: "late"})
	if err != nil || len(ps) > 0 || len(es) != 200 {
		t.Fatalf("%d entries, %d problems, %v", len(es), len(ps), err)
	}
	for i, e := range es {
		if e.Time != at(3+i) {
			t.Fatalf("entry %d is of %v", i, e.Time)
		}
	}
	if info, err := os.Stat(Path(state)); err != nil || info.Size() > maxSize {
		t.Errorf("%v, %v", info.Size(), err)
	}
}

// Many writers lose nothing, while the file is moved under them too.
func TestConcurrentWritersLoseNothing(t *testing.T) {
	state := filepath.Join(t.TempDir(), "state")
	add(t, state, Entry{Time: at(1), Kind: Hook})
	if err := os.WriteFile(Path(state), []byte(strings.Repeat("\n", maxSize-4000)), 0o600); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for w := range 8 {
		all.Go(func() {
			for n := range 20 {
				if err := Append(t.Context(), state, Entry{Time: at(n), Kind: Hook, Name: "w", Message: fmt.Sprintf("%d.%d", w, n)}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	es, ps, err := Read(state, Wanted{})
	seen := map[string]bool{}
	for _, e := range es {
		seen[e.Message] = true
	}
	if err != nil || len(ps) > 0 || len(seen) != 160 {
		t.Errorf("%d entries, %d problems, %v", len(seen), len(ps), err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"version":1,"time":"1970-01-01T00:00:01Z","kind":"hook","message":"x"}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		e, why := parse(line)
		if why != "" {
			return
		}
		if back, why := parse(e.line()[:len(e.line())-1]); why != "" || back.Kind != e.Kind {
			t.Errorf("%q: %s, %+v", line, why, back)
		}
	})
}
