package mcp

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/sandbox"
)

// own parses a file as the person's; project as a folder's.
func own(data string) File {
	return ParseFile([]byte(data), Source{Path: "mcp.json"}, Rules{Layer: "yours", GOOS: "linux"})
}

func project(data string) File {
	return ParseFile([]byte(data), Source{Path: "mcp.json"}, Rules{Layer: "project", Project: true, GOOS: "linux"})
}

// entryOf wraps the fields of a server "lab" in the servers shape, and theirs in the other.
func entryOf(fields string) string { return `{"servers":[{"id":"lab",` + fields + `}]}` }
func theirs(fields string) string  { return `{"mcpServers":{"lab":{` + fields + `}}}` }
func local(fields string) string   { return entryOf(`"command":"node",` + fields) }
func remote(fields string) string  { return entryOf(`"url":"https://lab.example/mcp",` + fields) }
func rulesOf(f File) (rules []string) {
	for _, p := range f.Problems {
		rules = append(rules, p.Severity.String()+" "+p.Rule)
	}
	return rules
}

// SPEC S3: every field of a local server is read.
func TestLocalServerHasEveryField(t *testing.T) {
	f := own(`{
	  "$schema": "x", "_note": null,
	  "servers": [{
	    "id": "lab", "type": "stdio", "command": "tools/run", "args": ["--key", "${secret:LAB}", "${env:DIR:-/tmp}/x"],
	    "env": {"A": "${env:B}", "C": "d"}, "cwd": "sub", "disabled": true, "timeoutMs": 1e3, "protocol": "2026-07-28", "description": "the lab",
	    "sandbox": {"read": ["${workspace}", "/data"], "write": ["workspace/out"], "network": "localhost"},
	    "x-note": null
	  }]
	}`)
	if len(f.Servers) != 1 || f.Shape != ShapeServers || f.Unusable {
		t.Fatalf("%+v\n%s", f, text(f))
	}
	s := f.Servers[0]
	for what, ok := range map[string]bool{
		"id":       s.ID == "lab" && s.Layer == "yours" && s.File == "mcp.json" && s.Place.Line == 3,
		"local":    s.Local() && !s.Remote(),
		"command":  s.Command == "tools/run" && slices.Equal(s.Args, []string{"--key", "${secret:LAB}", "${env:DIR:-/tmp}/x"}),
		"env":      len(s.Env) == 2 && s.Env[0].Name == "A" && s.Env[0].Value.Reveal() == "${env:B}" && s.Env[1].Value.Reveal() == "d" && !s.Env[1].Passed,
		"cwd":      s.Cwd == "sub",
		"disabled": s.Disabled,
		"timeout":  s.Timeout == time.Second,
		"protocol": s.Protocol == "2026-07-28",
		"reach":    slices.Equal(s.Reach.Read, []string{"workspace", "/data"}) && slices.Equal(s.Reach.Write, []string{"workspace/out"}) && s.Reach.Network == sandbox.NetworkLocalhost && !s.Reach.Off,
		"text":     s.Description == "the lab",
		"secrets":  slices.Equal(s.SecretNames(), []names.SecretName{"LAB"}),
		"reads":    slices.Equal(s.EnvNames(), []names.EnvName{"B", "DIR"}),
		"runs":     s.Runs() == "tools/run --key ${secret:LAB} ${env:DIR:-/tmp}/x",
	} {
		if !ok {
			t.Errorf("%s: %+v", what, s)
		}
	}
}

// SPEC S5: the list form passes variables on.
func TestListedNamesArePassed(t *testing.T) {
	s := own(local(`"env":["LAB_B","LAB_A"],"args":["${env:LAB_A}"]`)).Servers[0]
	if len(s.Env) != 2 || !s.Env[0].Passed || !s.Env[0].Value.Empty() || s.Env[0].Name != "LAB_B" {
		t.Errorf("%+v", s.Env)
	}
	if !slices.Equal(s.EnvNames(), []names.EnvName{"LAB_A", "LAB_B"}) {
		t.Errorf("reads %v", s.EnvNames())
	}
}

// Long keys and what should have been a name are cut or hidden in messages.
func TestMessagesCutWhatIsLongOrLooksSecret(t *testing.T) {
	long := strings.Repeat("k", 300)
	for _, data := range []string{local(`"` + long + `":1`), `{"` + long + `":1}`, local(`"env":["` + long + `"]`), local(`"env":{"` + long + `":1}`)} {
		f := own(data)
		if len(f.Problems) == 0 || strings.Contains(text(f), strings.Repeat("k", 100)) {
			t.Errorf("%s", text(f))
		}
	}
	if f := own(local(`"env":["sk-live-abcdefgh"]`)); strings.Contains(text(f), "abcdefgh") {
		t.Errorf("%s", text(f))
	}
}

