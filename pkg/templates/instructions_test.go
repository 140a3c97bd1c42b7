package templates_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"usher/pkg/templates"
)

// SPEC X2, case skill-10: the first 6000 characters, not bytes, with no broken
// letter, and where they end.
func TestInstructionsAreCutByCharacters_X2(t *testing.T) {
	const max = 6000
	for _, c := range []struct {
		text       string
		sent, has  int
		problems   string
		endsBefore string
	}{
		{strings.Repeat("測", 7000), 6000, 7000, "warning 1:6001 cut", ""},
		{strings.Repeat("x", 6000), 6000, 6000, "", ""},
		{strings.Repeat("x", 6001), 6000, 6001, "warning 1:6001 cut", ""},
		{"\ufeff" + strings.Repeat("x", 6000), 6000, 6000, "", ""},
		{strings.Repeat("x\r\n", 3001), 6000, 6002, "warning 3001:1 cut", ""},
		{strings.Repeat("x", 5999) + "e\u0301e\u0301", 5999, 6003, "warning 1:6000 cut", "e\u0301"},
		{strings.Repeat("x", 5998) + "👩\u200d🔬!", 5998, 6002, "warning 1:5999 cut", "👩"},
		{strings.Repeat("x", 5999) + "🇩🇪!", 5999, 6002, "warning 1:6000 cut", "🇩🇪"},
		{strings.Repeat("x", 5998) + "🇩🇪🇫🇷", 6000, 6002, "warning 1:6001 cut", "🇫🇷"},
		{strings.Repeat("x", 5999) + "👍🏽!", 5999, 6002, "warning 1:6000 cut", "👍🏽"},
		{"x" + strings.Repeat("\u0301", 7000), 6000, 7001, "warning 1:6001 cut", ""}, // no letter
		{"", 0, 0, "note empty", ""},
		{" \r\n\t", 3, 3, "note empty", ""},
	} {
		in, found, ok := templates.ParseInstructions([]byte(c.text), max, "yours", "a.md")
		if got := list(t, "a.md", found, ok); got != c.problems || !ok {
			t.Errorf("%.10q: %v %s", c.text, ok, got)
		}
		text := strings.ReplaceAll(strings.TrimPrefix(c.text, "\ufeff"), "\r\n", "\n")
		if n := utf8.RuneCountInString(in.Text); n != c.sent || in.Characters != c.has || in.Cut != (c.sent < c.has) {
			t.Errorf("%.10q: %d of %d characters, cut %v", c.text, n, in.Characters, in.Cut)
		}
		rest, prefix := strings.CutPrefix(text, in.Text)
		if !prefix || !utf8.ValidString(in.Text) || !strings.HasPrefix(rest, c.endsBefore) {
			t.Errorf("%.10q: the text is not the file's beginning", c.text)
		}
		if in.Layer != "yours" || in.File != "a.md" {
			t.Errorf("%+v", in)
		}
	}
}

// SPEC X2, F1: what is not UTF-8 is a problem with its place, not silence; all
// else is text, a header and what looks like a command too (SPEC X1).
func TestInstructionsAreTextOrAProblem_X2(t *testing.T) {
	for text, want := range map[string]string{
		"ok\nb\xff": "error 2:2 utf8", "\xff\xfeh\x00": "error 1:1 utf8",
		strings.Repeat("x", templates.MaxFile+1): "error too-large",
	} {
		in, found, ok := templates.ParseInstructions([]byte(text), 6000, "project", "a.md")
		if got := list(t, "a.md", found, ok); got != want || in != (templates.Instructions{}) {
			t.Errorf("%.10q: %s, %+v", text, got, in)
		}
	}
	for _, text := range []string{"---\ndescription: x\n---\nText", "!touch x\n@/etc/passwd\n$1 \\$ $ARGUMENTS", "---\nopen"} {
		in, found, ok := templates.ParseInstructions([]byte(text), 6000, "project", "a.md")
		if !ok || len(found) != 0 || in.Text != text {
			t.Errorf("%q: %+v %v", text, in, found)
		}
	}
}
