package hooks

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"usher/pkg/clean"
	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/strictjson"
)

// FuzzParseFile: any bytes give a file in which every entry is loaded or dropped
// with a reason that has a place inside the file; nothing half-defined loads (F3).
func FuzzParseFile(f *testing.F) {
	for _, pattern := range []string{"testdata/defs/*.json", "testdata/cases/*/*.json", "testdata/object/*.json"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			f.Fatalf("no seeds in %s: %v", pattern, err)
		}
		for _, name := range files {
			data, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got := ParseFile(data, Source{Layer: "yours", Path: "hooks.json"})
		if got.Unusable {
			if len(got.Hooks)+len(got.Dropped) > 0 || len(got.Problems) == 0 {
				t.Fatalf("unusable, yet %+v", got)
			}
			return
		}
		doc, _ := strictjson.Decode(data, strictjson.Options{Comments: true, AllowNull: true})
		if n := entriesOf(doc.Get("hooks")); n != len(got.Hooks)+len(got.Dropped) {
			t.Fatalf("%d entries, %d hooks and %d dropped", n, len(got.Hooks), len(got.Dropped))
		}
		lines := bytes.Count(data, []byte("\n")) + 1
		for _, p := range got.Problems {
			if p.Line < 1 || p.Line > lines || p.Column < 1 || p.Column > len(data)+1 || !strings.HasPrefix(p.Rule, "hooks/") || p.Message == "" {
				t.Fatalf("problem %+v of %d lines", p, lines)
			}
		}
		for _, d := range got.Dropped {
			if d.Problem.Severity != fault.SeverityError || d.Problem.Message == "" || d.Match == (names.Pattern{}) {
				t.Fatalf("dropped %+v", d)
			}
			if other, ok := ParseEvent(string(d.Event)); d.Guards == (ok && other != PreToolUse) {
				t.Fatalf("dropped %+v guards %v", d, d.Guards)
			}
		}
		seen := map[names.HookName]bool{}
		for _, h := range got.Hooks {
			_, known := ParseEvent(string(h.Event))
			if h.Name == "" || seen[h.Name] || !known || h.Command == "" || h.Match == (names.Pattern{}) ||
				h.Timeout < MinTimeout || h.Timeout > MaxObjectTimeout || h.Place.Line < 1 || h.Shape != got.Shape {
				t.Fatalf("half-defined: %+v", h)
			}
			seen[h.Name] = true
		}
	})
}

// entriesOf counts what an entry should come of: in the object shape a group
// without hooks, and an event without groups, counts as one.
func entriesOf(v *strictjson.Value) int {
	n := len(v.Items())
	lost := slices.ContainsFunc(v.Members(), func(m strictjson.Member) bool { return slices.Contains(entryKeys[:], m.Key) })
	if lost {
		n++
	}
	for _, m := range v.Members() {
		if !strictjson.Ignored(m.Key) && !(lost && slices.Contains(keys[:], m.Key)) {
			n += countHooks([]strictjson.Member{m})
		}
	}
	return n
}

// FuzzReason: whatever a hook writes, its reason is one clean line of bounded
// length, and what it may do to a call does not depend on it (H6, H7).
func FuzzReason(f *testing.F) {
	f.Add([]byte("outside\n"), []byte("allow"), uint8(2))
	f.Add([]byte("\xff\x1b[2J\u202e"), []byte(`{"decision":"approve"}`), uint8(1))
	f.Fuzz(func(t *testing.T, stderr, stdout []byte, code uint8) {
		res := exited(int(code), string(stderr))
		res.Stdout = stdout
		rep, plain := judge(guard(), res, nil), judge(guard(), exited(int(code), ""), nil)
		if rep.Verdict != plain.Verdict {
			t.Fatalf("%v with words, %v without", rep.Verdict, plain.Verdict)
		}
		checkLine(t, rep.Reason)
		if o, ok := Opinion(rep); ok {
			says := o.Reason().Says
			if h := clean.Hidden(says); h != "" {
				t.Fatalf("%q holds %s", says, h)
			}
			if strings.Count(says, "“") > 1 || strings.Count(says, "”") > 1 {
				t.Fatalf("the hook closed its own quotation: %q", says)
			}
		}
	})
}
