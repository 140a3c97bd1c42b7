//go:build linux && !race

package cmd_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// The cases about skills, and those about prompts that one place does not tell, from
// real reports, in every place that the texts can stand in (SPEC L6, X3, X4).

// textPlace is where texts of a kind can stand; below is relative to the home
// ("~/…") or to a project.
type textPlace struct{ name, skills, prompts string }

func textPlaces() []textPlace {
	return []textPlace{
		{"yours", "~/.config/usher/skills", "~/.config/usher/prompts"},
		{"shared", "~/.kaitoi/skills", ""},
		{"usher", ".usher/skills", ".usher/prompts"},
		{"kkss", ".kkss/assistant/skills", ".kkss/assistant/prompts"},
		{"kaitoi", ".kaitoi/skills", ".kaitoi/commands"},
		{"claude", ".claude/skills", ".claude/commands"},
		{"agents", ".agents/skills", ""},
	}
}

// worded is a house with texts in one place, seen from a trusted project.
type worded struct {
	*project
	place  textPlace
	nested bool // prompts may be in folders
}

// run is a usher command where the texts count.
func (w *worded) run(t *testing.T, stdin string, args ...string) ran {
	t.Helper()
	c := w.command("usher", args...)
	c.Dir = w.root()
	r := launch(t, c, stdin)
	harmless(t, r)
	return r
}

// gives is run where nothing but status 0 and these bytes will do.
func (w *worded) gives(t *testing.T, want, stdin string, args ...string) {
	t.Helper()
	if r := w.run(t, stdin, args...); r.code != 0 || r.out != want {
		t.Errorf("%v\nwant %q", r, want)
	}
}

// inTextPlaces copies a folder of texts of a kind ("skills" or "prompts") to each of
// the places and runs a test there. Before the project is trusted nothing counts.
func inTextPlaces(t *testing.T, kind, from string, test func(t *testing.T, w *worded)) {
	t.Helper()
	fan(t, 3, textPlaces(), func(p textPlace) string { return p.name }, func(t *testing.T, place textPlace) {
		below := map[string]string{"skills": place.skills, "prompts": place.prompts}[kind]
		if below == "" {
			return
		}
		w := newWorded(t, place)
		w.copy(t, from, w.path(below))
		if !strings.HasPrefix(below, "~") {
			if l := w.list(t, kind); len(l.Skills)+len(l.Prompts) > 0 {
				t.Errorf("before trust: %+v", l)
			}
			w.trusts(t, w.root())
		}
		test(t, w)
	})
}

func newWorded(t *testing.T, place textPlace) *worded {
	t.Helper()
	w := &worded{project: &project{house: newHouse(t)}, place: place, nested: strings.HasSuffix(place.prompts, "commands")}
	w.yard = filepath.Join(w.dir, "yard")
	must(t, os.MkdirAll(w.root(), 0o755))
	w.put(t, "policy.json", `{"approve":{"unattended":true}}`)
	return w
}

// path is where a place is.
func (w *worded) path(below string) string {
	if rest, ok := strings.CutPrefix(below, "~/"); ok {
		return filepath.Join(w.home, rest)
	}
	return filepath.Join(w.root(), below)
}

// copy copies a tree byte for byte; what a checkout left out, an empty folder, is of
// no kind that matters here.
func (w *worded) copy(t *testing.T, from, to string) {
	t.Helper()
	must(t, filepath.WalkDir(from, func(path string, d os.DirEntry, err error) error {
		rel, _ := filepath.Rel(from, path)
		if err != nil || d.IsDir() {
			return firstOf(err, os.MkdirAll(filepath.Join(to, rel), 0o755))
		}
		data, err := os.ReadFile(path)
		return firstOf(err, os.WriteFile(filepath.Join(to, rel), data, 0o644))
	}))
}

// listing is what skill list and prompt list say.
type listing struct {
	Skills []struct {
		Name, Description, Layer, File, ShadowedBy string
		Announced                                  bool
	}
	Prompts []struct {
		Name, Description, ArgumentHint, Layer, ShadowedBy string
		Uses                                               []string
	}
	Waiting  []string
	Problems []problem
}

func (w *worded) list(t *testing.T, kind string) (l listing) {
	t.Helper()
	r := w.run(t, "", strings.TrimSuffix(kind, "s"), "list", "-o", "json")
	if err := json.Unmarshal([]byte(r.out), &l); err != nil || r.code != 0 || strings.Contains(r.out, "\x1b") {
		t.Fatalf("%v: %v", err, r)
	}
	return l
}

