package texts

import (
	"path/filepath"
	"strings"
	"testing"

	"usher/pkg/trust"
)

// Case prompt-13, SPEC X4: of commands in folders each has a name of its own and is
// never another; in a flat folder of prompts the folders are told of.
func TestNestedCommands_X4(t *testing.T) {
	project := t.TempDir()
	for _, to := range []string{".kaitoi/commands", ".claude/commands", ".usher/prompts"} {
		copied(t, "cases/prompt-13-nested-folders/prompts", filepath.Join(project, filepath.FromSlash(to)))
	}
	s := Load(Input{Project: trust.ReadFolder(project, nil), State: trust.Trusted})
	for name, want := range map[string]string{"foo:test": "Foo $1\n", "bar:test": "Bar $1\n", "a:b:deep": "Deep\n"} {
		p, ok := s.Prompt(name)
		if !ok || p.Body != want || !strings.Contains(filepath.ToSlash(p.File), ".kaitoi/commands/"+strings.ReplaceAll(name, ":", "/")+".md") {
			t.Errorf("%s: %v %+v", name, ok, p)
		}
	}
	for _, name := range []string{"test", "deep", "b:deep", "foo", "foo:test:", "foo:bar:test", "a:deep", "foo/test"} {
		if p, ok := s.Prompt(name); ok {
			t.Errorf("%s is %s", name, p.File)
		}
	}
	want := "note  nested; note  nested; note  nested; warning a:b:deep shadowed; warning bar:test shadowed; warning foo:test shadowed"
	if got := told(t, s.Problems); got != want {
		t.Error(got)
	}
}

// SPEC X4, F4: a part that is no name drops that command with its reason; hidden
// folders and other files are nobody's business; mcp: is servers' own.
func TestCommandsWithBadParts_X4(t *testing.T) {
	project := t.TempDir()
	for _, path := range []string{
		"good.md", "Bad/x.md", "a b/x.md", "a/B.md", ".git/x.md", "a/.hidden/x.md", "a/.x.md", "a/x.txt", "mcp/lab/x.md", "mcp.md", "a/README.md",
	} {
		put(t, project, ".claude/commands/"+path, "x")
	}
	s := Load(Input{Project: trust.ReadFolder(project, nil), State: trust.Trusted})
	if got := standing(s); got != "good=project mcp=project" {
		t.Error(got)
	}
	want := "error Bad/x.md bad-name; error a b/x.md bad-name; error a/B.md bad-name; error a/README.md bad-name; error mcp/lab/x.md bad-name"
	if got := told(t, s.Problems); got != want {
		t.Error(got)
	}
}

// SPEC X5: /name of a skill is its text where no prompt has the name, and the
// prompt where one has, which is told; the skill is there by its name all the same.
func TestASkillAfterASlash_X5(t *testing.T) {
	home, project := t.TempDir(), t.TempDir()
	put(t, home, "skills/checks/SKILL.md", header+"1. Look at $1.\n")
	in := Input{Home: home, State: trust.Trusted}
	s := Load(in)
	if p, ok := s.Prompt("checks"); !ok || !p.Literal || p.Expand("") != "1. Look at $1.\n" {
		t.Errorf("%v %+v", ok, p)
	}
	put(t, project, ".usher/prompts/checks.md", "the prompt\n")
	in.Project = trust.ReadFolder(project, nil)
	s = Load(in)
	p, _ := s.Prompt("checks")
	k, ok := s.Skill("checks")
	if p.Body != "the prompt\n" || p.Literal || !ok || k.Body != "1. Look at $1.\n" || !k.Announced {
		t.Errorf("%+v %+v", p, k)
	}
	if got := told(t, s.Problems); got != "note checks behind-prompt" || !strings.Contains(s.Problems[0].Message, p.File) {
		t.Errorf("%+v", s.Problems)
	}
}
