package texts

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"usher/pkg/trust"
)

// SPEC L7, F4: whatever keeps a file of the person's from being used, its name is not
// handed to a project; what else the project has is.
func TestABrokenFileKeepsItsName_L7(t *testing.T) {
	for name, c := range map[string]struct {
		breaks func(t *testing.T, home string)
		want   string // what stands
	}{
		"sound":       {func(*testing.T, string) {}, "one=yours two=project"},
		"not UTF-8":   {func(t *testing.T, home string) { put(t, home, "prompts/one.md", "\xff") }, "one= two=project"},
		"a folder":    {func(t *testing.T, home string) { mkdir(t, home, "prompts/one.md") }, "one= two=project"},
		"a bad skill": {func(t *testing.T, home string) { put(t, home, "skills/two/SKILL.md", "no header") }, "one=yours two=project"},
		"a prompts file": {func(t *testing.T, home string) {
			if err := os.RemoveAll(filepath.Join(home, "prompts")); err != nil {
				t.Fatal(err)
			}
			put(t, home, "prompts", "no folder")
		}, "one= two="},
		"nobody's name": {func(t *testing.T, home string) { put(t, home, "prompts/TWO.md", "x") }, "one=yours two=project"},
	} {
		t.Run(name, func(t *testing.T) {
			project := t.TempDir()
			in := Input{Home: t.TempDir(), State: trust.Trusted}
			if name != "a folder" {
				put(t, in.Home, "prompts/one.md", "yours")
			}
			c.breaks(t, in.Home)
			for _, f := range []string{"one", "two"} {
				put(t, project, ".usher/prompts/"+f+".md", "project")
				put(t, project, ".usher/skills/"+f+"/SKILL.md", header+"project")
			}
			in.Project = trust.ReadFolder(project, nil)
			s := Load(in)
			var got []string
			for _, f := range []string{"one", "two"} {
				p, _ := s.Prompt(f)
				got = append(got, f+"="+p.Layer)
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("%v, want %s; %s", got, c.want, standing(s))
			}
			_, loads := s.Skill("two")
			if bad := name == "a bad skill"; loads == bad || strings.Contains(s.Catalogue(), "two") == bad {
				t.Errorf("the skill two loads: %v; the catalogue is %q", loads, s.Catalogue())
			}
			if said := told(t, s.Problems); !strings.Contains(said, "shadowed") {
				t.Errorf("said: %s", said)
			}
		})
	}
}

func mkdir(t *testing.T, dir, below string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(dir, below), 0o700); err != nil {
		t.Fatal(err)
	}
}
