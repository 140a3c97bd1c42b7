package templates_test

import (
	"strings"
	"testing"

	"usher/pkg/templates"
)

// SPEC X4, case prompt-13: a command in folders is named after its path, every
// part a name of its own, and no two paths have one name.
func TestCommandNames_X4(t *testing.T) {
	for below, want := range map[string]string{
		"review.md": "review", "frontend/component.md": "frontend:component", "a/b/deep.md": "a:b:deep", "foo/test.md": "foo:test", "bar/test.md": "bar:test",
		"foo:test.md": "", "foo:bar/test.md": "", "Foo/test.md": "", "foo/Test.md": "", "my folder/x.md": "", "foo//x.md": "", "/x.md": "", "../x.md": "",
		"foo/x.MD": "", "foo/a.b.md": "", "foo/.md": "", "mcp/x.md": "", "mcp/a/b.md": "", "mcp.md": "mcp", "amcp/x.md": "amcp:x",
		strings.Repeat("a/", 15) + "x.md": strings.Repeat("a:", 15) + "x", strings.Repeat("a/", 16) + "x.md": "",
	} {
		p, found, ok := templates.ParseCommand(below, []byte("text $1"), "project", "f")
		if string(p.Name) != want || ok != (want != "") {
			t.Errorf("%s: %q %v %v", below, p.Name, ok, found)
		}
		if !ok && (len(found) != 1 || found[0].Rule != "text/bad-name" || p != templates.Prompt{}) {
			t.Errorf("%s: %+v", below, found)
		}
		if call, called := templates.Parse("/" + want + " x"); ok && (!called || call.Name != want) {
			t.Errorf("/%s is no call: %+v", want, call)
		}
	}
	_, found, _ := templates.ParseCommand("My Folder/x.md", []byte("x"), "project", "f")
	if len(found) != 1 || found[0].Hint != "rename it, for example to my-folder" {
		t.Errorf("%+v", found)
	}
}
