package templates_test

import (
	"os"
	"testing"

	"usher/pkg/templates"
)

// SPEC X4, F1, cases prompt-15, -16, -19 and skill-01: real files.
func TestHeadersOfTheCases(t *testing.T) {
	for _, c := range []struct{ path, description, hint, body, problems string }{
		{"prompt-15-header-crlf-bom/prompts/review.md", "Check it", "<part>", "Body $1\r\n", ""},
		{"prompt-16-header-not-closed/prompts/open.md", "", "", "---\ndescription: x\n\nDo the thing with $1\n", "warning 1:1 unclosed-header"},
		{"prompt-16-header-not-closed/prompts/rule.md", "", "", "---\n\nMorning report on $1\n", ""},
		{"prompt-19-powerful-header-keys/prompts/review.md", "d", "", "Go\n",
			"warning 3:1 ignored-key; warning 4:1 ignored-key; warning 5:1 ignored-key; warning 6:1 ignored-key"},
	} {
		p, problems, ok := load(t, c.path)
		if !ok || p.Description != c.description || p.ArgumentHint != c.hint || p.Body != c.body || problems != c.problems {
			t.Errorf("%s: %v %+v\n%s", c.path, ok, p, problems)
		}
		if p.Name != "review" && p.Name != "open" && p.Name != "rule" {
			t.Errorf("%s: a header changed the name to %q", c.path, p.Name)
		}
	}
	if p, problems := header(t, read(t, "cases/skill-01-colon-in-description/skills/checks/SKILL.md")); p.Description !=
		"Run checks. Use when: a solve is near # not a comment" || problems != "note 2:1 header" {
		t.Errorf("skill-01: %+v %s", p, problems)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile("testdata/" + path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func header(t *testing.T, text string) (templates.Prompt, string) {
	t.Helper()
	p, found, ok := templates.ParsePrompt("a.md", []byte(text), "yours", "a.md")
	problems := list(t, "a.md", found, ok)
	if !ok {
		t.Errorf("%.60q is not usable: %v", text, found)
	}
	return p, problems
}

// SPEC X1, X3, X4: what a header says, and what is said about it. Each stands
// between --- lines above a body.
func TestHeaderValues(t *testing.T) {
	for _, c := range []struct{ head, description, hint, problems string }{
		{"description: Check it\nargument-hint: <part>\n", "Check it", "<part>", ""},
		{"description: Check it\r\nargument-hint: <part>\r\n", "Check it", "<part>", ""},
		{"# a comment\n\ndescription: \"a: b\"\nargument-hint: 'x'\n", "a: b", "x", ""},
		{"description: >\n  folded\n  text\nargument-hint: |\n  x\n", "folded text", "x", ""},
		{"description: one\n  two\n", "one two", "", ""},
		{"description:\n  below\n", "below", "", ""},
		{"description: null\nargument-hint: ~\n", "", "", ""},
		{"description:\n", "", "", ""},
		{"description: 1.10\nargument-hint: yes\n", "1.10", "yes", ""},
		{"argument-hint: [part]\n", "", "[part]", ""},
		{"argument-hint: {a: b}\n", "", "{a: b}", ""},
		{"", "", "", ""},
		{"\n \n", "", "", ""},
		// not YAML, or not all of it
		{"description: Use when: near\n", "Use when: near", "", "note 2:1 header"},
		{"description: Use when: near\r\nargument-hint: \"<p>\"\r\n", "Use when: near", "<p>", "note 2:1 header"},
		{"argument-hint: [a] [b]\ndescription: 'x: y'\n", "x: y", "[a] [b]", "note 2:1 header"},
		{"description: a: b\n  more\n\n\tand more\n", "a: b more and more", "", "note 2:1 header"},
		{"description: >-\n\ta: b\n\tc\nargument-hint: x\n", "a: b c", "x", "note 2:1 header"},
		{"description: a: b\n  more\nlost\n", "a: b more", "", "warning 2:1 header"},
		{"description: @x\nargument-hint: <a: b>\n", "@x", "<a: b>", "note 2:1 header; note 3:1 header"},
		{"description: 'open\n", "'open", "", "note 2:1 header"},
		{"description: x\nprose\nargument-hint: y\n", "x", "y", "warning 2:1 header"},
		{"description: a: b\ndescription: \"c\"\n", "a: b", "", "note 2:1 header; warning 3:1 header"},
		{"description: x\n...\nargument-hint: y\n", "x", "y", "note 2:1 header"},
		{"model: a: b\ndescription: x\n", "x", "", "note 2:1 header; warning 2:1 ignored-key"},
		{"description: a\u2028b\nfoo: x\n", "a b", "", "note 2:1 header; warning 3:1 ignored-key"},
		{"description: a\rb\n", "a b", "", "note 2:1 header"},
		{"description: x\n\"a b\": y\nargument-hint: p: q\n", "x", "p: q", "warning 3:1 ignored-key; note 4:1 header"},
		// said, because something is lost
		{"description: Fix #12 now\n", "Fix", "", "note 2:1 header"},
		{"description: \"Fix #12 now\"\n", "Fix #12 now", "", ""},
		{"description: safe\ndescription: evil\n", "safe", "", "warning 3:1 header"},
		{"description:\n  - a\n  - b\n", "", "", "warning 2:1 header"},
		{"argument-hint: [a,\n b]\n", "", "", "warning 2:1 header"},
		{"argument-hint: [a,\n ]\ndescription: x\n", "x", "", "warning 2:1 header"},
		{"argument-hint: [a]\n# c\n\ndescription: x\n", "x", "[a]", ""},
		{"Description: x\nargument_hint: y\n", "", "", "warning 2:1 ignored-key; warning 3:1 ignored-key"},
		{"allowed-tools: '*'\n", "", "", "warning 2:1 ignored-key"},
		{"description: d\nä: b\n", "d", "", "warning 3:1 ignored-key"},
		// tags, anchors and aliases are words
		{"description: !!python/object/apply:os.system [touch CANARY]\n", "!!python/object/apply:os.system [touch CANARY]", "", "note 2:1 header"},
		{"description: &a foo\nargument-hint: *a\n", "&a foo", "*a", "note 2:1 header; note 3:1 header"},
		{"x: &a {description: evil}\n<<: *a\n", "", "", "warning 2:1 ignored-key; warning 3:1 ignored-key"},
		{"description: *nowhere\n", "*nowhere", "", "note 2:1 header"},
		// nothing that steers a terminal
		{"description: \"\\e]52;c;x\\a\"\n", "", "", "warning 2:1 header"},
		{"description: ok\x1b[2J\nargument-hint: y\n", "", "y", "note 2:1 header; warning 2:1 header"},
		{"description: a\u202eb\n", "", "", "warning 2:1 header"},
		{"description: a\u200bb\n", "", "", "warning 2:1 header"},
		{"description: a\U000e0041\U000e0042b\n", "", "", "warning 2:1 header"},
		{"description: a\u200d\u200db\n", "", "", "warning 2:1 header"},
		{"description: ❤\ufe0f\ufe0f\n", "", "", "warning 2:1 header"},
		{"description: 👩\u200d🔬 é 日本\n", "👩\u200d🔬 é 日本", "", ""},
		{"description: 1\ufe0f\u20e3 ⚠\ufe0f 👩\u200d❤\ufe0f\u200d👩 می\u200cخواهم\n", "1\ufe0f\u20e3 ⚠\ufe0f 👩\u200d❤\ufe0f\u200d👩 می\u200cخواهم", "", ""},
	} {
		for _, fence := range []string{"---\n", "---  \r\n"} {
			p, problems := header(t, fence+c.head+fence+"Body\n")
			if p.Description != c.description || p.ArgumentHint != c.hint || problems != c.problems {
				t.Errorf("%q: %q, %q; %s", c.head, p.Description, p.ArgumentHint, problems)
			}
			if p.Body != "Body\n" {
				t.Errorf("%q: body %q", c.head, p.Body)
			}
		}
	}
}
