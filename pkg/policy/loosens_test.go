package policy

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"usher/pkg/names"
)

// SPEC C2: a star over narrower patterns forbids more, and fewer than a star allow less.
func TestAStarCoversWhatItReplaces_C2(t *testing.T) {
	for _, c := range []struct{ key, before, after, loose string }{
		{"tools.deny", `["a","b__*"]`, `["*"]`, ""}, {"tools.deny", `["*"]`, `["a"]`, "tools.deny"}, {"tools.deny", `["a","b"]`, `["b*"]`, "tools.deny"},
		{"tools.deny", `["a*"]`, `["*a*"]`, "tools.deny"}, {"tools.ask", `["a"]`, `["*"]`, ""}, {"tools.ask", `["*"]`, `["a"]`, "tools.ask"},
		{"servers.deny", `["npx","uvx"]`, `["*"]`, ""}, {"servers.deny", `["*"]`, `["npx"]`, "servers.deny"},
		{"servers.allow", `["*"]`, `["node"]`, ""}, {"servers.allow", `["*","npx"]`, `["node","/x/*"]`, ""}, {"servers.allow", `["node","npx"]`, `["npx"]`, ""},
		{"servers.allow", `[]`, `["npx"]`, ""}, {"servers.allow", `["*"]`, `[]`, "servers.allow"}, {"servers.allow", `["node"]`, `["*"]`, "servers.allow"},
		{"servers.allow", `["node"]`, `["npx"]`, "servers.allow"}, {"servers.allow", `["node"]`, `[]`, "servers.allow"},
	} {
		group, name, _ := strings.Cut(c.key, ".")
		file := func(list string) Policy {
			return mustParse(t, Source{}, yourFile(`{"`+group+`":{"`+name+`":`+list+`}}`))
		}
		if got := strings.Join(Loosens(file(c.before), file(c.after)), " "); got != c.loose {
			t.Errorf("%s from %s to %s: loosens %q, not %q", c.key, c.before, c.after, got, c.loose)
		}
	}
}

// SPEC C2, A5: no loosening is missed: what is not named as looser refuses and asks
// whatever it did.
func TestLoosensMissesNothing_C2(t *testing.T) {
	rnd := rand.New(rand.NewPCG(4, 2))
	tools := []string{"*", "a", "a*", "*a", "a__*", "mcp__a__b", "x__a", "*__*"}
	starts := []string{"*", "npx", "*/npx", "/opt/*", "http://localhost/*", "http://localhost/a/*", "http://[::1]/x", "p@1.2", "/opt/../bin/npx"}
	pick := func(patterns []string) string {
		var some []string
		for range rnd.IntN(4) {
			some = append(some, `"`+patterns[rnd.IntN(len(patterns))]+`"`)
		}
		return "[" + strings.Join(some, ",") + "]"
	}
	file := func() string {
		return fmt.Sprintf(`{"servers":{"allow":%s,"deny":%s},"tools":{"deny":%s,"ask":%s}}`, pick(starts), pick(starts), pick(tools), pick(tools))
	}
	var launches []Launched
	for _, what := range []string{"http://localhost/a/../x", "http://127.0.0.1/x", "http://localhost/%61/b", "http://[::1]/a//x", "https://a/", "npx", "machine's npx", "missing", "package"} {
		launches = append(launches, launched(what))
	}
	launches = append(launches, Launched{Command: "/opt/../bin/npx"}, Launched{Package: "p@1.2"}, Launched{Machine: true, Command: "a"}, Launched{})
	for range 4000 {
		texts := []string{file(), file(), file(), file()}
		before, after := mustParse(t, machineFile(texts[0]), yourFile(texts[1])), mustParse(t, machineFile(texts[2]), yourFile(texts[3]))
		loose := Loosens(before, after)
		servers := slices.Contains(loose, "servers.allow") || slices.Contains(loose, "servers.deny")
		for _, l := range launches {
			_, was := before.Refusing(l)
			if _, is := after.Refusing(l); was && !is && !servers {
				t.Fatalf("%+v was refused, and %v is loose:\n%s", l, loose, strings.Join(texts, "\n"))
			}
		}
		for _, tool := range []names.Tool{names.NewTool("a", "b"), names.NewTool("x", "a"), names.NewTool("b", "c"), names.NewTool("npx", "p")} {
			covered := func(rules []Rule) bool {
				return slices.ContainsFunc(rules, func(r Rule) bool { return r.Pattern.Match(tool) })
			}
			denied, asked := covered(before.ToolsDeny), covered(before.ToolsAsk)
			if denied && !covered(after.ToolsDeny) && !slices.Contains(loose, "tools.deny") {
				t.Fatalf("%s was denied, and %v is loose:\n%s", tool, loose, strings.Join(texts, "\n"))
			}
			if asked && !covered(after.ToolsAsk) && !covered(after.ToolsDeny) && !slices.Contains(loose, "tools.ask") {
				t.Fatalf("%s was asked about, and %v is loose:\n%s", tool, loose, strings.Join(texts, "\n"))
			}
		}
	}
}
