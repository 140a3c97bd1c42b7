package texts

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"usher/pkg/fault"
	"usher/pkg/trust"
)

// both loads a folder of testdata as the person's own texts, and as a trusted
// project's in the layout .usher.
func both(t *testing.T, from string) map[string]Set {
	t.Helper()
	home, project := t.TempDir(), t.TempDir()
	copied(t, from, home)
	copied(t, from, filepath.Join(project, ".usher"))
	f := trust.ReadFolder(project, nil)
	if f.Err != nil {
		t.Fatal(f.Err)
	}
	return map[string]Set{trust.Yours: Load(Input{Home: home}), trust.Project: Load(Input{Project: f, State: trust.Trusted})}
}

// Case skill-06, SPEC X3, F4: of skills with something missing the good one is
// there, and every other is told once, with its reason.
func TestSkillsWithMissingParts_X3(t *testing.T) {
	reasons := map[string]string{
		"a": "does not begin with a header", "b": "the description is empty", "c": "has no description", "d": "never closed",
		"e": "file is empty", "f": "", "g": "(found skill.md)",
	}
	for layer, s := range both(t, "cases/skill-06-missing-parts") {
		if got := standing(s); got != "skill good="+layer {
			t.Errorf("%s: %s", layer, got)
		}
		for name, reason := range reasons {
			n := 0
			for _, p := range s.Problems {
				if strings.Contains(filepath.ToSlash(p.File), "/skills/"+name) {
					n++
					if p.Severity != fault.SeverityError || !strings.Contains(p.Message, reason) || p.Hint == "" {
						t.Errorf("%s: %s: %+v", layer, name, p)
					}
				}
			}
			if n != 1 {
				t.Errorf("%s: %s is told %d times", layer, name, n)
			}
		}
	}
}

// Case skill-07, SPEC X3: only skills/NAME/SKILL.md counts; a folder that groups
// skills is told, and what lies inside a skill is its own.
func TestNestedAndGroupedSkills_X3(t *testing.T) {
	for layer, s := range both(t, "cases/skill-07-nested-and-grouped") {
		if got := standing(s); got != "skill tool="+layer {
			t.Errorf("%s: %s", layer, got)
		}
		where := map[string]string{trust.Yours: "skills/ios", trust.Project: ".usher/skills/ios"}[layer]
		if len(s.Problems) != 1 || s.Problems[0].Message != "no SKILL.md in "+where+" (found deeper ones)" || s.Problems[0].Entry != "ios" || s.Problems[0].Hint == "" {
			t.Errorf("%s: %+v", layer, s.Problems)
		}
	}
}

// Case skill-09, SPEC L7: yours is loaded; the project's is shown as shadowed.
func TestYourSkillWins_L7(t *testing.T) {
	home, project := t.TempDir(), t.TempDir()
	copied(t, "cases/skill-09-same-name/mine", home)
	copied(t, "cases/skill-09-same-name/project", filepath.Join(project, ".usher"))
	s := Load(Input{Home: home, Project: trust.ReadFolder(project, nil), State: trust.Trusted})
	if k, ok := s.Skill("checks"); !ok || k.Body != "MINE\n" || standing(s) != "skill checks=yours (skill checks=project by yours)" {
		t.Errorf("%s: %+v", standing(s), k)
	}
	if told(t, s.Problems) != "warning checks shadowed" || s.Catalogue() != "- checks: mine\n" {
		t.Errorf("%+v, %q", s.Problems, s.Catalogue())
	}
}

// SPEC F4: whatever lies among the skills and is none is told, but for what is
// hidden and for files that nobody takes for a text.
func TestWhatIsNoSkillIsTold_F4(t *testing.T) {
	for _, c := range []struct{ path, want string }{
		{"skills/loose.md", "note loose.md no-skill"},
		{"skills/LICENSE", ""},
		{"skills/.git/SKILL.md", ""},
		{"skills/a/readme.txt", "warning a no-skill"},
		{"skills/a/b/c/SKILL.md", "error a no-skill"},
		{"skills/a/Skill.MD", "error a no-skill"},
		{"skills/My Skill/SKILL.md", "error My Skill bad-name"},
		{"skills/node_modules/x/y.md", "warning node_modules no-skill"},
	} {
		home, project := t.TempDir(), t.TempDir()
		for dir, in := range map[string]*Input{home: {Home: home}, project: {State: trust.Trusted}} {
			below := c.path
			if in.Home == "" {
				below = ".claude/" + c.path
			}
			put(t, dir, below, header+"x")
			if in.Home == "" {
				in.Project = trust.ReadFolder(project, nil)
			}
			s := Load(*in)
			if got := told(t, s.Problems); got != c.want || len(s.Skills) != 0 {
				t.Errorf("%s: %q, want %q; %s", below, got, c.want, standing(s))
			}
		}
	}
}

