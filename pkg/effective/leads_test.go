package effective

import (
	"strings"
	"testing"

	"usher/pkg/trust"
)

// led is a computer on which everything named led leads to a place, and DIR has a value.
type led struct{ to, value string }

// digest is that of one server's launch in the trusted folder /p.
func (c led) digest(definition string) string {
	real := func(path string) string {
		at := strings.Index(path, "led")
		if at < 0 {
			return path
		}
		return c.to + path[at+3:]
	}
	s := Load(Input{
		Layers: []trust.Layer{{Name: trust.Yours, Dir: "/h", Files: map[string]trust.Entry{ServersFile: {Path: "/h/mcp.json", Present: true,
			Data: []byte(`{"servers":[{"id":"acme","command":"cat",` + definition + `}]}`)}}}},
		Home: "/h", Project: Project{Folder: trust.Folder{Path: "/p"}, State: trust.Trusted},
		Resolve: func(string, string, string) Program { return Program{Path: "/bin/cat", Real: "/usr/bin/cat"} },
		RealDir: func(dir string) (string, string) { return real(dir), "" },
		Look: Look{
			File:   func(path string) (string, bool) { return real(path), strings.Contains(path, ".py") },
			Getenv: func(name string) string { return map[string]string{"DIR": c.value}[name] },
		},
	})
	return string(s.Launch(s.Servers[0]).Key.Digest)
}

// SPEC A1, B1: a file or a folder that is reached by a link, or a folder that a
// variable names, counts by where it leads; what is as it is written keeps the digest
// that its definition alone gives.
func TestWhatALinkOrAVariableLeadsToCounts_A1(t *testing.T) {
	for _, definition := range []string{
		`"args":["/x/led.py"]`, `"args":["--in=/x/led.py"]`, `"args":["led.py"]`, `"args":["${workspace}/led/x.py"]`,
		`"sandbox":{"read":["workspace/led"]}`, `"sandbox":{"write":["${workspace}/led/out"]}`,
	} {
		if (led{to: "/a"}).digest(definition) == (led{to: "/b"}).digest(definition) {
			t.Errorf("%s: a link that leads elsewhere is the same launch", definition)
		}
	}
	for _, definition := range []string{`"sandbox":{"read":["${env:DIR}"]}`, `"sandbox":{"write":["${env:DIR}/x"]}`, `"sandbox":{"read":["${env:DIR:-/z}"]}`} {
		one, other := led{value: "/one"}.digest(definition), led{value: "/other"}.digest(definition)
		if unset := (led{}).digest(definition); one == other || one == unset || other == unset {
			t.Errorf("%s: another folder is the same launch", definition)
		}
	}
	for _, definition := range []string{
		`"args":["/x/plain.py","--in=plain.py","led","-y"]`, `"args":["${env:DIR}/led.py","${secret:KEY}/led.py"]`,
		`"args":["/w/led.py"],"sandbox":{"enabled":false}`, `"sandbox":{"read":["/r","workspace/x","workspace"]}`,
	} {
		if (led{to: "/a", value: "/a"}).digest(definition) != (led{to: "/b", value: "/b"}).digest(definition) {
			t.Errorf("%s rests on a link", definition)
		}
	}
	if (led{to: "/w/1"}).digest(`"args":["/x/led.py"],"sandbox":{"write":["/w"]}`) != (led{to: "/w/2"}).digest(`"args":["/x/led.py"],"sandbox":{"write":["/w"]}`) {
		t.Error("a file that the server may change anyway voids its approval")
	}
}
