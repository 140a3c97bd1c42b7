package mcp

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"usher/pkg/fault"
	"usher/pkg/redact"
	"usher/pkg/sandbox"
)

func full(id string) Server {
	s := localServer()
	s.ID, s.Layer, s.Disabled, s.Description, s.Timeout = "lab", "yours", true, "the \"lab\"\n", 5*time.Second
	s.Env, s.Protocol = s.Env[:2], "2026-07-28"
	if id == "web" {
		s = remoteServer()
		s.TokenEnv = ""
		s.Headers = append(s.Headers, Header{Name: "X-C", Value: redact.New(`q"\`)})
	}
	return s
}

// sameServer compares all but where a server stands.
func sameServer(a, b Server) bool {
	fa, fb := fieldsOf(a), fieldsOf(b)
	return a.ID == b.ID && slices.Equal(fa, fb) && LaunchDigest(a, localLaunch()) == LaunchDigest(b, localLaunch())
}

// SPEC S1, S9: what With writes, ParseFile reads back, in the shape the file has.
func TestWithWritesWhatParseFileReads(t *testing.T) {
	for data, shape := range map[string]Shape{
		"": ShapeServers, " \n": ShapeServers, "{}": ShapeServers, "{\n}\n": ShapeServers,
		`{"servers":[]}`: ShapeServers, `{"servers":[{"id":"a","command":"x"}]}`: ShapeServers,
		`{"mcpServers":{}}`: ShapeMcpServers, `{"mcpServers":{"a":{"command":"x"}},}`: ShapeMcpServers,
	} {
		out := []byte(data)
		var err error
		for _, s := range []Server{full("lab"), full("web")} {
			if out, err = With(out, s); err != nil {
				t.Fatalf("%q: %v", data, err)
			}
		}
		f := own(string(out))
		n := len(f.Servers)
		if f.Shape != shape || n < 2 || !sameServer(f.Servers[n-2], full("lab")) || !sameServer(f.Servers[n-1], full("web")) {
			t.Errorf("%q became\n%s\n%s", data, out, text(f))
		}
		again, err := With(out, full("lab"))
		if err != nil || string(again) != string(out) {
			t.Errorf("writing the same server again changed the file (%v):\n%s", err, again)
		}
	}
}

func TestNewFileIsReadable(t *testing.T) {
	out, err := With(nil, Server{ID: "lab", Command: "node", Args: []string{"x.js"}})
	want := "{\n  \"servers\": [\n    {\n      \"id\": \"lab\",\n      \"command\": \"node\",\n      \"args\": [\n        \"x.js\"\n      ]\n    }\n  ]\n}\n"
	if err != nil || string(out) != want {
		t.Errorf("%v\n%s", err, out)
	}
}

const commented = `{
  // my servers
  "servers": [
    /* the lab */ { "id": "lab", "command": "node", /* keep */ "args": ["a"], "_note": 1 },
    { "id": "web", "url": "https://lab.example/mcp" }, // last
  ],
}
`

// SPEC F5: comments, order and every byte that was not touched stay.
func TestEditsKeepCommentsAndOrder(t *testing.T) {
	s := own(commented).Servers[0]
	s.Args, s.Disabled = []string{"b"}, true
	out, err := With([]byte(commented), s)
	want := strings.Replace(commented, `["a"], "_note": 1 }`, `["b"], "_note": 1, "disabled": true }`, 1)
	if err != nil || string(out) != want {
		t.Errorf("%v\n%s", err, out)
	}
	s.Args = nil
	if out, err = With(out, s); err != nil || strings.Contains(string(out), "args") || !strings.Contains(string(out), "keep") {
		t.Errorf("%v\n%s", err, out)
	}
	out, err = Without([]byte(commented), "web")
	if f := own(string(out)); err != nil || ids(f) != "lab" || !strings.Contains(string(out), "// my servers") || !strings.Contains(string(out), "/* the lab */") {
		t.Errorf("%v\n%s", err, out)
	}
}

// A package and listed names survive the way to the file and back.
func TestWithWritesPackagesAndListedNames(t *testing.T) {
	s := Server{ID: "lab", Package: Package{Kind: "npm", Spec: "@a/b@1.2.3", Bin: "c"}, Env: []EnvVar{{Name: "A", Passed: true}, {Name: "B", Passed: true}}}
	out, err := With(nil, s)
	if f := own(string(out)); err != nil || len(f.Servers) != 1 || f.Servers[0].Package != s.Package || len(f.Servers[0].EnvNames()) != 2 {
		t.Fatalf("%v\n%s", err, out)
	}
	s.Env = nil
	if out, err = With(out, s); err != nil || strings.Contains(string(out), "env") {
		t.Errorf("%v\n%s", err, out)
	}
}

// An entry that does not load, or becomes another kind of server, is replaced whole.
func TestWithReplacesWhatCannotBeChanged(t *testing.T) {
	for _, data := range []string{
		`{"servers":[{"id":"lab","colour":1,"command":"x"}]}`,
		`{"servers":[{"id":"lab","type":"http","url":"https://h/"}]}`,
		`{"mcpServers":{"lab":{"colour":1}}}`,
		`{"mcpServers":{"lab":null}}`,
	} {
		out, err := With([]byte(data), Server{ID: "lab", Command: "node"})
		if f := own(string(out)); err != nil || len(f.Servers) != 1 || f.Servers[0].Command != "node" {
			t.Errorf("%s: %v\n%s", data, err, out)
		}
	}
}

// A change touches only what differs: another app's spelling of a variable stays.
func TestWithLeavesOtherSpellingsAlone(t *testing.T) {
	data := theirs(`"command":"x","args":["${A}"],"env":{"PATH":"/p"},"trust":true`)
	s := ParseFile([]byte(data), Source{}, Rules{AllowEnv: []string{"PATH"}}).Servers[0]
	s.Disabled = true
	out, err := With([]byte(data), s)
	if err != nil || !strings.Contains(string(out), `"${A}"`) || !strings.Contains(string(out), `"trust":true`) || !strings.Contains(string(out), `"disabled":true`) {
		t.Errorf("%v\n%s", err, out)
	}
}

// SPEC S10: removing an id removes every entry of it, so that none moves up.
func TestWithoutTakesEveryEntryOfTheID(t *testing.T) {
	out, err := Without([]byte(`{"servers":[{"id":"lab","command":"a"},{"id":"x","command":"b"},{"id":"lab","command":"c"}]}`), "lab")
	if f := own(string(out)); err != nil || ids(f) != "x" || len(f.Dropped) != 0 {
		t.Errorf("%v\n%s", err, out)
	}
	out, err = Without([]byte(`{"mcpServers":{"lab":{"command":"a"}}}`), "lab")
	if err != nil || own(string(out)).Unusable || strings.Contains(string(out), "lab") {
		t.Errorf("%v\n%s", err, out)
	}
}

// SPEC F5: a file with faults is never edited, and nothing is written half.
func TestEditsRefuseWhatTheyWouldBury(t *testing.T) {
	manyServers := `{"servers":[` + strings.Repeat(`{"command":"x"},`, 200) + `]}`
	for _, data := range []string{`{`, `{"servers":[],"mcpServers":{}}`, `{"server":[]}`, `[]`, `{"servers":{}}`, "\xff\xfe{\x00", manyServers} {
		var problem *fault.Error
		if out, err := With([]byte(data), Server{ID: "lab", Command: "x"}); out != nil || !errors.As(err, &problem) {
			t.Errorf("With(%.40q) = %.40q, %v", data, out, err)
		}
		if out, err := Without([]byte(data), "lab"); out != nil || !errors.As(err, &problem) {
			t.Errorf("Without(%.40q) = %.40q, %v", data, out, err)
		}
	}
	if _, err := Without([]byte(commented), "nobody"); err == nil || !strings.Contains(err.Error(), "nobody") {
		t.Errorf("removing what is not there: %v", err)
	}
	both := Server{ID: "lab", Command: "x", Env: []EnvVar{{Name: "A", Passed: true}, {Name: "B", Value: redact.New("canary")}}}
	if _, err := With(nil, both); err == nil || strings.Contains(err.Error(), "canary") {
		t.Errorf("names and texts in one env: %v", err)
	}
	if _, err := With(nil, Server{ID: "lab", Command: "a\xffb"}); err == nil {
		t.Error("bytes that are not UTF-8 must not be written")
	}
}

// SPEC B3: the network a runner has anyway is not written; another is.
func TestWithWritesOnlyWhatIsNotTheDefault(t *testing.T) {
	out, err := With(nil, Server{ID: "a", Command: "npx", Reach: sandbox.Reach{Network: sandbox.NetworkOn, Runner: "npx"}})
	if err != nil || strings.Contains(string(out), "sandbox") {
		t.Errorf("%v\n%s", err, out)
	}
	out, err = With(nil, Server{ID: "a", Command: "node", Reach: sandbox.Reach{Network: sandbox.NetworkOn, Off: true}})
	if err != nil || !strings.Contains(string(out), `"network": "on"`) || !strings.Contains(string(out), `"enabled": false`) {
		t.Errorf("%v\n%s", err, out)
	}
}