// names are those that count.
func (l listing) names() string {
	var out []string
	for _, s := range l.Skills {
		if s.ShadowedBy == "" {
			out = append(out, s.Name)
		}
	}
	for _, p := range l.Prompts {
		if p.ShadowedBy == "" {
			out = append(out, p.Name)
		}
	}
	return strings.Join(out, " ")
}

// about are the problems of a severity whose file is in a folder or is the file.
func (l listing) about(severity, name string) (of []problem) {
	for _, p := range l.Problems {
		if p.Severity == severity && (strings.HasSuffix(p.File, "/"+name) || strings.Contains(p.File, "/"+name+"/")) {
			of = append(of, p)
		}
	}
	return of
}

func inPromptCase(t *testing.T, name string, test func(t *testing.T, w *worded)) {
	t.Helper()
	inTextPlaces(t, "prompts", filepath.Join(casesDir, name, "prompts"), test)
}

func inSkillCase(t *testing.T, name string, test func(t *testing.T, w *worded)) {
	t.Helper()
	inTextPlaces(t, "skills", filepath.Join(casesDir, name, "skills"), test)
}

// TestNestedFolders_prompt13: in folders of commands each file has a name of its own;
// in a flat folder the nested ones have none, which is said. Never the wrong one.
func TestNestedFolders_prompt13(t *testing.T) {
	inPromptCase(t, "prompt-13-nested-folders", func(t *testing.T, w *worded) {
		l := w.list(t, "prompts")
		if w.nested {
			for in, want := range map[string]string{"/foo:test x": "Foo x\n", "/bar:test x": "Bar x\n", "/a:b:deep": "Deep\n", "/a:b:deep x": "Deep\n\nx"} {
				w.gives(t, want, in, "prompt", "expand")
			}
			if l.names() != "a:b:deep bar:test foo:test" {
				t.Errorf("%+v", l)
			}
		} else {
			for _, folder := range []string{"a", "bar", "foo"} {
				if ps := l.about("note", folder); len(ps) != 1 || ps[0].Rule != "text/nested" || ps[0].Hint == "" {
					t.Errorf("%s: %+v", folder, l)
				}
			}
			w.gives(t, "/foo:test x", "/foo:test x", "prompt", "expand")
		}
		for _, in := range []string{"/test x", "/deep x", "/foo x", "/foo/test x", "/b:deep x", "/foo:test: x", "/:test x", "/foo::test x"} {
			w.gives(t, in, in, "prompt", "expand")
		}
	})
}

// TestHeaderWithCRLFAndBOM_prompt15.
func TestHeaderWithCRLFAndBOM_prompt15(t *testing.T) {
	inPromptCase(t, "prompt-15-header-crlf-bom", func(t *testing.T, w *worded) {
		w.gives(t, "Body a\r\n", "/review a", "prompt", "expand")
		l := w.list(t, "prompts")
		if len(l.Prompts) != 1 || l.Prompts[0].Description != "Check it" || l.Prompts[0].ArgumentHint != "<part>" || len(l.Problems) > 0 {
			t.Errorf("%+v", l)
		}
	})
}

// TestUnclosedHeaderIsText_prompt16: all of it, and said; a rule is no header.
func TestUnclosedHeaderIsText_prompt16(t *testing.T) {
	inPromptCase(t, "prompt-16-header-not-closed", func(t *testing.T, w *worded) {
		w.gives(t, "---\ndescription: x\n\nDo the thing with a\n", "/open a", "prompt", "expand")
		w.gives(t, "---\n\nMorning report on a\n", "/rule a", "prompt", "expand")
		l := w.list(t, "prompts")
		if len(l.Problems) != 1 || len(l.about("warning", "open.md")) != 1 || l.Problems[0].Rule != "text/unclosed-header" || l.Problems[0].Line != 1 || l.Problems[0].Hint == "" {
			t.Errorf("%+v", l)
		}
	})
}

// TestNothingInAPromptRuns_prompt18 (SPEC X1).
func TestNothingInAPromptRuns_prompt18(t *testing.T) {
	inPromptCase(t, "prompt-18-bang-and-at", func(t *testing.T, w *worded) {
		text := slurp(t, filepath.Join(casesDir, "prompt-18-bang-and-at", "prompts", "review.md"))
		w.gives(t, text, "/review", "prompt", "expand")
		w.gives(t, text, "/review", "message")
		w.gives(t, text+"\n!touch pwned.txt `touch pwned.txt` $(touch pwned.txt) @/etc/hostname", "/review !touch pwned.txt `touch pwned.txt` $(touch pwned.txt) @/etc/hostname", "prompt", "expand")
		w.never(t, "pwned.txt")
	})
}

