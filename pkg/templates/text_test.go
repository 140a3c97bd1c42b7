package templates_test

import (
	"strings"
	"testing"

	"usher/pkg/templates"
)

// SPEC X4: what is not a header is text from its first byte, and is never lost.
func TestWhatIsNoHeaderIsText(t *testing.T) {
	long := "---\ndescription: " + strings.Repeat("x", templates.MaxHeader) + "\n---\n"
	for text, want := range map[string]string{
		"":                                "warning empty",
		" \n":                             "warning empty",
		"x":                               "",
		"---":                             "",
		"----\ndescription: x\n---\n":     "",
		" ---\ndescription: x\n---\n":     "",
		"\n---\ndescription: x\n---\n":    "",
		"--- x\ndescription: x\n---\n":    "",
		"---\rdescription: x\r---\r":      "warning 1:4 hidden",
		"---\ntext\n":                     "",
		"---\n# Title\n":                  "",
		"---\n# Title\n---\nText\n":       "note 1:1 header",
		"---\nSome prose: yes\n---\nx\n":  "note 1:1 header",
		"---\nhttp://x\n---\nx\n":         "note 1:1 header",
		"---\n- a: b\n---\nx\n":           "note 1:1 header",
		"---\n{description: x}\n---\nx\n": "note 1:1 header",
		"---\n%YAML 1.2\na: b\n---\nx\n":  "note 1:1 header",
		"---\ndescription: x\n--\nx\n":    "warning 1:1 unclosed-header",
		"---\ndescription: x\n ---\nx\n":  "warning 1:1 unclosed-header",
		"---\ndescription: x\n----\nx\n":  "warning 1:1 unclosed-header",
		"---\r\n\r\ndescription: x":       "warning 1:1 unclosed-header",
		long:                              "warning 1:1 header",
	} {
		p, problems := header(t, text)
		if p.Body != text || p.Description != "" || problems != want {
			t.Errorf("%.60q: body %.60q, %q; %s", text, p.Body, p.Description, problems)
		}
		if p, _ := header(t, "\ufeff"+text); p.Body != text {
			t.Errorf("%.60q after a BOM: body %.60q", text, p.Body)
		}
	}
	for _, text := range []string{"---\n---\n", "---\ndescription: x\n---"} {
		if p, problems := header(t, text); p.Body != "" || problems != "warning empty" {
			t.Errorf("%q: body %q; %s", text, p.Body, problems)
		}
	}
	if p, _ := header(t, "---\n---\n\n---\na: b\n---\n"); p.Body != "\n---\na: b\n---\n" {
		t.Errorf("a second header is text: %q", p.Body)
	}
}

// SPEC F1, section 18: what cannot be read as a whole, with its place.
func TestFilesThatCannotBeRead(t *testing.T) {
	for _, c := range []struct{ text, problem, message string }{
		{"a\xff", "error 1:2 utf8", "0xff"},
		{"é\nüx\x00\x80", "error 2:4 utf8", "0x80"},
		{"\ufeffé\xc3", "error 1:2 utf8", "0xc3"},
		{"\ufeff\r\n\xed\xa0\x80", "error 2:1 utf8", "0xed"},
		{"\xff\xfeh\x00i\x00", "error 1:1 utf8", "UTF-16"},
		{"\xfe\xff\x00h\x00i", "error 1:1 utf8", "UTF-16"},
		{"h\x00i\x00", "error 1:1 utf8", "UTF-16"},
		{"\x00h\x00i", "error 1:1 utf8", "UTF-16"},
		{strings.Repeat("x", templates.MaxFile+1), "error too-large", "1048577 bytes"},
	} {
		p, found, ok := templates.ParsePrompt("a.md", []byte(c.text), "yours", "a.md")
		if got := list(t, "a.md", found, ok); got != c.problem || p != (templates.Prompt{}) || !strings.Contains(found[0].Message, c.message) {
			t.Errorf("%.20q: %s, %+v", c.text, got, found)
		}
		_, found, ok = templates.ParsePrompt("A.md", []byte(c.text), "yours", "a.md")
		if got := list(t, "a.md", found, ok); got != "error bad-name; "+c.problem {
			t.Errorf("%.20q: not every problem is told: %s", c.text, got)
		}
	}
	for _, text := range []string{"a\x00b c\n", "a\x00b", "\x00abc"} { // a zero is strange, and UTF-8
		if p, problems := header(t, text); problems != "warning 1:2 hidden" && problems != "warning 1:1 hidden" || p.Body != text {
			t.Errorf("%q: %s", text, problems)
		}
	}
	for _, text := range []string{strings.Repeat("x", templates.MaxFile), "\ufeff" + strings.Repeat("x", templates.MaxFile-3)} {
		if p, problems := header(t, text); problems != "" || p.Body != strings.TrimPrefix(text, "\ufeff") {
			t.Errorf("%.20q: %s", text, problems)
		}
	}
}