// SPEC S3, O1: every field of a remote server is read.
func TestRemoteServerHasEveryField(t *testing.T) {
	f := own(remote(`"type":"http","headers":{"X-Lab":"${secret:lab/KEY} ${env:TENANT}"},"tokenEnv":"LAB_TOKEN","oauth":{"clientId":"c","scopes":["read","write"]}`))
	if len(f.Servers) != 1 {
		t.Fatal(text(f))
	}
	s := f.Servers[0]
	if !s.Remote() || s.URL != "https://lab.example/mcp" || s.TokenEnv != "LAB_TOKEN" || s.OAuth.ClientID != "c" ||
		!slices.Equal(s.OAuth.Scopes, []string{"read", "write"}) || s.Headers[0].Name != "X-Lab" {
		t.Errorf("%+v", s)
	}
	if !slices.Equal(s.SecretNames(), []names.SecretName{"lab/KEY"}) || !slices.Equal(s.EnvNames(), []names.EnvName{"LAB_TOKEN", "TENANT"}) {
		t.Errorf("secrets %v, reads %v", s.SecretNames(), s.EnvNames())
	}
	if got := own(entryOf(`"url":"https://lab.example/mcp?key=1"`)).Servers[0].Runs(); got != "https://lab.example/mcp?…" {
		t.Errorf("Runs() = %q", got)
	}
	if shown := fmt.Sprintf("%v %+v %#v", s, s.Headers, s.Headers); strings.Contains(shown, "TENANT}") {
		t.Errorf("a header value shows in %s", shown)
	}
}

// SPEC P1: a package is a local server of its own program.
func TestPackageIsOneExactVersion(t *testing.T) {
	for spec, ok := range map[string]bool{
		`{"npm":"@acme/files@1.2.3","bin":"files"}`: true,
		`{"npm":"files@1.2.3-rc.1"}`:                true,
		`{"pypi":"files==1.2"}`:                     true,
		`{"pypi":"files[http]==1.2.post1"}`:         true,
		`{"npm":"files"}`:                           false,
		`{"npm":"files@latest"}`:                    false,
		`{"npm":"files@^1.2.3"}`:                    false,
		`{"npm":"files@1.x"}`:                       false,
		`{"npm":"files@1.2"}`:                       false,
		`{"npm":"../files@1.2.3"}`:                  false,
		`{"npm":"-g@1.2.3"}`:                        false,
		`{"npm":"git+https://x/y@1.2.3"}`:           false,
		`{"npm":"@acme@1.2.3"}`:                     false,
		`{"pypi":"files>=1.2"}`:                     false,
		`{"pypi":"files==1.*"}`:                     false,
		`{"pypi":"files @ https://x/y==1"}`:         false,
		`{"pypi":"files[../x]==1"}`:                 false,
		`{"npm":"a@1.2.3","pypi":"b==1"}`:           false,
		`{}`:                                        false,
		`{"bin":"x"}`:                               false,
		`{"npm":"a@1.2.3","bin":"../x"}`:            false,
		`{"npm":"a@1.2.3","bin":7}`:                 false,
		`{"npm":7}`:                                 false,
		`{"npm":"a@1.2.3","version":"2"}`:           false,
		`"files"`:                                   false,
	} {
		f := own(entryOf(`"package":` + spec + `,"args":["x"]`))
		if (len(f.Servers) == 1) != ok {
			t.Errorf("package %s: loads %v, want %v\n%s", spec, len(f.Servers) == 1, ok, text(f))
		}
	}
	s := own(entryOf(`"package":{"npm":"a@1.2.3","bin":"b"},"args":["c d"]`)).Servers[0]
	if s.Package != (Package{Kind: "npm", Spec: "a@1.2.3", Bin: "b"}) || !s.Local() || s.Runs() != `npm:a@1.2.3 b "c d"` {
		t.Errorf("%+v, %s", s.Package, s.Runs())
	}
}

