package templates_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"usher/pkg/fault"
	"usher/pkg/templates"
)

// load reads a prompt of testdata/cases and what is wrong with it, as "line:column rule".
func load(t *testing.T, path string) (templates.Prompt, string, bool) {
	t.Helper()
	path = filepath.Join("testdata", "cases", filepath.FromSlash(path))
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	p, found, ok := templates.ParsePrompt(filepath.Base(path), data, "yours", path)
	if ok && (p.Layer != "yours" || p.File != path) {
		t.Errorf("%s: layer %q, file %q", path, p.Layer, p.File)
	}
	return p, list(t, path, found, ok), ok
}

// list is problems as "severity line:column rule", and checks what holds for all.
func list(t *testing.T, path string, found []fault.Problem, usable bool) string {
	t.Helper()
	var out []string
	bad := false
	for _, f := range found {
		where := strings.TrimPrefix(strings.TrimPrefix(f.Where(), path), ":")
		rule, ours := strings.CutPrefix(f.Rule, "text/")
		if !ours || f.File != path || f.Message == "" || f.Entry == "" || strings.HasSuffix(f.Message, ".") {
			t.Errorf("%s: %+v", path, f)
		}
		bad = bad || f.Severity == fault.SeverityError
		out = append(out, strings.TrimSpace(f.Severity.String()+" "+where)+" "+rule)
	}
	if bad == usable {
		t.Errorf("%s: usable is %v with %v", path, usable, found)
	}
	return strings.Join(out, "; ")
}

// Cases prompt-01 to -12 and -18: what is typed and what comes out (SPEC X1, X5).
func TestMessagesExpandAsTheCasesSay(t *testing.T) {
	for _, c := range []struct{ dir, in, out string }{
		{"prompt-01-dollar-ampersand", "/review $& and $$ and $` and $' ${x} $name", "Look at: $& and $$ and $` and $' ${x} $name.\n"},
		{"prompt-03-dollar-ten", "/review a b", "[a0] [ax] [$0] []\n"},
		{"prompt-04-quotes-and-words", `/review val1 "val 2"   val3`, "1=val1;2=val 2;3=val3;all=val1 \"val 2\"   val3\n"},
		{"prompt-04-quotes-and-words", "/review don't stop now", "1=don't;2=stop;3=now;all=don't stop now\n"},
		{"prompt-06-no-placeholder", "/review beam.stl fast", "Check the mesh.\n\nbeam.stl fast"},
		{"prompt-06-no-placeholder", "/review", "Check the mesh.\n"},
		{"prompt-06-no-placeholder", "/review \n", "Check the mesh.\n"},
		{"prompt-07-backslashes", `/review C:\temp\new\1 ^a\d+$`, `F: C:\temp\new\1 ^a\d+$ / C:\temp\new\1` + "\n"},
		{"prompt-09-many-lines", "", "X first\nsecond\n/review third\n"},
		{"prompt-10-price-in-template", "/review tea", "Budget:  or tea00 for tea\n"},
		{"prompt-18-bang-and-at", "/review",
			"!touch pwned.txt\n!`touch pwned.txt`\nSee @/etc/hostname and @notes.md $(touch pwned.txt)\n"},
	} {
		p, problems, ok := load(t, c.dir+"/prompts/review.md")
		if !ok || problems != "" {
			t.Errorf("%s: usable %v, %s", c.dir, ok, problems)
		}
		in := c.in
		if in == "" {
			data, err := os.ReadFile("testdata/cases/" + c.dir + "/in.txt")
			if err != nil {
				t.Fatal(err)
			}
			in = string(data)
		}
		if out, expanded := templates.ExpandMessage(in, only(p)); out != c.out || !expanded {
			t.Errorf("%s: %q gives %q, %v; want %q", c.dir, in, out, expanded, c.out)
		}
	}
}

// only is a set of one prompt.
func only(p templates.Prompt) func(string) (templates.Prompt, bool) {
	return func(name string) (templates.Prompt, bool) { return p, name == string(p.Name) }
}

// Case prompt-12, attack UPPER.md, SPEC X4: which files are prompts, and a next
// step for those that are meant to be.
func TestFileNames(t *testing.T) {
	entries, err := os.ReadDir("testdata/cases/prompt-12-file-names/prompts")
	if err != nil {
		t.Fatal(err)
	}
	hints := map[string]string{
		strings.Repeat("y", 49) + ".md": strings.Repeat("y", 48), "docs_sync.md": "docs-sync", "9x.md": "x",
		"Docs.md": "docs", "my review.md": "my-review", "a.b.md": "a-b",
	}
	good := map[string]bool{"docs-sync.md": true, strings.Repeat("x", 48) + ".md": true}
	ignored := map[string]bool{"readme.txt": true, ".hidden.md": true}
	for _, e := range entries {
		name := e.Name()
		if templates.IsPromptFile(name) == ignored[name] {
			t.Errorf("%s: is a prompt file: %v", name, !ignored[name])
		}
		p, problems, ok := load(t, "prompt-12-file-names/prompts/"+name)
		if ok != good[name] || !ok && (problems != "error bad-name" || p != templates.Prompt{}) {
			t.Errorf("%s: usable %v, %+v, %s", name, ok, p, problems)
		}
		if ok && string(p.Name)+".md" != name {
			t.Errorf("%s has the name %q", name, p.Name)
		}
		if hint, told := hints[name]; told {
			_, found, _ := templates.ParsePrompt(name, nil, "yours", name)
			if want := "rename it, for example to " + hint + ".md"; found[len(found)-1].Hint != want && found[0].Hint != want {
				t.Errorf("%s: hint %q, want %q", name, found[0].Hint, want)
			}
			delete(hints, name)
		}
	}
	if len(hints) > 0 {
		t.Errorf("not in the folder: %v", hints)
	}
}

// Names that no file system would stop.
func TestOddFileNamesAreRefusedWithoutRepeatingThemAtLength(t *testing.T) {
	for name, meant := range map[string]bool{
		"UPPER.md": true, "a.MD": true, "a.Md": true, "a.md ": false, "": false, "md": false, ".md": false, "a": false, "a.": false,
		"../a.md": false, "a/b.md": true, `a\b.md`: true, "a\x00.md": true, "a\n.md": true, "\u0430.md": true, "a\u200b.md": true,
		"日本.md": true, "\xff.md": true, "-a.md": true, strings.Repeat("Ab", 5000) + ".md": true, "a.md.md": true, "a:b.md": true,
	} {
		p, found, ok := templates.ParsePrompt(name, []byte("x"), "project", "f")
		if ok || p != (templates.Prompt{}) || len(found) != 1 || found[0].Rule != "text/bad-name" || found[0].Severity != fault.SeverityError {
			t.Errorf("%.40q: %v %+v %v", name, ok, p, found)
		}
		if len(found[0].Message)+len(found[0].Hint)+len(found[0].Entry) > 600 {
			t.Errorf("%.40q: %d bytes of message", name, len(found[0].Message))
		}
		if meant != templates.IsPromptFile(name) && name != "../a.md" {
			t.Errorf("%.40q: is a prompt file: %v", name, !meant)
		}
	}
}
