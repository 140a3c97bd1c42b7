package texts

import (
	"strings"
	"testing"

	"usher/pkg/templates"
	"usher/pkg/trust"
)

// messages is a set with a prompt, a command in a folder, and a skill.
func messages(t testing.TB) *Set {
	t.Helper()
	home, project := t.TempDir(), t.TempDir()
	put(t, home, "prompts/review.md", "Look at $ARGUMENTS; first $1.\n")
	put(t, home, "skills/checks/SKILL.md", header+"1. Run `awk '{print $1}'`.\n")
	put(t, project, ".claude/commands/frontend/component.md", "---\nargument-hint: <name>\n---\nMake <$1>.\n")
	s := Load(Input{Home: home, Project: trust.ReadFolder(project, nil), State: trust.Trusted})
	return &s
}

// SPEC X5: what stands at the very start of a message and is defined expands, once;
// every other message is what was typed.
func TestMessagesExpand_X5(t *testing.T) {
	s := messages(t)
	for in, want := range map[string]string{
		"/review beam.stl fast":           "Look at beam.stl fast; first beam.stl.\n",
		"/review /review $1 $ARGUMENTS":   "Look at /review $1 $ARGUMENTS; first /review.\n",
		"/frontend:component Button":      "Make <Button>.\n",
		"/frontend:component\n/review x":  "Make </review>.\n",
		"/checks":                         "1. Run `awk '{print $1}'`.\n",
		"/checks now $1":                  "1. Run `awk '{print $1}'`.\n\nnow $1",
		"/tmp/model.stl":                  "/tmp/model.stl",
		"/component x":                    "/component x",
		"/frontend x":                     "/frontend x",
		"/frontend:other x \r\n":          "/frontend:other x \r\n",
		"/mcp:lab:summarise x":            "/mcp:lab:summarise x",
		"//review x":                      "/review x",
		" /review x":                      " /review x",
		"say /review x":                   "say /review x",
		"/Review x":                       "/Review x",
		"/review:x y":                     "/review:x y",
		"/frontend:component:deeper \xff": "/frontend:component:deeper \xff",
	} {
		if got, _ := templates.ExpandMessage(in, s.Prompt); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// Property of the same: an argument stands literally in what comes out and nothing
// in it is expanded; a name that is not defined comes out with every byte.
func FuzzArgumentsAreLiteral(f *testing.F) {
	s := messages(f)
	for _, a := range []string{"x", "$1 $ARGUMENTS", `\$1`, "/review x", "'a b' \"c", "\xff\x00", "{{.}} %s $& ${x}", "a\r\n"} {
		f.Add(a)
	}
	f.Fuzz(func(t *testing.T, rest string) {
		said := "x" + strings.TrimSuffix(strings.TrimSuffix(rest, "\n"), "\r")
		first := ""
		if words := templates.Words(said); len(words) > 0 {
			first = words[0]
		}
		for in, want := range map[string]string{
			"/review " + said:             "Look at " + said + "; first " + first + ".\n",
			"/frontend:component " + said: "Make <" + first + ">.\n",
			"/checks " + said:             "1. Run `awk '{print $1}'`.\n\n" + said,
		} {
			if strings.HasSuffix(said, "\n") || strings.HasSuffix(said, "\r") {
				continue // the break that ends a message is none of the argument's
			}
			if got, expanded := templates.ExpandMessage(in, s.Prompt); got != want || !expanded {
				t.Fatalf("%q: %q, want %q", in, got, want)
			}
		}
		for _, in := range []string{"/other " + rest, "/front:end " + rest, "/mcp:a:b " + rest, " " + rest, "x" + rest} {
			if got, expanded := templates.ExpandMessage(in, s.Prompt); got != in || expanded {
				t.Fatalf("%q became %q", in, got)
			}
		}
	})
}
