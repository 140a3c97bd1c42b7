package client

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"usher/pkg/mcp"
)

// The hostile server's ways to begin.
func TestHostileBeginnings(t *testing.T) {
	for _, c := range []struct {
		mode string
		kind Kind
		says string
	}{
		{"init-version", Version, `speaks the unsupported protocol version "9999-99-99"`},
		{"init-types", Protocol, "answered initialize with what is no MCP answer: its protocolVersion is no text"},
		{"init-error", Answered, "answered initialize with error -32603: no"},
		{"hang-init", TimedOut, "did not answer initialize within 700 ms"},
		{"die-at-start", Ended, "ended with status 7"},
	} {
		t.Run(c.mode, func(t *testing.T) {
			to := evil(t, c.mode)
			if c.kind == TimedOut {
				to.StartTimeout = 700 * time.Millisecond
			}
			began := time.Now()
			conn, err := Dial(t.Context(), to)
			if conn != nil {
				t.Fatal("it was dialled")
			}
			failed(t, err, c.kind, c.says)
			if took := time.Since(began); took > to.StartTimeout+20*time.Second {
				t.Errorf("took %v", took)
			}
			noneLeft(t)
		})
	}
}

// What a server sends around its answers changes nothing and is counted.
func TestNoiseAroundTheBeginning(t *testing.T) {
	for mode, want := range map[string]Counts{
		"ok":         {},
		"banner":     {Noise: 3, First: "Welcome to EvilServer 1.0"},
		"init-twice": {Stray: 1},
	} {
		t.Run(mode, func(t *testing.T) {
			c := mustDial(t, evil(t, mode))
			m, err := c.Tools(t.Context())
			if err != nil || list(m) != "lookup wipe" {
				t.Errorf("%v %+v", err, m)
			}
			if got := c.Counts(); got != want {
				t.Errorf("%+v", got)
			}
		})
	}
}

// An answer before anything was asked answers nothing: the server cannot know the
// number the first request will have.
func TestNobodyAnswersBeforeBeingAsked(t *testing.T) {
	c := mustDial(t, evil(t, "speak-first"))
	if m, err := c.Tools(t.Context()); err != nil || list(m) != "lookup wipe" || c.Counts() != (Counts{Stray: 1, Notices: 1}) {
		t.Errorf("%v %+v %+v", err, m, c.Counts())
	}
}

// A server's name and instructions are its own words: shown short and harmless,
// or not at all.
func TestServersWordsAreCut(t *testing.T) {
	for mode, want := range map[string][2]string{
		"init-name":         {`cad\x1b[2J\nkaitoi`, strings.Repeat("x", maxName) + "…"},
		"init-instructions": {"evil", "1"},
	} {
		t.Run(mode, func(t *testing.T) {
			name, version, _ := mustDial(t, evil(t, mode)).Info()
			if name != want[0] || version != want[1] {
				t.Errorf("%q %q", name, version)
			}
		})
	}
}

func list(m mcp.Manifest) string {
	var out []string
	for _, tool := range m.Tools {
		out = append(out, tool.Name)
	}
	return strings.Join(out, " ")
}

// The hostile server's lists: what is offered, and how many are not.
func TestHostileLists(t *testing.T) {
	for _, c := range []struct {
		mode, offered string
		not           int
		note          string
	}{
		{"ansi", "lookup", 2, ""},
		{"bidi", "ok t", 2, ""},
		{"homoglyph", "", 6, ""},
		{"dup-names", "", 2, ""},
		{"prefix-forge", "cad__save lab__lookup __x x__ mcp.other.tool app__skill_load -rf --help", 10, ""},
		{"name-types", "", 9, ""},
		{"schema-types", "d h", 6, ""},
		{"page-same", "t1 t2", 0, "the server repeats its cursor: its list ends there"},
		{"page-cycle", "t1 t2 t3 t4", 0, "the server repeats its cursor: its list ends there"},
		{"page-empty", "first", 0, ""},
		{"page-no-tools", "", 0, "the server repeats its cursor: its list ends there"},
		{"page-null", "", 0, ""},
		{"readonly-lie", "wipe", 0, ""},
		{"poison", "lookup", 0, ""},
	} {
		t.Run(c.mode, func(t *testing.T) {
			conn := mustDial(t, evil(t, c.mode))
			m, err := conn.Tools(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if list(m) != c.offered || len(m.NotOffered) != c.not || strings.Join(m.Notes, "; ") != c.note {
				t.Errorf("offered %q, not %d: %+v, notes %q", list(m), len(m.NotOffered), m.NotOffered, m.Notes)
			}
			for _, n := range m.NotOffered {
				if strings.ContainsAny(n.Name+n.Why, "\x1b\n\r\u202e\u200b") || len(n.Name) > 300 {
					t.Errorf("not fit to be shown: %q", n)
				}
			}
			for _, name := range []string{"CANARY", "CANARY-CALLED"} {
				if _, err := os.Stat(filepath.Join(conn.target.Dir, name)); err == nil {
					t.Errorf("%s is there", name)
				}
			}
		})
	}
}

// Lists that break a bound make the server unavailable, in one line.
func TestUnusableLists(t *testing.T) {
	for _, c := range []struct {
		mode string
		kind Kind
		says string
	}{
		{"huge-desc", TooLarge, "answered tools/list with more than 16 MiB"},
		{"many-tools", TooLarge, "it lists more than 10000 tools"},
		{"page-endless", TooLarge, "its tool list does not end (1000 pages)"},
		{"page-huge", Protocol, "gave a cursor larger than 64 KiB"},
		{"page-type", Protocol, "gave a cursor that is an object, not a text"},
		{"hang-list", TimedOut, "did not answer tools/list within 700 ms"},
		{"list-exit", Ended, "ended with status 0"},
	} {
		t.Run(c.mode, func(t *testing.T) {
			to := evil(t, c.mode)
			if c.kind == TimedOut {
				to.CallTimeout = 700 * time.Millisecond
			}
			conn := mustDial(t, to)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := conn.Tools(t.Context())
			runtime.ReadMemStats(&after)
			failed(t, err, c.kind, c.says)
			if used := after.TotalAlloc - before.TotalAlloc; c.mode == "huge-desc" && used > 64<<20 {
				t.Errorf("allocated %d MiB", used>>20)
			}
		})
	}
}

// SPEC M4: what changes between two lists changes the digest, key order does not.
func TestChangedLists(t *testing.T) {
	for mode, same := range map[string]bool{
		"change-desc": false, "change-schema": false, "change-annotations": false, "change-outputschema": false, "change-title": false,
		"flip-flop": false, "change-keyorder": true, "ok": true,
	} {
		t.Run(mode, func(t *testing.T) {
			c := mustDial(t, evil(t, mode))
			first, err := c.Tools(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			second, err := c.Tools(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			was, is := first.Tools[0], second.Tools[0]
			if (was.Digest == is.Digest) != same || (mcp.Diff(was, is) == "") != same {
				t.Errorf("%s\n%s\n%s", was.Raw, is.Raw, mcp.Diff(was, is))
			}
		})
	}
	for mode, want := range map[string]string{"add-tool": "lookup wipe", "rename-tool": "lookup_v2", "remove-tool": ""} {
		t.Run(mode, func(t *testing.T) {
			c := mustDial(t, evil(t, mode))
			if _, err := c.Tools(t.Context()); err != nil {
				t.Fatal(err)
			}
			if m, err := c.Tools(t.Context()); err != nil || list(m) != want {
				t.Errorf("%v %q", err, list(m))
			}
		})
	}
}
