package templates_test

import (
	"strings"
	"testing"

	"usher/pkg/templates"
)

// SPEC X5: what is a call and what is to be taken as typed.
func TestCalls(t *testing.T) {
	for _, c := range []struct {
		in   string
		want templates.Call
		ok   bool
	}{
		{"/review", templates.Call{Name: "review"}, true},
		{"/review a  b ", templates.Call{Name: "review", Rest: "a  b "}, true},
		{"/review \t\r\n  a", templates.Call{Name: "review", Rest: "a"}, true},
		{"/review\na\nb\n", templates.Call{Name: "review", Rest: "a\nb"}, true},
		{"/review a\r\n", templates.Call{Name: "review", Rest: "a"}, true},
		{"/review a\n\n", templates.Call{Name: "review", Rest: "a\n"}, true},
		{"/review\n", templates.Call{Name: "review"}, true},
		{"/review \n\n ", templates.Call{Name: "review"}, true},
		{"/review /other", templates.Call{Name: "review", Rest: "/other"}, true},
		{"/" + strings.Repeat("a", 48), templates.Call{Name: strings.Repeat("a", 48)}, true},
		{"/review:x a:b", templates.Call{Name: "review:x", Rest: "a:b"}, true},
		{"/a:b:c-d9", templates.Call{Name: "a:b:c-d9"}, true},
		{"//", templates.Call{Rest: "/", Literal: true}, true},
		{"//review a\n", templates.Call{Rest: "/review a\n", Literal: true}, true},
		{"///a", templates.Call{Rest: "//a", Literal: true}, true},
		{in: ""}, {in: "/"}, {in: "/ review"}, {in: " /review"}, {in: "\n/review"}, {in: "\ufeff/review"}, {in: "review"}, {in: `\/review`},
		{in: "/tmp/model.stl"}, {in: "/tmp/"}, {in: "/Review"}, {in: "/9x"}, {in: "/my_review"}, {in: "/review:"}, {in: "/:review"}, {in: "/a::b"}, {in: "/a:B"}, {in: "/a:9"}, {in: "/mcp:a"}, {in: "/mcp:a:b"},
		{in: "/a" + strings.Repeat(":a", 16)}, {in: "/review."},
		{in: "/review\u00a0a"}, {in: "/review\x00"}, {in: "/" + strings.Repeat("a", 49)}, {in: "/rеview"}, {in: "/re\u200bview"}, {in: "\uff0freview"},
	} {
		if got, ok := templates.Parse(c.in); got != c.want || ok != c.ok {
			t.Errorf("%q: %+v, %v", c.in, got, ok)
		}
	}
}

// SPEC X5: a message that no prompt stands behind comes out byte for byte, and
// the set is asked once, for the first name alone.
func TestOnlyADefinedPromptAtTheStartExpands(t *testing.T) {
	for _, c := range []struct {
		in, out, asked string
		expanded       bool
	}{
		{"/review a\n", "<a>\n", "review", true},
		{"/review /review b", "</review b>\n", "review", true},
		{"/other a\r\n\n", "/other a\r\n\n", "other", false},
		{"/tmp/model.stl \xff", "/tmp/model.stl \xff", "", false},
		{"x\n/review a\n", "x\n/review a\n", "", false},
		{"//review a\n", "/review a\n", "", false}, {"//", "/", "", false}, {"///", "//", "", false}, {"", "", "", false},
	} {
		var asked []string
		out, expanded := templates.ExpandMessage(c.in, func(name string) (templates.Prompt, bool) {
			asked = append(asked, name)
			return body("<$ARGUMENTS>\n"), name == "review"
		})
		if out != c.out || expanded != c.expanded || strings.Join(asked, " ") != c.asked {
			t.Errorf("%q: %q, %v, asked for %v", c.in, out, expanded, asked)
		}
	}
}
