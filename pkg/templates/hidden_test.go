package templates_test

import (
	"strings"
	"testing"

	"usher/pkg/templates"
)

// SPEC F4, F6: what an assistant reads and a person does not see is told of, with
// its place in the file, and the text stays as it is.
func TestHiddenCharactersAreTold_F4(t *testing.T) {
	const head = "---\ndescription: d\n---\n"
	for text, want := range map[string]string{
		"plain\ttext\r\nwith é 日本 👩‍🔬 1\ufe0f\u20e3 ❤\ufe0f\n": "",
		"a\u00a0b\u3000c":            "", // blanks are seen
		"a\x1b[2Jb":                  "warning 4:2 hidden",
		"one\ntwo \u202etxt":         "warning 5:5 hidden",
		"x\U000e0069\U000e0067":      "warning 4:2 hidden",
		"zero\u200bwidth":            "warning 4:5 hidden",
		"\u200d":                     "warning 4:1 hidden",
		"soft\u00adhyphen":           "warning 4:5 hidden",
		"a\ufeffb":                   "warning 4:2 hidden",
		"a\u2028b":                   "warning 4:2 hidden",
		"a\rb":                       "warning 4:2 hidden",
		"private \ue000":             "warning 4:9 hidden",
		"ab\x00":                     "warning 4:3 hidden",
		"a\u200db":                   "warning 4:2 hidden", // ASCII joins nothing
		"é\ufe0e\ufe0f\ufe0e\ufe0f!": "warning 4:3 hidden", // no two of them in a row
	} {
		p, problems := header(t, head+text)
		if problems != want || p.Body != text {
			t.Errorf("%q: %s, body %q", text, problems, p.Body)
		}
		s, found, ok := templates.ParseSkill("a", []byte(head+text), "yours", "a.md")
		if got := list(t, "a.md", found, ok); got != want || s.Body != text {
			t.Errorf("as a skill, %q: %s, body %q", text, got, s.Body)
		}
		in, found, ok := templates.ParseInstructions([]byte(text), 6000, "yours", "a.md")
		if got := list(t, "a.md", found, ok); (got == "") != (want == "") || !ok || in.Text != strings.ReplaceAll(text, "\r\n", "\n") {
			t.Errorf("as instructions, %q: %s, text %q", text, got, in.Text)
		}
	}
}
