package engine

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"usher/pkg/effective"
	"usher/pkg/gate"
	"usher/pkg/trust"
)

// fleet is a person on a computer whose administrator pins contents.
type fleet struct {
	t              *testing.T
	machine, yours string // the two policies
	ledger         trust.Ledger
	dirs           Dirs
}

// pinning is a machine's policy that pins these folders' contents, with more keys.
func pinning(more string, folders ...trust.Folder) string {
	var ds []string
	for _, f := range folders {
		ds = append(ds, `"`+string(f.Digest)+`"`)
	}
	return `{"trust":{"digests":[` + strings.Join(ds, ",") + `]` + more + `}}`
}

// stands reads the project folder as the gate does. One server of the person's own is
// allowed.
func (f *fleet) stands() *Standing {
	f.t.Helper()
	entry := func(path, text string) trust.Entry {
		return trust.Entry{Path: path, Data: []byte(text), Present: text != ""}
	}
	m := Material{
		Machine: trust.Layer{Name: trust.Machine, Dir: "/etc/usher", Files: map[string]trust.Entry{"policy.json": entry("/etc/usher/policy.json", f.machine)}},
		Yours: trust.Layer{Name: trust.Yours, Dir: "/h", Files: map[string]trust.Entry{
			"policy.json": entry("/h/policy.json", f.yours), "mcp.json": entry("/h/mcp.json", acme),
		}},
		Home: "/h", Ledger: f.ledger.Without(),
	}
	m.ReadProject(f.dirs)
	s := stand(m)
	sv, _ := s.Set.Find("acme")
	allowed("lookup")(&m.Ledger, s.Set.Launch(sv).Key)
	if lab, ok := s.Set.Find("lab"); ok {
		allow := trust.Allow
		m.Ledger.SetMark(s.Set.Launch(lab).Key, "x", trust.MarkChange{Decision: &allow})
	}
	return stand(m)
}

func (f *fleet) decide(tool string) gate.Decision {
	f.t.Helper()
	return f.stands().Decide(context.Background(), request(f.t, tool), exits(new([]string))).Decision
}

func (f *fleet) trusts(folder trust.Folder) {
	f.t.Helper()
	if err := f.ledger.TrustFolder(folder, effective.Guards(folder), false); err != nil {
		f.t.Fatal(err)
	}
}

// placed writes files below a folder and reads it.
func placed(t *testing.T, dir string, files map[string]string) trust.Folder {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		put(t, filepath.Dir(path), filepath.Base(path), text)
	}
	return trust.ReadFolder(dir, effective.Refs)
}

func labFiles() map[string]string {
	return map[string]string{".usher/mcp.json": `{"servers":[{"id":"lab","command":"cat"}]}`}
}

func guarded(code string) map[string]string {
	files := labFiles()
	files[".usher/hooks.json"] = `{"hooks":[{"name":"no","event":"PreToolUse","command":"` + code + `"}]}`
	return files
}

