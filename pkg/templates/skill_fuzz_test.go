package templates_test

import (
	"strings"
	"testing"
	"unicode"

	"usher/pkg/fault"
	"usher/pkg/templates"
)

// SPEC X3: a skill is dropped with an error or has a description on one line that
// everybody sees, and its body is the file's own end, byte for byte.
func FuzzParseSkill(f *testing.F) {
	for _, s := range []string{
		"---\ndescription: x\nname: a\n---\nBody $1\n", "\ufeff---\r\ndescription: 'a: b'\r\n---\r\nx", "---\ndescription: a: b\n  c\nd: &a [*a]\n---\n",
		"---\ndescription: \"\\e]52;c;x\\a\"\n---\n", "---\ndescription: a\U000e0041\n---\n", "---\nb: &b x\ndescription: x\n---\n", "---\n", "",
		"---\ndescription: safe\ndescription: evil\n---\nx", "---\ndescription: |\n a\n\n b\n---\nx", "---\nname: b\ndescription: x\n---\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, found, ok := templates.ParseSkill("a", []byte(text), "yours", "f")
		bad := false
		for _, p := range found {
			bad = bad || p.Severity == fault.SeverityError
			if p.File != "f" || p.Line > strings.Count(text, "\n")+1 || (p.Line == 0) != (p.Column == 0) {
				t.Fatalf("%q: place of %+v", text, p)
			}
		}
		if ok == bad || !ok && s != (templates.Skill{}) {
			t.Fatalf("%q: usable %v, %+v, %v", text, ok, s, found)
		}
		if !ok {
			return
		}
		unseen := func(c rune) bool {
			return unicode.IsControl(c) || unicode.In(c, unicode.Bidi_Control, unicode.Zl, unicode.Zp, unicode.Co) || c >= 0xe0000 && c < 0xe0080
		}
		if s.Name != "a" || s.Description == "" || strings.ContainsFunc(s.Description, unseen) || !strings.HasSuffix(text, s.Body) {
			t.Fatalf("%q: %+v", text, s)
		}
	})
}
