package effective

import (
	"path/filepath"
	"strings"
	"testing"

	"usher/pkg/trust"
)

// SPEC B3: an engine runs a server outside the sandbox only where its program lies in
// no folder that a project or the server may put one in.
func TestAnEngineOfAProjectIsNoEngine_B3(t *testing.T) {
	for definition, engine := range map[string]string{
		`"command":"docker","args":["run"]`:                                    "docker",
		`"command":"/usr/bin/docker"`:                                          "docker",
		`"command":"env","args":["A=1","docker","run"]`:                        "docker",
		`"command":"/p/docker"`:                                                "",
		`"command":"/by/docker"`:                                               "",
		`"command":"./docker"`:                                                 "",
		`"command":"env","args":["/p/bin/podman"]`:                             "",
		`"command":"env","args":["podman"]`:                                    "",
		`"command":"/w/docker","sandbox":{"write":["/w"]}`:                     "",
		`"command":"/usr/bin/docker","sandbox":{"write":["/w","workspace/x"]}`: "docker",
	} {
		s := Load(Input{
			Layers: []trust.Layer{{Name: trust.Yours, Dir: "/h", Files: map[string]trust.Entry{ServersFile: {Path: "/h/mcp.json", Present: true,
				Data: []byte(`{"servers":[{"id":"acme",` + definition + `}]}`)}}}},
			Home: "/h", Project: Project{Folder: trust.Folder{Path: "/p"}, State: trust.Trusted},
			Resolve: func(command, dir, _ string) Program {
				switch {
				case command == "podman":
					return Program{Why: "is not there"}
				case !strings.Contains(command, "/"):
					command = "/usr/bin/" + command
				case !filepath.IsAbs(command):
					command = filepath.Join(dir, command)
				}
				return Program{Path: command, Real: strings.Replace(command, "/by/", "/p/x/", 1)}
			},
			RealDir: func(dir string) (string, string) { return dir, "" },
		})
		if len(s.Servers) != 1 || s.Servers[0].Reach.Engine != engine || (s.Servers[0].Unsandboxed() == "") != (engine == "") {
			t.Errorf("%s: %q, want %q", definition, s.Servers[0].Reach.Engine, engine)
		}
	}
}