// SPEC T6, A2, A3, S7: what trust.digests pins is trusted, its hooks run and its servers
// are approved; by each they wait for a person, and a server that gets secrets always
// does. Anything else than that very content is not trusted.
func TestAPinnedFolderIsTrusted_T6(t *testing.T) {
	secret := map[string]string{".mcp.json": `{"mcpServers":{"lab":{"command":"cat","env":{"TOKEN":"${secret:GH}"}}}}`}
	for name, c := range map[string]struct {
		files     map[string]string
		more      string
		change    string // one more file, after the pin
		lab, acme gate.Verdict
		says      string
	}{
		"pinned":                  {labFiles(), "", "", gate.Allow, gate.Allow, ""},
		"a file more":             {labFiles(), "", ".usher/prompts/x.md", gate.Deny, gate.Allow, "not trusted"},
		"servers each":            {labFiles(), `,"servers":"each"`, "", gate.Deny, gate.Allow, "policy trust.servers (/etc/usher/policy.json:1:"},
		"a secret of the person":  {secret, "", "", gate.Deny, gate.Allow, "secrets of yours"},
		"a guard that allows":     {guarded("0"), "", "", gate.Allow, gate.Allow, ""},
		"a guard that refuses":    {guarded("2"), "", "", gate.Deny, gate.Deny, "because"},
		"hooks each":              {guarded("0"), `,"hooks":"each"`, "", gate.Ask, gate.Ask, "policy trust.hooks"},
		"a guard, and one change": {guarded("2"), "", ".usher/prompts/x.md", gate.Deny, gate.Allow, "not trusted"},
	} {
		t.Run(name, func(t *testing.T) {
			f := placed(t, t.TempDir(), c.files)
			fl := &fleet{t: t, machine: pinning(c.more, f), dirs: Dirs{WorkDir: f.Path}}
			if c.change != "" {
				placed(t, f.Path, map[string]string{c.change: "x"})
				fl.dirs.Project = f.Path // no search finds it any more
			}
			lab := fl.decide("lab__x")
			if lab.Verdict != c.lab || !strings.Contains(fmt.Sprint(lab.Reasons), c.says) {
				t.Errorf("lab: %+v", lab)
			}
			if d := fl.decide("acme__lookup"); d.Verdict != c.acme {
				t.Errorf("acme: %+v", d)
			}
			if pin := fl.stands().Project.Pin; (pin != "") != (c.change == "") || pin != "" && !strings.HasPrefix(pin, "/etc/usher/policy.json:1:22") {
				t.Errorf("pinned at %q", pin)
			}
		})
	}
}

// SPEC L5: whoever may make a folder below or above a project copies a pinned one there.
// The guards of a folder that a person decided about, and those of a pinned one, are not
// hidden by it: they run, or the call is asked about.
func TestAPinnedCopyHidesNoGuards_L5(t *testing.T) {
	const outer, inner = "outer", "outer/sub/inner"
	for name, c := range map[string]struct {
		at     map[string]map[string]string // folders by their place
		pinned []string
		yours  string // the one that the person trusted
		want   gate.Verdict
		folder string
	}{
		"a copy below the person's own":          {map[string]map[string]string{outer: guarded("2"), inner: labFiles()}, []string{inner}, outer, gate.Deny, outer},
		"a copy above the person's own":          {map[string]map[string]string{outer: labFiles(), inner: guarded("2")}, []string{outer}, inner, gate.Deny, inner},
		"a copy below a pinned one":              {map[string]map[string]string{outer: guarded("0"), inner: labFiles()}, []string{outer, inner}, "", gate.Ask, inner},
		"a copy above a pinned one":              {map[string]map[string]string{outer: labFiles(), inner: guarded("2")}, []string{outer, inner}, "", gate.Deny, inner},
		"guards above and below":                 {map[string]map[string]string{outer: guarded("2"), inner: guarded("0")}, []string{outer, inner}, "", gate.Ask, inner},
		"none above guards":                      {map[string]map[string]string{outer: labFiles(), inner: labFiles()}, []string{outer, inner}, "", gate.Allow, inner},
		"one that is not pinned adds nothing":    {map[string]map[string]string{inner: guarded("2")}, nil, "", gate.Allow, ""},
		"one that is not pinned hides nothing":   {map[string]map[string]string{outer: guarded("2"), inner: labFiles()}, []string{outer}, "", gate.Deny, outer},
		"the person's own, pinned as well":       {map[string]map[string]string{outer: guarded("2"), inner: labFiles()}, []string{outer, inner}, outer, gate.Deny, outer},
		"the person's own has changed":           {map[string]map[string]string{outer: guarded("2"), inner: labFiles(), "changed": nil}, []string{inner}, outer, gate.Ask, outer},
		"the person's own is a copy of a pinned": {map[string]map[string]string{outer: guarded("2"), inner: labFiles(), "copied": nil}, []string{inner}, outer, gate.Ask, outer},
	} {
		t.Run(name, func(t *testing.T) {
			base, _ := filepath.EvalSymlinks(t.TempDir())
			fl := &fleet{t: t, dirs: Dirs{WorkDir: filepath.Join(base, inner)}}
			if err := os.MkdirAll(fl.dirs.WorkDir, 0o755); err != nil {
				t.Fatal(err)
			}
			var pins []trust.Folder
			for _, at := range []string{outer, inner} {
				if c.at[at] == nil {
					continue
				}
				f := placed(t, filepath.Join(base, at), c.at[at])
				if slices.Contains(c.pinned, at) {
					pins = append(pins, f)
				}
				if c.yours == at {
					fl.trusts(f)
				}
			}
			fl.machine = pinning("", pins...)
			if _, ok := c.at["changed"]; ok {
				placed(t, filepath.Join(base, outer), map[string]string{".usher/prompts/x.md": "x"})
			}
			if _, ok := c.at["copied"]; ok {
				if err := os.Remove(filepath.Join(base, outer, ".usher/hooks.json")); err != nil {
					t.Fatal(err)
				}
			}
			d := fl.decide("acme__lookup")
			if d.Verdict != c.want {
				t.Errorf("%+v", d)
			}
			want := ""
			if c.folder != "" {
				want = filepath.Join(base, c.folder)
			}
			if got := fl.stands().Project.Folder.Path; got != want {
				t.Errorf("the project folder is %q, not %q", got, want)
			}
			if d.Verdict == gate.Ask && !strings.Contains(d.Reasons[0].Hint, "usher trust ") {
				t.Errorf("no way on: %+v", d.Reasons[0])
			}
		})
	}
}

