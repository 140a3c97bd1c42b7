package effective

import (
	"strings"
	"testing"

	"usher/pkg/trust"
)

// SPEC A1, S4: what a server would start is looked up once for each set, outside
// the project folder, so that what is shown is what is recorded.
func TestLaunchIsLookedUpOnce_A1(t *testing.T) {
	file := func(path, text string) trust.Layer {
		return trust.Layer{Name: trust.Yours, Dir: "/h", Files: map[string]trust.Entry{ServersFile: {Path: path, Data: []byte(text), Present: true}}}
	}
	looked, outside := 0, ""
	s := Load(Input{
		Layers:  []trust.Layer{file("/h/mcp.json", `{"servers":[{"id":"acme","command":"cat"},{"id":"other","command":"cat"}]}`)},
		Project: Project{Folder: trust.Folder{Path: "/p"}, State: trust.Changed},
		Home:    "/h",
		Resolve: func(command, _, out string) Program {
			looked, outside = looked+1, out
			return Program{Path: "/bin/" + command, Real: "/bin/" + string(rune('a'+looked))}
		},
		RealDir: func(dir string) (string, string) { return dir, "" },
	})
	first := s.Launch(s.Servers[0])
	if again := s.Launch(s.Servers[0]); again != first || looked != 1 || first.Key.Digest == "" {
		t.Errorf("%+v, then %+v after %d looks", first, again, looked)
	}
	if other := s.Launch(s.Servers[1]); looked != 2 || other.Key.Server != "other" {
		t.Errorf("another server: %+v", other)
	}
	if outside != "/p" {
		t.Errorf("looked for outside %q", outside)
	}
}

// SPEC A1, B2: a granted folder that is a link counts by where it leads; one that is
// what it says leaves the digest as it always was.
func TestLinkedFolderCountsByWhereItLeads_A1(t *testing.T) {
	digest := func(reach, to string) string {
		s := Load(Input{
			Layers: []trust.Layer{{Name: trust.Yours, Dir: "/h", Files: map[string]trust.Entry{ServersFile: {Path: "/h/mcp.json", Present: true,
				Data: []byte(`{"servers":[{"id":"acme","command":"cat","sandbox":{` + reach + `}}]}`)}}}},
			Home:    "/h",
			Resolve: func(string, string, string) Program { return Program{Path: "/bin/cat", Real: "/bin/cat"} },
			RealDir: func(dir string) (string, string) {
				if strings.HasPrefix(dir, "/link") {
					return to, ""
				}
				return dir, ""
			},
		})
		return string(s.Launch(s.Servers[0]).Key.Digest)
	}
	if digest(`"read":["/link"]`, "/a") == digest(`"read":["/link"]`, "/b") {
		t.Error("a link that leads elsewhere is the same launch")
	}
	if digest(`"read":["/link","/link2"]`, "/a") != digest(`"read":["/link2","/link"]`, "/a") {
		t.Error("the order of folders counts")
	}
	for _, reach := range []string{`"read":["/plain"]`, `"write":["${env:X}","workspace"]`} {
		if digest(reach, "/a") != digest(reach, "/b") {
			t.Errorf("%s depends on a link", reach)
		}
	}
}
