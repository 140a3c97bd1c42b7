package texts

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"usher/pkg/fault"
	"usher/pkg/safefile"
	"usher/pkg/trust"
)

const header = "---\ndescription: d\n---\n"

// copied puts a folder of testdata below dir.
func copied(t *testing.T, from, dir string) {
	t.Helper()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", filepath.FromSlash(from)))); err != nil {
		t.Fatal(err)
	}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			return os.Chmod(path, 0o700)
		} else if err == nil {
			return os.Chmod(path, 0o600)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// told are the problems as "severity entry rule", sorted, and checks what holds for
// all: each has a file and a message, and what costs something a next step.
func told(t *testing.T, ps []fault.Problem) string {
	t.Helper()
	var out []string
	for _, p := range ps {
		if p.File == "" || p.Message == "" || p.Rule == "" || p.Hint == "" && p.Severity != fault.SeverityNote {
			t.Errorf("%+v says too little", p)
		}
		out = append(out, p.Severity.String()+" "+p.Entry+" "+strings.TrimPrefix(p.Rule, "text/"))
	}
	slices.Sort(out)
	return strings.Join(out, "; ")
}

// standing are the skills and prompts as name=layer, in their order; a shadowed one
// in parentheses, and one that is not announced with a star.
func standing(s Set) string {
	var out []string
	one := func(name, layer, shadowed string) {
		if shadowed != "" {
			name, layer = "("+name, layer+" by "+shadowed+")"
		}
		out = append(out, name+"="+layer)
	}
	for _, k := range s.Skills {
		star := ""
		if !k.Announced && k.ShadowedBy == "" {
			star = "*"
		}
		one("skill "+string(k.Name)+star, k.Layer, k.ShadowedBy)
	}
	for _, p := range s.Prompts {
		one(string(p.Name), p.Layer, p.ShadowedBy)
	}
	return strings.Join(out, " ")
}

// everywhere has a text of one name in every place that texts come from.
func everywhere(t *testing.T) (in Input, machine string) {
	t.Helper()
	machine, home, shared, project := t.TempDir(), t.TempDir(), t.TempDir(), t.TempDir()
	for dir, layouts := range map[string][]string{
		machine: {"|skills|prompts|instructions.md"}, home: {"|skills|prompts|instructions.md"}, shared: {"|||"},
		project: {
			".usher|skills|prompts|instructions.md", ".kkss/assistant|skills|prompts|instructions.md",
			".kaitoi|skills|commands|instructions.md", ".claude|skills|commands|instructions.md", ".agents|skills||instructions.md",
		},
	} {
		for _, l := range layouts {
			p := strings.Split(l, "|")
			where := filepath.Join(p[0], p[1])
			put(t, dir, filepath.Join(where, "one", "SKILL.md"), header+"of "+where)
			if p[2] != "" {
				put(t, dir, filepath.Join(p[0], p[2], "two.md"), where)
			}
			if p[3] != "" {
				put(t, dir, filepath.Join(p[0], p[3]), "instructions of "+where)
			}
		}
	}
	return Input{Home: home, Shared: shared, Project: trust.ReadFolder(project, nil), State: trust.Trusted}, machine
}

// loadWith is Load with a machine's layer that belongs to who runs the test.
func loadWith(in Input, machine string) Set {
	l := loader{in: in}
	l.layer(trust.Machine, machine, safefile.Self)
	l.load()
	return l.set
}

// SPEC L6, L7: machine, yours, the project by layout, then what assistants share;
// the first one counts, and every other is there, shadowed and told with both
// files. With texts.precedence project the project's skills and prompts stand
// before yours; the machine's stay first, and instructions where they are.
func TestPrecedence_L7(t *testing.T) {
	in, machine := everywhere(t)
	for first, want := range map[bool]string{
		false: "skill one=machine (skill one=yours by machine) " + strings.Repeat("(skill one=project by machine) ", 5) + "(skill one=yours by machine) " +
			"two=machine (two=yours by machine) " + strings.TrimSpace(strings.Repeat("(two=project by machine) ", 4)),
		true: "skill one=machine " + strings.Repeat("(skill one=project by machine) ", 5) + strings.Repeat("(skill one=yours by machine) ", 2) +
			"two=machine " + strings.Repeat("(two=project by machine) ", 4) + "(two=yours by machine)",
	} {
		in.ProjectFirst = first
		s := loadWith(in, machine)
		if got := standing(s); got != want {
			t.Errorf("project first %v:\n%s\n%s", first, got, want)
		}
		if got := strings.Count(told(t, s.Problems), "warning one shadowed"); got != 7 {
			t.Errorf("%d shadowed skills are told", got)
		}
		for _, p := range s.Problems {
			if !strings.Contains(p.Message, machine) || strings.HasPrefix(p.File, machine) {
				t.Errorf("%+v does not name both files", p)
			}
		}
		var labels []string
		for _, i := range s.Instructions {
			labels = append(labels, i.Layer+" "+i.Label)
		}
		if got := strings.Join(labels, ", "); got !=
			"machine instructions.md, yours instructions.md, project .usher/instructions.md, project .kkss/assistant/instructions.md" {
			t.Errorf("instructions: %s", got)
		}
		s = Load(in) // no machine's: whose comes next
		k, _ := s.Skill("one")
		p, _ := s.Prompt("two")
		if want := map[bool]string{false: trust.Yours, true: trust.Project}[first]; k.Layer != want || p.Layer != want {
			t.Errorf("project first %v: skill of %s, prompt of %s", first, k.Layer, p.Layer)
		}
	}
}

// SPEC L6: within a project the first layout that has a name counts; what only a
// later one has is there too.
func TestLayoutsInOrder_L6(t *testing.T) {
	in, _ := everywhere(t)
	in.Home = ""
	folder := in.Project.Path
	for _, at := range []string{".usher", ".kkss/assistant", ".kaitoi", ".claude", ".agents"} {
		in.Project = trust.ReadFolder(folder, nil)
		s := Load(in)
		if k, ok := s.Skill("one"); !ok || k.Body != "of "+at+"/skills" || k.File != filepath.Join(folder, at, "skills", "one", "SKILL.md") {
			t.Errorf("%s: %+v", at, k)
		}
		if p, ok := s.Prompt("two"); at != ".agents" && (!ok || p.Body != at+"/skills") {
			t.Errorf("%s: %+v", at, p)
		}
		if err := os.RemoveAll(filepath.Join(folder, at)); err != nil {
			t.Fatal(err)
		}
	}
	in.Project = trust.ReadFolder(folder, nil)
	s := Load(in)
	if k, ok := s.Skill("one"); !ok || k.Layer != trust.Yours || k.File != filepath.Join(in.Shared, "one", "SKILL.md") {
		t.Errorf("the shared skill is last: %+v", k)
	}
}

// SPEC T1, X5: nothing of a folder that is not trusted now is given; what waits is
// named, by kind.
func TestUntrustedTextsWait_T1(t *testing.T) {
	in, _ := everywhere(t)
	in.Home, in.Shared = "", ""
	put(t, in.Project.Path, ".claude/commands/front/end.md", "x")
	put(t, in.Project.Path, ".claude/skills/No/SKILL.md", header)
	put(t, in.Project.Path, ".claude/skills/none/other.md", "x")
	in.Project = trust.ReadFolder(in.Project.Path, nil)
	for _, state := range []trust.State{trust.None, trust.NotTrusted, trust.Changed, trust.Unreadable, ""} {
		in.State = state
		s := Load(in)
		if len(s.Skills)+len(s.Prompts)+len(s.Instructions)+len(s.Problems) != 0 || s.Context() != "" || s.Catalogue() != "" {
			t.Errorf("%q: %+v", state, s)
		}
		if got := strings.Join(s.Waiting, " ") + "|" + strings.Join(s.WaitingSkills, " "); got != "two front:end one|one" {
			t.Errorf("%q: waiting %s", state, got)
		}
		if len(s.WaitingInstructions) != 2 || !strings.HasSuffix(s.WaitingInstructions[0], filepath.FromSlash(".usher/instructions.md")) {
			t.Errorf("%q: waiting instructions %v", state, s.WaitingInstructions)
		}
	}
}

// SPEC X8: with texts.enabled false nothing is read, and that is said.
func TestOffGivesNothing_X8(t *testing.T) {
	in, _ := everywhere(t)
	in.Off = true
	s := Load(in)
	if len(s.Skills)+len(s.Prompts)+len(s.Instructions)+len(s.Waiting) != 0 || s.Context() != "" || s.Catalogue() != "" {
		t.Errorf("%+v", s)
	}
	if len(s.Problems) != 1 || s.Problems[0].Severity != fault.SeverityNote || !strings.Contains(s.Problems[0].Message, "texts.enabled is false") {
		t.Errorf("%+v", s.Problems)
	}
	if _, ok := s.Prompt("two"); ok {
		t.Error("a prompt is there")
	}
}