// SPEC C4, G2: with projects.enabled false nothing of any folder is read, whoever trusts
// it and however it is named. One that a person trusted with guards asks, so that the
// policy, which anybody may tighten, takes no guard away.
func TestProjectsOff_C4(t *testing.T) {
	files := guarded("0")
	for name, c := range map[string]struct {
		machine, yours string
		trusted, named bool
		want           gate.Verdict
		at             string
	}{
		"by the person":               {"", `{"projects":{"enabled":false}}`, true, false, gate.Ask, "/h/policy.json:1:24"},
		"by the machine":              {`{"projects":{"enabled":false}}`, "", true, false, gate.Ask, "/etc/usher/policy.json:1:24"},
		"locked":                      {`{"projects":{"enabled":false},"locked":["projects.enabled"]}`, `{"projects":{"enabled":true}}`, true, false, gate.Ask, "/etc/usher/policy.json:1:24"},
		"named":                       {`{"projects":{"enabled":false}}`, "", true, true, gate.Ask, "/etc/usher/policy.json:1:24"},
		"nobody trusted it":           {`{"projects":{"enabled":false}}`, "", false, true, gate.Allow, "/etc/usher/policy.json:1:24"},
		"nobody trusted or named it":  {`{"projects":{"enabled":false}}`, "", false, false, gate.Allow, ""},
		"a default that is overruled": {`{"projects":{"enabled":false}}`, `{"projects":{"enabled":true}}`, true, false, gate.Allow, ""},
		"locked on":                   {`{"projects":{"enabled":true},"locked":true}`, `{"projects":{"enabled":false}}`, true, false, gate.Allow, ""},
		"pinned by the same machine":  {"PIN", "", false, false, gate.Allow, ""},
	} {
		t.Run(name, func(t *testing.T) {
			f := placed(t, t.TempDir(), files)
			fl := &fleet{t: t, machine: c.machine, yours: c.yours, dirs: Dirs{WorkDir: f.Path}}
			if c.machine == "PIN" {
				fl.machine = strings.TrimSuffix(pinning("", f), "}") + `,"projects":{"enabled":false}}`
			}
			if c.trusted {
				fl.trusts(f)
			}
			if c.named {
				fl.dirs = Dirs{Project: f.Path}
			}
			s := fl.stands()
			p, off := s.ProjectOff()
			if off != (c.at != "") || off && !strings.Contains(p.Message, "("+c.at+")") {
				t.Errorf("%v %+v", off, p)
			}
			if _, ok := s.Policy.ProjectsOff(); ok && (len(s.Project.Folder.Files) > 0 || s.Project.State == trust.Trusted || s.TrustedProject() != "" || len(s.Set.Hooks) > 0) {
				t.Errorf("read: %+v", s.Project)
			}
			d := fl.decide("acme__lookup")
			if d.Verdict != c.want {
				t.Errorf("%+v", d)
			}
			if c.want == gate.Ask && (d.Reasons[0].By != "policy projects.enabled" || d.Reasons[0].File != c.at || !strings.Contains(d.Reasons[0].Hint, "usher trust revoke "+f.Path)) {
				t.Errorf("%+v", d.Reasons[0])
			}
			if off { // the one server it defines is not known
				if d := fl.decide("lab__x"); d.Verdict == gate.Allow {
					t.Errorf("%+v", d)
				}
				out := s.Decide(context.Background(), request(t, "acme__lookup"), exits(new([]string)))
				if len(out.Problems) != 1 || out.Problems[0].Rule != "project/off" {
					t.Errorf("silent: %+v", out.Problems)
				}
			}
			if c.trusted && off {
				fl.ledger.RevokeFolder(f.Path)
				if d := fl.decide("acme__lookup"); d.Verdict != gate.Allow {
					t.Errorf("revoked: %+v", d)
				}
			}
		})
	}
}

