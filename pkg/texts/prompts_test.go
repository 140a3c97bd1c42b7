package texts

import (
	"os"
	"path/filepath"
	"testing"

	"usher/pkg/fault"
	"usher/pkg/trust"
)

func put(t testing.TB, dir, name, text string) {
	t.Helper()
	at := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// SPEC L7, X4: yours wins over a project's; the first layout over the second; what
// is shadowed is named.
func TestPrecedenceOfPrompts_L7(t *testing.T) {
	home, project := t.TempDir(), t.TempDir()
	put(t, home, "prompts/review.md", "mine")
	put(t, home, "prompts/.hidden.md", "no")
	put(t, home, "prompts/notes.txt", "no")
	put(t, project, ".usher/prompts/review.md", "theirs")
	put(t, project, ".usher/prompts/lab.md", "usher layout")
	put(t, project, ".kkss/assistant/prompts/lab.md", "kkss layout")
	put(t, project, ".kkss/assistant/prompts/deep/nested.md", "no")
	f := trust.ReadFolder(project, nil)
	ps := Load(Input{Home: home, Project: f, State: trust.Trusted})
	for name, want := range map[string]string{"review": "mine", "lab": "usher layout"} {
		if p, ok := ps.Prompt(name); !ok || p.Body != want {
			t.Errorf("%s is %q (%v), want %q", name, p.Body, ok, want)
		}
	}
	shadowed := 0
	for _, p := range ps.Prompts {
		if p.ShadowedBy != "" {
			shadowed++
		}
	}
	if len(ps.Prompts) != 4 || shadowed != 2 || len(ps.Problems) != 3 {
		t.Errorf("%d prompts, %d shadowed, problems %v", len(ps.Prompts), shadowed, ps.Problems)
	}
}

// SPEC T1, X5: a prompt of a folder that is not trusted is named and not given.
func TestUntrustedPromptsWait_T1(t *testing.T) {
	project := t.TempDir()
	put(t, project, ".usher/prompts/lab.md", "text")
	f := trust.ReadFolder(project, nil)
	for _, state := range []trust.State{trust.None, trust.NotTrusted, trust.Changed, trust.Unreadable, ""} {
		ps := Load(Input{Project: f, State: state})
		if _, ok := ps.Prompt("lab"); ok || len(ps.Prompts) != 0 || len(ps.Waiting) != 1 || ps.Waiting[0] != "lab" {
			t.Errorf("%q: %+v", state, ps)
		}
	}
}

// SPEC F3, F1: a bad file costs only itself and is named.
func TestOneBadPromptCostsItself_F3(t *testing.T) {
	home := t.TempDir()
	put(t, home, "prompts/good.md", "good")
	put(t, home, "prompts/UPPER.md", "bad name")
	put(t, home, "prompts/latin.md", "\xff")
	if err := os.Symlink("good.md", filepath.Join(home, "prompts", "link.md")); err != nil {
		t.Fatal(err)
	}
	ps := Load(Input{Home: home})
	if _, ok := ps.Prompt("good"); !ok || len(ps.Prompts) != 1 || len(ps.Problems) != 3 {
		t.Errorf("%+v", ps)
	}
}

// A folder that is not there is no problem.
func TestAbsentFoldersAreSilent(t *testing.T) {
	if ps := Load(Input{Machine: "/no/such/usher", Home: filepath.Join(t.TempDir(), "none")}); len(ps.Problems) != 0 || len(ps.Prompts) != 0 {
		t.Errorf("%+v", ps)
	}
}

// SPEC X4, F4: a folder among the prompts is told of once, wherever it is, and
// hidden ones are nobody's business.
func TestFoldersOfPromptsAreTold_X4(t *testing.T) {
	home, project := t.TempDir(), t.TempDir()
	for _, dir := range []string{filepath.Join(home, "prompts"), filepath.Join(project, ".usher", "prompts"), filepath.Join(project, ".kkss", "assistant", "prompts")} {
		put(t, dir, "deep/one.md", "x")
		put(t, dir, "deep/er/two.md", "x")
		put(t, dir, ".git/three.md", "x")
		if err := os.Mkdir(filepath.Join(dir, "empty"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	ps := Load(Input{Home: home, Project: trust.ReadFolder(project, nil), State: trust.Trusted})
	if len(ps.Prompts) != 0 || len(ps.Problems) != 3 {
		t.Fatalf("%+v", ps)
	}
	for _, p := range ps.Problems {
		if p.Rule != "text/nested" || p.Severity != fault.SeverityNote || filepath.Base(p.File) != "deep" || p.Hint == "" {
			t.Errorf("%+v", p)
		}
	}
}

// SPEC X5: what waits is what would have a name; each name once.
func TestOnlyUsableNamesWait_X5(t *testing.T) {
	project := t.TempDir()
	put(t, project, ".usher/prompts/look.md", "x")
	put(t, project, ".kkss/assistant/prompts/look.md", "x")
	put(t, project, ".usher/prompts/Bad.md", "x")
	put(t, project, ".usher/prompts/a\x1b.md", "x")
	put(t, project, ".usher/prompts/upper.MD", "x")
	put(t, project, ".usher/prompts/deep/nested.md", "x")
	ps := Load(Input{Project: trust.ReadFolder(project, nil), State: trust.Changed})
	if len(ps.Waiting) != 1 || ps.Waiting[0] != "look" || len(ps.Problems) != 0 {
		t.Errorf("%+v", ps)
	}
}