// TestOtherHeaderKeysDoNothing_prompt19 (SPEC X1): each is said, the name stays the
// file's, and tools still ask.
func TestOtherHeaderKeysDoNothing_prompt19(t *testing.T) {
	inPromptCase(t, "prompt-19-powerful-header-keys", func(t *testing.T, w *worded) {
		w.gives(t, "Go\n", "/review", "prompt", "expand")
		w.gives(t, "/other", "/other", "prompt", "expand")
		l := w.list(t, "prompts")
		if len(l.Prompts) != 1 || l.Prompts[0].Name != "review" || l.Prompts[0].Description != "d" {
			t.Errorf("%+v", l)
		}
		for i, key := range []string{"allowed-tools", "model", "name", "hooks"} {
			if i >= len(l.Problems) || l.Problems[i].Rule != "text/ignored-key" || l.Problems[i].Line != i+3 || !strings.Contains(l.Problems[i].Message, `"`+key+`"`) {
				t.Errorf("%s: %+v", key, l.Problems)
			}
		}
		w.calls(t, w.root(), callOf("Bash", canAsk)).wants(t, "ask")
	})
}

// TestColonInADescription_skill01, with CRLF and a BOM in 03 and 04.
func TestDescriptionsAreRead_skill01_skill03_skill04(t *testing.T) {
	for _, c := range []struct{ name, description, body string }{
		{"skill-01-colon-in-description", "Run checks. Use when: a solve is near # not a comment", "1. Look.\n"},
		{"skill-03-crlf", "Checks", "Go\r\n"}, {"skill-04-bom", "Checks", "Go\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			inSkillCase(t, c.name, func(t *testing.T, w *worded) {
				l := w.list(t, "skills")
				if len(l.Skills) != 1 || l.Skills[0].Description != c.description || !l.Skills[0].Announced {
					t.Errorf("%+v", l)
				}
				w.gives(t, c.body, "", "skill", "show", "checks")
				w.gives(t, c.body, "/checks", "prompt", "expand")
				if r := w.run(t, "", "context"); !strings.Contains(r.out, "- checks: "+c.description+"\n") {
					t.Errorf("%v", r)
				}
			})
		})
	}
}

// TestBadSkillsAreNamed_skill06: none is offered, each with one reason.
func TestBadSkillsAreNamed_skill06(t *testing.T) {
	says := map[string]string{
		"a": "does not begin with a header", "b": "the description is empty", "c": "has no description", "d": "never closed",
		"e": "is empty", "f": "folder", "g": "found skill.md",
	}
	inSkillCase(t, "skill-06-missing-parts", func(t *testing.T, w *worded) {
		l := w.list(t, "skills")
		if l.names() != "good" {
			t.Errorf("%+v", l)
		}
		for name, why := range says {
			if ps := l.about("error", name); len(ps) != 1 || !strings.Contains(ps[0].Message, why) || ps[0].Hint == "" {
				t.Errorf("%s: %+v", name, ps)
			}
			if r := w.run(t, "", "skill", "show", name); r.code != 2 || r.out != "" {
				t.Errorf("%v", r)
			}
			w.gives(t, "/"+name+" x", "/"+name+" x", "prompt", "expand")
		}
	})
}

// TestOnlySkillsOfTheFolderItself_skill07.
func TestOnlySkillsOfTheFolderItself_skill07(t *testing.T) {
	inSkillCase(t, "skill-07-nested-and-grouped", func(t *testing.T, w *worded) {
		l := w.list(t, "skills")
		if l.names() != "tool" || l.Skills[0].Description != "outer" || len(l.Problems) != 1 || !strings.Contains(l.Problems[0].Message, "skills/ios (found deeper ones)") {
			t.Errorf("%+v", l)
		}
	})
}