// SPEC C2, L8: over every state of a folder, guard and policy, a stricter value of
// trust.servers and projects.enabled makes no verdict weaker than a question where a
// guard stood, and none weaker at all where there was none; a pin takes no guard away.
func TestStricterPoliciesNeverLoosen_C2(t *testing.T) {
	seen := map[string]int{}
	for _, files := range []map[string]string{labFiles(), guarded("0"), guarded("2")} {
		for _, state := range []string{"not trusted", "trusted", "changed"} {
			f := placed(t, t.TempDir(), files)
			var ledger trust.Ledger
			if state != "not trusted" {
				was := f
				if state == "changed" { // trusted with one file less
					now := placed(t, f.Path, map[string]string{".usher/prompts/x.md": "x"})
					was, f = f, now
				}
				if err := ledger.TrustFolder(was, effective.Guards(was), false); err != nil {
					t.Fatal(err)
				}
			}
			guards := state != "not trusted" && effective.Guards(f)
			for _, pins := range []string{"", "pinned"} {
				world := func(more, yours string) *fleet {
					fl := &fleet{t: t, machine: pinning(more), yours: yours, ledger: ledger, dirs: Dirs{WorkDir: f.Path}}
					if pins != "" {
						fl.machine = pinning(more, f)
					}
					return fl
				}
				base := world("", "")
				unpinned := &fleet{t: t, ledger: ledger, dirs: base.dirs}
				for _, tool := range []string{"acme__lookup", "lab__x", "Bash"} {
					a, u := strictness(base.decide(tool)), strictness(unpinned.decide(tool))
					each, off := strictness(world(`,"servers":"each"`, "").decide(tool)), strictness(world("", `{"projects":{"enabled":false}}`).decide(tool))
					if each < a && !(guards && each >= 2) {
						t.Errorf("%s %s %s: trust.servers each makes %d of %d", state, pins, tool, each, a)
					}
					if tool != "lab__x" && guards && off < 2 {
						t.Errorf("%s %s %s: projects.enabled false takes a guard away: %d", state, pins, tool, off)
					}
					if tool == "lab__x" && off == 0 {
						t.Errorf("%s %s: a server of a folder that is not read is called", state, pins)
					}
					if tool != "lab__x" && a < u {
						t.Errorf("%s %s: a pin makes %d of %d", state, tool, a, u)
					}
					seen[fmt.Sprintf("%s %s %d%d%d%d", pins, tool, u, a, each, off)]++
				}
			}
		}
	}
	for _, want := range []string{"pinned lab__x 3032", "pinned acme__lookup 0000", "pinned acme__lookup 2222", " acme__lookup 3332"} {
		if seen[want] == 0 {
			t.Errorf("no case of %q among %v", want, slices.Sorted(maps.Keys(seen)))
		}
	}
}
