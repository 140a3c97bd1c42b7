package mcp

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/strictjson"
)

// SPEC F3: whatever the bytes, every entry is a server that keeps all rules or
// is dropped with a placed problem; a refused file says why.
func FuzzParseFile(f *testing.F) {
	for _, pattern := range []string{"testdata/attacks/mcp/*.json", "testdata/cases/*/*.json"} {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			f.Fatal(pattern, err)
		}
		for _, path := range paths {
			data, err := os.ReadFile(path)
			if err != nil {
				f.Fatal(err)
			}
			if len(data) < 1<<16 {
				f.Add(data, true)
				f.Add(data, false)
			}
		}
	}
	f.Add([]byte(commented), false)
	for _, fields := range []string{`"command":"npx","args":["${env:A:-b}"],"env":{"A":"${secret:B}"},"sandbox":{"read":["workspace/x"],"enabled":false}`,
		`"package":{"npm":"@a/b@1.2.3","bin":"c"},"env":["A"],"timeoutMs":1e3`, `"url":"https://h/?a","headers":{"A":"${env:B}"},"oauth":{"clientId":"c","scopes":["d"]}`} {
		f.Add([]byte(entryOf(fields)), true)
		f.Add([]byte(theirs(fields)), false)
	}
	f.Fuzz(func(t *testing.T, data []byte, project bool) {
		file := ParseFile(data, Source{Path: "mcp.json"}, Rules{Layer: "yours", Project: project, GOOS: "linux"})
		errors := 0
		for _, p := range file.Problems {
			if p.Rule == "" || p.Message == "" || p.File == "" || !strings.HasPrefix(p.Rule, "mcp/") {
				t.Errorf("half a problem: %+v", p)
			}
			if p.Severity == fault.SeverityError {
				errors++
			}
		}
		if file.Unusable {
			if len(file.Servers)+len(file.Dropped) > 0 || errors == 0 {
				t.Errorf("refused, but %d servers, %d dropped, %d errors", len(file.Servers), len(file.Dropped), errors)
			}
			return
		}
		if got, want := len(file.Servers)+len(file.Dropped), entriesIn(data); got != want {
			t.Errorf("%d entries of %d are accounted for", got, want)
		}
		placed(t, "fuzzed", file)
		ids := map[names.ServerID]bool{}
		for _, s := range file.Servers {
			sound(t, s, project)
			if ids[s.ID] {
				t.Errorf("two servers are %s", s.ID)
			}
			ids[s.ID] = true
		}
		if n := len(file.Servers); n > 0 {
			rewritten(t, data, file, file.Servers[n-1])
		}
	})
}

func entriesIn(data []byte) int {
	root, _ := strictjson.Decode(data, decoding(""))
	n := len(root.Get(keyServers).Items())
	for _, m := range root.Get(keyMcpServers).Members() {
		if !strings.HasPrefix(m.Key, "_") && !strings.HasPrefix(m.Key, "$") {
			n++
		}
	}
	return n
}

func sound(t *testing.T, s Server, project bool) {
	if _, err := names.ParseServerID(string(s.ID)); err != nil || names.Reserved(string(s.ID)) != "" {
		t.Errorf("the id %q loads", s.ID)
	}
	if s.Remote() == (s.Command != "" || s.Package.Kind != "") || s.Remote() && CheckURL(s.URL) != "" {
		t.Errorf("neither local nor remote: %+v", s)
	}
	for _, v := range s.Env {
		if CodeLoading(string(v.Name)) || project && Secretish(v.Value.Reveal()) && !strings.Contains(v.Value.Reveal(), "${") {
			t.Errorf("env %s loads", v.Name)
		}
	}
	if !LaunchDigest(s, Launch{}).Valid() || s.Runs() == "" {
		t.Errorf("no digest or no words for %+v", s)
	}
}

// rewritten checks that a server written into its own file is the same server.
func rewritten(t *testing.T, data []byte, file File, s Server) {
	s.Disabled = !s.Disabled
	out, err := With(data, s)
	if err != nil {
		t.Errorf("With: %v", err)
		return
	}
	again := ParseFile(out, Source{Path: "mcp.json"}, Rules{Layer: "yours", GOOS: "linux"})
	for _, have := range again.Servers {
		if have.ID == s.ID {
			if !sameServer(have, s) {
				t.Errorf("written and read:\n%+v\n%+v", have, s)
			}
			return
		}
	}
	t.Errorf("the server is gone from\n%s\n%s", out, text(again))
}

// SPEC S8: what CheckURL lets through, net/url reads as the same host, and http
// goes to this computer only.
func FuzzCheckURL(f *testing.F) {
	for _, s := range []string{"https://h/", "http://localhost:80/x?y", "http://[::1]/", "https://a.b:1/%zz", "http://127.0.0.1@h/"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		if CheckURL(raw) != "" {
			return
		}
		u, err := url.Parse(raw)
		if err != nil || u.User != nil || u.Fragment != "" || u.Hostname() == "" {
			t.Fatalf("%q: %v, %v", raw, u, err)
		}
		if here, _ := checkHost(strings.TrimSuffix(u.Host, ":"+u.Port())); u.Scheme != "https" && !(u.Scheme == "http" && here) {
			t.Errorf("%q goes to %s in the clear", raw, u.Host)
		}
	})
}
