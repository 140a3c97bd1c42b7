package engine

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"usher/pkg/effective"
	"usher/pkg/gate"
	"usher/pkg/names"
	"usher/pkg/trust"
)

// yard is a project folder with hooks files, as it was read.
func yard(t *testing.T, files map[string]string) trust.Folder {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return trust.ReadFolder(dir, effective.Refs)
}

// each is a person with one allowed server, in a folder trusted under trust.hooks
// with accepted files.
func each(t *testing.T, word string, f trust.Folder, more string, accepted ...string) Material {
	t.Helper()
	m := Material{Yours: trust.Layer{Name: trust.Yours, Dir: "/h", Files: map[string]trust.Entry{
		"mcp.json":    {Path: "/h/mcp.json", Data: []byte(acme), Present: true},
		"policy.json": {Path: "/h/policy.json", Data: []byte(`{"trust":{"hooks":"` + word + `"}` + more + `}`), Present: true},
	}}, Home: "/h"}
	if err := m.Ledger.TrustFolder(f, effective.Guards(f), false); err != nil {
		t.Fatal(err)
	}
	for _, file := range f.Files {
		for _, name := range accepted {
			if file.Path == name {
				if err := m.Ledger.AcceptHooks(trust.ProjectHooks(f, file)); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	m.Project = effective.Project{Folder: f, State: m.Ledger.FolderState(f)}
	return m
}

// SPEC A3, G2: under trust.hooks each a hooks file of a trusted folder runs after it
// was accepted, one by one; until then none of its entries counts, and calls that it
// could have guarded are asked about.
func TestEachHooksFileWaits_A3(t *testing.T) {
	const usher, kkss = ".usher/hooks.json", ".kkss/assistant/hooks.json"
	refuses := `{"hooks":[{"name":"no","event":"PreToolUse","command":"2"}]}`
	watches := `{"hooks":[{"name":"see","event":"PostToolUse","command":"0"}]}`
	for name, c := range map[string]struct {
		files    map[string]string
		word     string
		more     string
		accepted []string
		want     gate.Verdict
		waiting  int
	}{
		"with the folder":                 {map[string]string{usher: refuses}, "with-folder", "", nil, gate.Deny, 0},
		"not accepted":                    {map[string]string{usher: refuses}, "each", "", nil, gate.Ask, 1},
		"accepted":                        {map[string]string{usher: refuses}, "each", "", []string{usher}, gate.Deny, 0},
		"one of two":                      {map[string]string{usher: quietHook, kkss: refuses}, "each", "", []string{usher}, gate.Ask, 1},
		"the other of two":                {map[string]string{usher: quietHook, kkss: refuses}, "each", "", []string{kkss}, gate.Deny, 1},
		"two":                             {map[string]string{usher: quietHook, kkss: quietHook}, "each", "", []string{usher, kkss}, gate.Allow, 0},
		"no guard in it":                  {map[string]string{usher: watches}, "each", "", nil, gate.Allow, 1},
		"a dropped guard":                 {map[string]string{usher: `{"hooks":[{"name":"no","event":"PreToolUse","command":"2","x":1}]}`}, "each", "", nil, gate.Deny, 1},
		"a dropped guard of another tool": {map[string]string{usher: `{"hooks":[{"name":"no","event":"PreToolUse","match":"b__*","command":"2","x":1}]}`}, "each", "", nil, gate.Ask, 1},
		"a dropped watcher":               {map[string]string{usher: `{"hooks":[{"name":"no","event":"Stop","command":"2","x":1}]}`}, "each", "", nil, gate.Allow, 1},
		"a parked guard":                  {map[string]string{usher: `{"hooks":[{"name":"no","event":"PreToolUse","command":"2","enabled":false}]}`}, "each", "", nil, gate.Allow, 1},
		"unusable":                        {map[string]string{usher: `{"hooks":`}, "each", "", nil, gate.Deny, 1},
		"hooks are off":                   {map[string]string{usher: refuses}, "each", `,"hooks":{"enabled":false}`, nil, gate.Allow, 1},
		"no hooks file":                   {map[string]string{".usher/mcp.json": `{"servers":[]}`}, "each", "", nil, gate.Allow, 0},
		"pinned is another thing":         {map[string]string{usher: quietHook}, "with-folder", "", nil, gate.Allow, 0},
	} {
		t.Run(name, func(t *testing.T) {
			m := each(t, c.word, yard(t, c.files), c.more, c.accepted...)
			allowIn(t, &m)
			s := stand(m)
			var ran []string
			d := s.Decide(context.Background(), request(t, "acme__lookup"), exits(&ran)).Decision
			if d.Verdict != c.want || len(s.Set.Waiting) != c.waiting {
				t.Fatalf("%+v after %v, waiting %+v", d, ran, s.Set.Waiting)
			}
			if r := d.Reasons[0]; c.want == gate.Ask && (r.By != "folder" || r.Layer != trust.Project || d.OffersAlways ||
				!strings.Contains(r.Hint, "usher hooks accept --project "+m.Project.Folder.Path) || !strings.Contains(r.File, "hooks.json")) {
				t.Errorf("the reason does not say why, where and what next: %+v", r)
			}
			if told := len(s.Problems) > 0; told != (c.waiting > 0) {
				t.Errorf("told of what waits is %t: %+v", told, s.Problems)
			}
			again := request(t, "acme__lookup")
			again.CanAsk = false
			if d := s.Decide(context.Background(), again, exits(&ran)).Decision; c.want == gate.Ask && d.Verdict != gate.Deny {
				t.Errorf("nobody can be asked: %+v", d)
			}
		})
	}
}

// allowIn has the person allow acme's lookup.
func allowIn(t *testing.T, m *Material) {
	t.Helper()
	s := stand(*m)
	sv, ok := s.Set.Find(names.ServerID("acme"))
	if !ok {
		t.Fatal("no server acme")
	}
	allowed("lookup")(&m.Ledger, s.Set.Launch(sv).Key)
}

// SPEC A3, T2: what was accepted holds for these bytes in this folder while it is
// trusted, and for nothing else.
func TestAnAcceptedFileIsTheseBytesHere_A3(t *testing.T) {
	files := map[string]string{".usher/hooks.json": quietHook}
	one, other := yard(t, files), yard(t, files)
	m := each(t, "each", one, "", ".usher/hooks.json")
	if s := stand(m); len(s.Set.Waiting) != 0 || len(s.Set.Running()) != 1 {
		t.Fatalf("accepted: %+v", s.Set.Waiting)
	}
	elsewhere := m
	if err := elsewhere.Ledger.TrustFolder(other, true, false); err != nil {
		t.Fatal(err)
	}
	elsewhere.Project = effective.Project{Folder: other, State: elsewhere.Ledger.FolderState(other)}
	if s := stand(elsewhere); len(s.Set.Waiting) != 1 || len(s.Set.Running()) != 0 {
		t.Errorf("a copy of the folder: %+v", s.Set.Hooks)
	}
	if s := stand(m); len(s.With(effective.Project{Folder: other, State: trust.Trusted}).Waiting) != 1 {
		t.Error("what trusting the copy would bring does not wait")
	}
	edited := yard(t, map[string]string{".usher/hooks.json": otherHook})
	edited.Path = one.Path // the same folder, later
	changed := m
	changed.Project = effective.Project{Folder: edited, State: m.Ledger.FolderState(edited)}
	if s := stand(changed); changed.Project.State != trust.Changed || len(s.Set.Running())+len(s.Set.Waiting) != 0 {
		t.Errorf("a changed folder: %s, %+v", changed.Project.State, s.Set.Hooks)
	}
	if err := changed.Ledger.TrustFolder(edited, true, false); err != nil {
		t.Fatal(err)
	}
	changed.Project.State = changed.Ledger.FolderState(edited)
	if s := stand(changed); len(s.Set.Waiting) != 1 || s.ProjectHooks()[0].Differs != "was edited since you accepted it" {
		t.Errorf("trusted again, not accepted again: %+v", s.ProjectHooks())
	}
}
