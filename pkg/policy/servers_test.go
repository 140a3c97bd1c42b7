package policy

import (
	"strings"
	"testing"
)

// launched are servers that the lists are held against.
func launched(what string) Launched {
	switch what {
	case "npx":
		return Launched{Command: "npx", Program: "/opt/node/bin/npx", Real: "/opt/node/lib/npx-cli.js"}
	case "machine's npx":
		return Launched{Machine: true, Command: "npx", Program: "/opt/node/bin/npx", Real: "/opt/node/lib/npx-cli.js"}
	case "missing":
		return Launched{Command: "gone"}
	case "package":
		return Launched{Package: "@acme/srv@1.2.3"}
	}
	return Launched{URL: what}
}

// SPEC C4: deny is a command as written, the program it is, the file that is, a URL
// in whatever spelling, a package; and each pattern covers the whole of one.
func TestServersDenyCoversWhatIsLaunched_C4(t *testing.T) {
	for _, c := range []struct {
		pattern, what string
		want          bool
	}{
		{"npx", "npx", true}, {"NPX", "npx", true}, {"/opt/node/*", "npx", true}, {"*npx-cli.js", "npx", true}, {"np", "npx", false}, {"*-y*", "npx", false},
		{"gone", "missing", true}, {"*", "missing", true}, {"", "missing", false}, {"*/gone", "missing", false},
		{"@acme/*", "package", true}, {"@acme/srv@1.2.*", "package", true}, {"@acme/srv", "package", false}, {"npm:*", "package", false},
		{"https://evil.example/*", "https://evil.example/mcp", true}, {"https://evil.example/*", "HTTPS://Evil.Example/mcp", true},
		{"https://evil.example/*", "https://evil.example:443/mcp", true}, {"https://evil.example/*", "https://evil.example", true},
		{"https://evil.example/*", "https://evil.example?a=b", true}, {"https://EVIL.example/*", "https://evil.example/", true},
		{"https://evil.example/*", "https://evil.example:8443/mcp", false}, {"https://evil.example/*", "https://good.example/?https://evil.example/", false},
		{"http://[::1]/*", "http://[0:0:0:0:0:0:0:1]:80/x", true}, {"http://[::1]:9/*", "http://[::1]:9/", true},
	} {
		p := Default()
		if c.pattern != "" {
			p = mustParse(t, machineFile(`{"servers":{"deny":["`+c.pattern+`"]}}`), Source{})
		}
		r, got := p.Refusing(launched(c.what))
		if got != c.want || got && (r != Refusal{"servers.deny", "machine", "/etc/usher/policy.json:1:21", c.pattern, ""}) {
			t.Errorf("%q on %s: %v, %+v", c.pattern, c.what, got, r)
		}
	}
}

// SPEC C4, L8: every layer's own allow list must cover a server, so that a second
// list never loosens the first; the person's binds no server of the machine's.
func TestEachServersAllowMustCover_C4(t *testing.T) {
	const none, npx, uvx, both = `[]`, `["npx"]`, `["uvx"]`, `["uvx","npx"]`
	for _, c := range []struct{ machine, yours, what, by string }{
		{none, none, "npx", ""}, {npx, none, "npx", ""}, {none, npx, "npx", ""}, {npx, npx, "npx", ""}, {both, npx, "npx", ""}, {npx, both, "npx", ""},
		{uvx, none, "npx", "machine"}, {uvx, npx, "npx", "machine"}, {uvx, `["*"]`, "npx", "machine"}, {uvx, uvx, "npx", "machine"},
		{none, uvx, "npx", "yours"}, {npx, uvx, "npx", "yours"}, {`["*"]`, uvx, "npx", "yours"},
		{uvx, none, "machine's npx", "machine"}, {none, uvx, "machine's npx", ""}, {npx, uvx, "machine's npx", ""},
		{`["NPX"]`, none, "npx", "machine"}, {`["*npx-cli.js"]`, none, "npx", "machine"}, {`["/opt/node/bin/*"]`, none, "npx", ""},
		{`["https://good.example/*"]`, none, "https://Good.example:443", ""}, {`["https://good.example/*"]`, none, "https://good.example.evil/", "machine"},
		{`["*"]`, `["*"]`, "package", ""}, {`["@acme/*"]`, none, "package", ""}, {npx, none, "package", "machine"},
	} {
		p := mustParse(t, machineFile(`{"servers":{"allow":`+c.machine+`}}`), yourFile(`{"servers":{"allow":`+c.yours+`}}`))
		r, refused := p.Refusing(launched(c.what))
		want := map[string]Refusal{
			"machine": {"servers.allow", "machine", "/etc/usher/policy.json:1:21", "", ""}, "yours": {"servers.allow", "yours", "/h/policy.json:1:21", "", ""},
		}[c.by]
		if refused != (c.by != "") || r != want {
			t.Errorf("machine %s, yours %s on %s: %v, %+v", c.machine, c.yours, c.what, refused, r)
		}
	}
}