// SPEC S1: each file shape, and everything that is neither, said in one message.
func TestTopOfTheFile(t *testing.T) {
	for _, c := range []struct {
		data, rule, says string
		shape            Shape
		unusable         bool
	}{
		{`{"servers":[]}`, "", "", ShapeServers, false},
		{`{"mcpServers":{}}`, "", "", ShapeMcpServers, false},
		{`{}`, "note mcp/shape", "no servers", ShapeNone, false},
		{`{"$schema":null,"_x":1,"x-y":2}`, "note mcp/shape", "no servers", ShapeNone, false},
		{`{"servers":[],"mcpServers":{}}`, "error mcp/shape", "both", ShapeNone, true},
		{`{"server":[]}`, "error mcp/unknown-key", `"server"`, ShapeNone, true},
		{`{"mcpservers":{}}`, "error mcp/key-case", `"mcpservers"`, ShapeNone, true},
		{`{"mcp":{"servers":{}}}`, "error mcp/unknown-key", `"mcp"`, ShapeNone, true},
		{`{"servers":{"lab":{}}}`, "error mcp/shape", "must be a list, got an object", ShapeServers, true},
		{`{"mcpServers":[{"id":"lab"}]}`, "error mcp/shape", "must be an object, got a list", ShapeMcpServers, true},
		{`{"servers":null}`, "error mcp/null", "must be a list, got null", ShapeServers, true},
		{`{"mcpServers":"x"}`, "error mcp/bad-type", "must be an object, got a text", ShapeMcpServers, true},
		{`[]`, "error mcp/shape", "expected an object", ShapeNone, true},
		{`"hi"`, "error mcp/shape", "expected an object", ShapeNone, true},
		{``, "error mcp/empty", "expected an object", ShapeNone, true},
		{" \n\t\r\n", "error mcp/empty", "expected an object", ShapeNone, true},
		{`{"servers":[],}`, "", "", ShapeServers, false},
		{`{"servers":[],"servers":[]}`, "error mcp/duplicate-key", "servers", ShapeNone, true},
		{strings.Repeat("[", 100000), "error mcp/too-deep", "", ShapeNone, true},
		{`{"servers":[` + strings.Repeat(" ", 1<<20) + `]}`, "error mcp/too-large", "", ShapeNone, true},
	} {
		f := own(c.data)
		if f.Shape != c.shape || f.Unusable != c.unusable {
			t.Errorf("%.60s: shape %d, unusable %v", c.data, f.Shape, f.Unusable)
		}
		if got := strings.Join(rulesOf(f), ", "); got != c.rule {
			t.Errorf("%.60s: %q, want %q", c.data, got, c.rule)
		}
		if c.says != "" && !strings.Contains(text(f), c.says) {
			t.Errorf("%.60s: message lacks %q:\n%s", c.data, c.says, text(f))
		}
	}
	if hint := own(`{"server":[]}`).Problems[0].Hint; !strings.Contains(hint, `"servers"`) {
		t.Errorf("the hint names no nearest key: %s", hint)
	}
}

// SPEC F2: all problems are reported, each at its own place, in file order.
func TestEveryProblemOfEveryEntryIsReported(t *testing.T) {
	f := own("{\n \"servers\": [\n  {\"id\": \"a\", \"url\": \"ftp://x\", \"colour\": 1},\n  7,\n  {\"id\": \"Ü\", \"command\": \"x\\u0000\", \"args\": [1, 2]}\n ]\n}")
	var got []string
	for _, p := range f.Problems {
		got = append(got, fmt.Sprintf("%s %s", strings.TrimPrefix(p.Where(), "mcp.json:"), p.Rule))
	}
	want := []string{"3:22 mcp/url", "3:33 mcp/unknown-key", "4:3 mcp/bad-type", "5:10 mcp/bad-id", "5:26 mcp/control-char", "5:46 mcp/bad-type", "5:49 mcp/bad-type"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if len(f.Dropped) != 3 || f.Dropped[0].ID != "a" || f.Dropped[1].ID != "" || f.Dropped[2].ID != "" || f.Dropped[0].Layer != "yours" {
		t.Errorf("dropped %+v", f.Dropped)
	}
	if p := f.Dropped[0].Problem; p.Rule != "mcp/url" || p.Severity != fault.SeverityError || p.Entry != "a" {
		t.Errorf("the first fault is %+v", p)
	}
}

// SPEC 18: at most 200 servers; over it the file is refused.
func TestMoreServersThanTheLimitRefuseTheFile(t *testing.T) {
	list := func(n int) (ours, others string) {
		var a, b []string
		for i := range n {
			a = append(a, fmt.Sprintf(`{"id":"s%d","command":"x"}`, i))
			b = append(b, fmt.Sprintf(`"s%d":{"command":"x"}`, i))
		}
		return `{"servers":[` + strings.Join(a, ",") + `]}`, `{"mcpServers":{` + strings.Join(b, ",") + `}}`
	}
	for n, unusable := range map[int]bool{200: false, 201: true} {
		ours, others := list(n)
		for _, data := range []string{ours, others} {
			f := own(data)
			if f.Unusable != unusable || unusable && (len(f.Servers) > 0 || rulesOf(f)[0] != "error mcp/too-many") {
				t.Errorf("%d servers: unusable %v, %v", n, f.Unusable, rulesOf(f))
			}
		}
	}
}

// SPEC F2: in an mcpServers object keys that start with x- are ids like others.
func TestParkedAndOddIdsOfTheOtherShape(t *testing.T) {
	f := own(`{"mcpServers":{"_off":{"command":1},"x-lab":{"command":"y"}}}`)
	if len(f.Servers) != 1 || f.Servers[0].ID != "x-lab" || len(f.Problems) != 0 {
		t.Errorf("%+v\n%s", f.Servers, text(f))
	}
}
