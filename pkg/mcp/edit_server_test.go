package mcp

import (
	"strings"
	"testing"

	"usher/pkg/redact"
	"usher/pkg/sandbox"
)

const handWritten = `{
  // the lab's own
  "mcpServers": {
    "lab": {
      "command": "node", // not npx
      "args": ["server.js", "--fast"],
      "alwaysAllow": ["lookup"], /* another app's */
      "env": {"LAB_API_URL": "http://x"}
    },
    "other": {"command": "python3", "args": []},
  }
}
`

// SPEC S10, F5: only what changed is written, everything else stays byte for byte.
func TestEditChangesOnlyWhatItSays(t *testing.T) {
	out, err := Edit([]byte(handWritten), "lab", func(s *Server) {
		s.Args[1] = "--slow"
		s.Cwd = "/srv"
	})
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(handWritten, `["server.js", "--fast"]`, `["server.js", "--slow"]`, 1)
	got := strings.Replace(string(out), ",\n      \"cwd\": \"/srv\"", "", 1)
	if got != want {
		t.Errorf("got\n%s", out)
	}
	if same, err := Edit([]byte(handWritten), "lab", func(*Server) {}); err != nil || string(same) != handWritten {
		t.Errorf("changing nothing gave %v\n%s", err, same)
	}
}

func TestEditUnsetsAndToggles(t *testing.T) {
	out, err := Edit([]byte(handWritten), "lab", func(s *Server) {
		s.Args, s.Disabled = nil, true
		s.Env = append(s.Env, EnvVar{Name: "MODE", Value: redact.New("x")})
	})
	if err != nil {
		t.Fatal(err)
	}
	f := own(string(out))
	if len(f.Servers) != 2 || len(f.Servers[0].Args) != 0 || !f.Servers[0].Disabled || len(f.Servers[0].Env) != 2 {
		t.Errorf("%s", out)
	}
	back, err := Edit(out, "lab", func(s *Server) { s.Disabled = false })
	if err != nil || strings.Contains(string(back), "disabled") {
		t.Errorf("%v\n%s", err, back)
	}
}

// A package runner has the network; the program that takes its place has not.
func TestEditDoesNotLeaveTheNetworkBehind(t *testing.T) {
	file := `{"servers":[{"id":"lab","command":"npx","args":["-y","x"]}]}`
	out, err := Edit([]byte(file), "lab", func(s *Server) { s.Command, s.Args = "node", []string{"x.js"} })
	if err != nil {
		t.Fatal(err)
	}
	if s := own(string(out)).Servers[0]; s.Reach.Network != sandbox.NetworkOff || strings.Contains(string(out), "network") {
		t.Errorf("%+v\n%s", s.Reach, out)
	}
	out, err = Edit([]byte(file), "lab", func(s *Server) { s.Command, s.Reach.Network = "node", sandbox.NetworkLocalhost })
	if err != nil || own(string(out)).Servers[0].Reach.Network != sandbox.NetworkLocalhost {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestEditRefuses(t *testing.T) {
	for _, c := range []struct{ data, id, says string }{
		{handWritten, "lap", `the file has no server "lap"`},
		{"", "lab", `the file has no server "lab"`},
		{`{"servers":[{"id":"lab","command":7}]}`, "lab", `the entry has a fault and is not edited: server "lab": command must be a text`},
		{`{"servers":[{"id":"lab","command":"x"}],"servers":[]}`, "lab", "the file has faults and is not edited"},
	} {
		if out, err := Edit([]byte(c.data), c.id, func(*Server) {}); err == nil || out != nil || !strings.HasPrefix(err.Error(), c.says) {
			t.Errorf("%s: %v", c.id, err)
		}
	}
	if out, err := Edit([]byte(handWritten), "lab", func(s *Server) { s.ID = "new" }); err == nil || out != nil {
		t.Errorf("an id was changed: %s", out)
	}
	if out, err := Edit([]byte(handWritten), "lab", func(s *Server) { s.Env[0].Passed = true; s.Env = append(s.Env, EnvVar{Name: "A"}) }); err == nil || out != nil {
		t.Errorf("a mixed env was written: %s", out)
	}
}