// SPEC C4, L8: deny beats allow, the machine's binds its own servers, the person's
// does not, and the file that locks nothing cannot be told apart by its layer's word.
func TestServersDenyBeatsAllow_C4(t *testing.T) {
	allowing := machineFile(`{"servers":{"allow":["*"]}}`)
	yours := yourFile(`{"servers":{"deny":["npx"]}}`)
	yours.Layer = "machine"
	p := mustParse(t, allowing, yours)
	if r, no := p.Refusing(launched("npx")); !no || r.Key != "servers.deny" || r.Place != "/h/policy.json:1:21" {
		t.Errorf("got %+v, %v", r, no)
	}
	if r, no := p.Refusing(launched("machine's npx")); no {
		t.Errorf("the person's list binds the machine's server: %+v", r)
	}
	p = mustParse(t, machineFile(`{"servers":{"deny":["npx"]}}`), yourFile(`{"servers":{"allow":["*"]}}`))
	for _, what := range []string{"npx", "machine's npx"} {
		if r, no := p.Refusing(launched(what)); !no || r.Layer != "machine" {
			t.Errorf("%s: got %+v, %v", what, r, no)
		}
	}
}

// What would be a mistake as a tool's name stands in every path and URL.
func TestServerPatternsWarnOnlyOfRegularExpressions(t *testing.T) {
	for text, want := range map[string]int{
		`C:\\Tools\\(x86)\\*`: 0, `http://[::1]:*`: 0, `https://a.example/?x=*`: 0, `/usr/bin/.*`: 1, `.*npx`: 1, `srv@1.2.*`: 0, `^npx`: 1, `npx$`: 1, `evil\\.example`: 1,
	} {
		if p, problems := Parse(Source{}, yourFile(`{"servers":{"deny":["`+text+`"]}}`)); !p.Usable() || len(problems) != want {
			t.Errorf("%s: usable %v, %v", text, p.Usable(), problems)
		}
	}
}

// SPEC C4: where sandbox.required is set nothing starts outside a sandbox, the
// machine's own server included; one in its sandbox does.
func TestRequiredSandboxBindsEveryServer_C4(t *testing.T) {
	p := mustParse(t, Source{}, yourFile(`{"sandbox":{"required":true}}`))
	for _, machine := range []bool{false, true} {
		r, never := p.Refusing(Launched{Machine: machine, Command: "cat", Unsandboxed: "its sandbox is off"})
		if !never || r.Key != "sandbox.required" || r.Place != "/h/policy.json:1:24" || !strings.Contains(r.Words(), "its sandbox is off") || !strings.Contains(r.Says(), "without a sandbox") {
			t.Errorf("machine %v: %+v, %v", machine, r, never)
		}
		if r, never := p.Refusing(Launched{Machine: machine, Command: "cat"}); never {
			t.Errorf("one in a sandbox: %+v", r)
		}
	}
	if r, never := Default().Refusing(Launched{Command: "cat", Unsandboxed: "its sandbox is off"}); never {
		t.Errorf("nobody requires it: %+v", r)
	}
}
