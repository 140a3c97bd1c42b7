package policy

import (
	"strings"
	"testing"
)

// SPEC C4: a list of what may start is not widened by a spelling: what leads
// elsewhere is covered only by what covers where it leads.
func TestServersAllowIsNotWidenedBySpelling_C4(t *testing.T) {
	const safe, bin = "http://127.0.0.1:9128/safe/*", "/tmp/bin1/*"
	url := func(path string) Launched { return Launched{URL: "http://127.0.0.1:9128" + path} }
	file := func(path string) Launched { return Launched{Command: path, Program: path} }
	for _, c := range []struct {
		pattern string
		l       Launched
		want    bool
	}{
		{safe, url("/safe/mcp"), true}, {safe, url("/safe/./mcp"), true}, {safe, url("/%73afe/mcp"), true}, {safe, url("/safe/a%2Fb"), true},
		{safe, url("/safe//mcp"), true}, {safe, url("/safe/mcp?"), true}, {safe, url("/safe/mcp?x=/../y"), true}, {safe, url("/x/../safe/mcp"), true},
		{safe, url("/safe/../mcp"), false}, {safe, url("/safe/%2e%2e/mcp"), false}, {safe, url("/safe/..%2fmcp"), false}, {safe, url("/safe/%2E./mcp"), false},
		{safe, url("/safe/..%5Cmcp"), false}, {safe, url("/safe/a/../../mcp"), false}, {safe, url("/safe/%252e%252e/mcp"), false}, {safe, url("/safe/..;a/mcp"), false},
		{safe, url("/safe/%252525252e./mcp"), false}, {safe, url("/safe/.."), false}, {safe, url("/safe/%"), true}, {safe, url("/safe%2f..%2fmcp"), false},
		{"http://127.0.0.1:9128/safe/../mcp", url("/safe/../mcp"), true}, {"http://127.0.0.1:9128/mcp", url("/safe/../mcp"), true},
		{"http://localhost:9128/*", url("/mcp"), false}, {"*", url("/safe/../mcp"), true},
		{bin, file("/tmp/bin1/a"), true}, {bin, file("/tmp/bin1/../bin2/evil.py"), false}, {bin, file("/tmp//bin1/./a"), true}, {bin, file("/tmp/bin1/.."), false},
		{"/tmp/bin1/../bin2/a", file("/tmp/bin1/../bin2/a"), true}, {"./a", file("./a"), true}, {"a", file("./a"), false}, {"bin/*", file("bin/../a"), false},
		{bin, Launched{Command: "/tmp/link/../bin1/a", Program: "/home/evil/bin1/a"}, false}, {bin, Launched{Command: "/tmp/link/../bin1/a", Program: "/tmp/bin1/a"}, true},
	} {
		p := mustParse(t, machineFile(`{"servers":{"allow":["`+c.pattern+`"]}}`), Source{})
		if _, refused := p.Refusing(c.l); refused == c.want {
			t.Errorf("allow %s on %+v: refused %v", c.pattern, c.l, refused)
		}
	}
}

// SPEC C4: a guard is not walked around by a spelling, nor by another name of this
// computer.
func TestServersDenySeesEverySpelling_C4(t *testing.T) {
	const mcp, bin = "http://127.0.0.1:9128/mcp", "/tmp/bin2/*"
	for _, c := range []struct {
		pattern, what string
		want          bool
	}{
		{mcp, "http://127.0.0.1:9128/%6dcp", true}, {mcp, "http://127.0.0.1:9128/%6Dcp", true}, {mcp, "http://127.0.0.1:9128/./mcp", true}, {mcp, "http://127.0.0.1:9128/x/../mcp", true},
		{mcp, "http://127.0.0.1:9128//mcp", true}, {mcp, "http://127.0.0.1:9128/mcp?", true}, {mcp, "http://localhost:9128/mcp", true}, {mcp, "HTTP://LOCALHOST:9128/mcp?", true},
		{mcp, "http://[::1]:9128/mcp", true}, {mcp, "http://[0:0::1]:9128/%6dcp", true}, {"http://localhost:9128/*", mcp, true}, {"http://[::1]:9128/*", mcp, true},
		{mcp, "http://127.0.0.1:9129/mcp", false}, {mcp, "http://127.0.0.1:9128/mcp2", false}, {mcp, "http://127.0.0.1:9128/mcp?a=b", false}, {mcp, "http://127.0.0.1:9128/mcp/", false},
		{mcp, "https://other.example:9128/mcp", false}, {"http://localhost/mcp", "http://127.0.0.1:80/mcp", true},
		{"https://evil.example:443/mcp", "https://evil.example/mcp", true}, {"https://evil.example/%6dcp", "https://evil.example/mcp", true},
		{"https://evil.example/safe/*", "https://evil.example/safe/../x", true}, {"https://evil.example/a/b", "https://evil.example/a%2fb", true},
	} {
		p := mustParse(t, machineFile(`{"servers":{"deny":["`+c.pattern+`"]}}`), Source{})
		if _, refused := p.Refusing(Launched{URL: c.what}); refused != c.want {
			t.Errorf("deny %s on %s: refused %v", c.pattern, c.what, refused)
		}
	}
	p := mustParse(t, machineFile(`{"servers":{"deny":["`+bin+`"]}}`), Source{})
	for command, want := range map[string]bool{"/tmp/bin1/../bin2/a": true, "/tmp//bin2/a": true, "/tmp/bin2/../bin1/a": true, "/tmp/bin1/a": false} {
		if _, refused := p.Refusing(Launched{Command: command}); refused != want {
			t.Errorf("deny %s on %s: refused %v", bin, command, refused)
		}
	}
}

// The settled spelling settles: doing it again changes nothing, and no path keeps a
// dot segment.
func FuzzSettledURL(f *testing.F) {
	for _, s := range []string{"/safe/%2e%2e/mcp", "/..%252f;/./a?", "//", "/%25%32%65./b", "/a/..", "/%2"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, path string) {
		once := settledURL("http://h/" + path)
		if again := settledURL(once); again != once && !strings.HasSuffix(once, "?") && !strings.HasSuffix(again, "?") {
			t.Errorf("%q, then %q", once, again)
		}
		name, _, _ := strings.Cut(once, "?")
		for _, s := range strings.Split(strings.TrimPrefix(name, "http://h"), "/") {
			if s == ".." || s == "." {
				t.Errorf("%q keeps %q", once, s)
			}
		}
	})
}