// TestMineWins_skill09: by name, by /name and for an assistant; the other is shown.
func TestMineWins_skill09(t *testing.T) {
	mine := filepath.Join(casesDir, "skill-09-same-name", "mine", "skills")
	inTextPlaces(t, "skills", filepath.Join(casesDir, "skill-09-same-name", "project", "skills"), func(t *testing.T, w *worded) {
		if w.place.name == "yours" {
			return // two files of one name in one folder cannot be
		}
		w.copy(t, mine, w.path("~/.config/usher/skills"))
		w.gives(t, "MINE\n", "", "skill", "show", "checks")
		w.gives(t, "MINE\n", "/checks", "prompt", "expand")
		if r := w.run(t, "", "call", "app__skill_load", "--args", `{"name":"checks"}`); r.code != 0 || strings.TrimSpace(r.out) != "MINE" {
			t.Errorf("%v", r)
		}
		l := w.list(t, "skills")
		if len(l.Skills) != 2 || l.Skills[0].ShadowedBy != "" || l.Skills[1].ShadowedBy != "yours" || l.Skills[1].Announced || l.Skills[1].Description != "project" {
			t.Errorf("%+v", l)
		}
		if r := w.run(t, "", "context"); strings.Count(r.out, "- checks: ") != 1 || !strings.Contains(r.out, "- checks: mine\n") {
			t.Errorf("%v", r)
		}
	})
}

// TestLimitsOfTexts_skill10: what is past the catalogue is not announced and is
// loaded by name all the same; of instructions 6000 characters are sent, and no
// half of one (SPEC X2, X3, 18).
func TestLimitsOfTexts_skill10(t *testing.T) {
	made := t.TempDir()
	script, err := filepath.Abs(filepath.Join(casesDir, "skill-10-limits", "gen.py"))
	must(t, err)
	h := newHouse(t)
	c := h.command("/usr/bin/python3", script)
	c.Dir = made
	if r := launch(t, c, ""); r.code != 0 {
		t.Fatal(r)
	}
	inTextPlaces(t, "skills", filepath.Join(made, "skills"), func(t *testing.T, w *worded) {
		l := w.list(t, "skills")
		announced := 0
		for _, s := range l.Skills {
			if s.Announced {
				announced++
			}
		}
		if len(l.Skills) != 60 || announced != 4 || len(l.Problems) != 56 {
			t.Errorf("%d skills, %d announced, %d problems", len(l.Skills), announced, len(l.Problems))
		}
		w.gives(t, "x\n", "", "skill", "show", "s-59")
		w.gives(t, "x\n", "/s-59", "prompt", "expand")
		if r := w.run(t, "", "skill", "list"); strings.Count(r.out, "not announced ") < 56 {
			t.Errorf("%v", r)
		}
	})
	for _, place := range []string{"~/.config/usher", ".usher", ".kkss/assistant"} {
		w := newWorded(t, textPlace{})
		w.writes(t, filepath.Join(w.path(place), "instructions.md"), slurp(t, filepath.Join(made, "instructions.md")))
		if !strings.HasPrefix(place, "~") {
			w.trusts(t, w.root())
		}
		var shown struct {
			Files []struct {
				Characters, Sent int
				Cut              bool
				Text             string
			}
			Problems []problem
		}
		must(t, json.Unmarshal([]byte(w.run(t, "", "instructions", "show", "-o", "json").out), &shown))
		if f := shown.Files; len(f) != 1 || f[0].Characters != 7000 || f[0].Sent != 6000 || !f[0].Cut || f[0].Text != strings.Repeat("測", 6000) || len(shown.Problems) != 1 {
			t.Errorf("%s: %+v", place, shown.Problems)
		}
		r := w.run(t, "", "context")
		if strings.Count(r.out, "測") != 6000 || !utf8.ValidString(r.out) || !strings.Contains(r.err, "only the first 6000 are sent") {
			t.Errorf("%v", r)
		}
		if r := w.run(t, "", "instructions", "show"); !strings.Contains(r.out, "7000 characters, cut: only the first 6000 are sent") || !strings.Contains(r.out, "tokens with each message") {
			t.Errorf("%v", r)
		}
	}
}

// TestEveryCaseOfTextsHasItsTest: a case that is copied here is used by a test.
func TestEveryCaseOfTextsHasItsTest(t *testing.T) {
	var source strings.Builder
	files, err := filepath.Glob("acceptance_*_test.go")
	must(t, err)
	for _, f := range files {
		source.WriteString(slurp(t, f))
	}
	dirs, err := os.ReadDir(casesDir)
	must(t, err)
	kinds := []string{"prompt", "skill", "trust"}
	for _, d := range dirs {
		if kind, _, _ := strings.Cut(d.Name(), "-"); slices.Contains(kinds, kind) && !strings.Contains(source.String(), `"`+d.Name()+`"`) {
			t.Errorf("no test uses %s", d.Name())
		}
	}
}