// SPEC F1, F3: a link, a file of the wrong kind or size, and one that is not
// UTF-8 cost one skill each, with the file and why.
func TestOneBadSkillCostsItself_F3(t *testing.T) {
	home := t.TempDir()
	put(t, home, "skills/good/SKILL.md", header+"x")
	put(t, home, "skills/latin/SKILL.md", "\xff")
	put(t, home, "skills/large/SKILL.md", header+strings.Repeat("x", 1<<20))
	put(t, home, "skills/linked/x", "")
	put(t, home, "elsewhere/SKILL.md", header+"x")
	for link, to := range map[string]string{"skills/linked/SKILL.md": "../good/SKILL.md", "skills/away": "../elsewhere"} {
		if err := os.Symlink(to, filepath.Join(home, link)); err != nil {
			t.Fatal(err)
		}
	}
	s := Load(Input{Home: home})
	if got := standing(s); got != "skill good=yours" {
		t.Error(got)
	}
	for _, name := range []string{"latin/SKILL.md", "large/SKILL.md", "linked/SKILL.md", "away"} {
		n := 0
		for _, p := range s.Problems {
			if p.File == filepath.Join(home, "skills", filepath.FromSlash(name)) && p.Severity == fault.SeverityError {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%s is told %d times: %v", name, n, s.Problems)
		}
	}
	if len(s.Problems) != 4 {
		t.Errorf("%+v", s.Problems)
	}
}

// SPEC L6: ~/.kaitoi/skills may be absent, is read by the same rules, and belongs
// to yours.
func TestSharedSkills_L6(t *testing.T) {
	shared := filepath.Join(t.TempDir(), ".kaitoi", "skills")
	if s := Load(Input{Shared: shared}); len(s.Problems)+len(s.Skills) != 0 {
		t.Errorf("%+v", s)
	}
	put(t, shared, "notes/SKILL.md", header+"x")
	if s := Load(Input{Home: filepath.Dir(shared), Shared: shared}); standing(s) != "skill notes=yours" || len(s.Problems) != 0 {
		t.Errorf("one folder is read twice: %s", standing(s))
	}
	put(t, shared, "open/SKILL.md", "---\ndescription: x")
	put(t, shared, "none/x/SKILL.md", header)
	s := Load(Input{Shared: shared})
	if got := standing(s); got != "skill notes=yours" {
		t.Error(got)
	}
	if got := told(t, s.Problems); got != "error none no-skill; error open unclosed-header" || !strings.Contains(s.Problems[0].Message, "no SKILL.md in .kaitoi/skills/none") {
		t.Errorf("%s: %+v", got, s.Problems)
	}
}

// Attacks on texts, SPEC X1, X3: which load, which are dropped, and why.
func TestAttackTexts_X3(t *testing.T) {
	for layer, s := range both(t, "attacks") {
		want := "skill forge=" + layer + " skill good=" + layer + " skill tools-line=" + layer + " skill yaml-tag=" + layer
		if got := standing(s); got != want {
			t.Errorf("%s: %s", layer, got)
		}
		for _, dropped := range []string{"name-mismatch", "dup-desc", "open-header", "yaml-bomb", "ansi", "UPPER.md"} {
			if !strings.Contains(told(t, s.Problems), "error "+dropped+" ") {
				t.Errorf("%s: %s is not told: %v", layer, dropped, s.Problems)
			}
		}
		if !strings.Contains(told(t, s.Problems), "warning tools-line ignored-key") {
			t.Errorf("%s: allowed-tools is ignored in silence", layer)
		}
		if strings.ContainsAny(s.Catalogue(), "\x1b\x07") || strings.Count(s.Catalogue(), "\n") != 4 {
			t.Errorf("%s: %q", layer, s.Catalogue())
		}
	}
}
