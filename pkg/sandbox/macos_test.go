package sandbox_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"usher/pkg/sandbox"
)

// macPlans are the reaches whose profiles are written out in testdata/macos. All
// their paths hold a mark that no profile may show.
func macPlans() map[string]sandbox.Plan {
	base := sandbox.Plan{
		Program: "/opt/homebrew/Cellar/node/22/bin/node", Argv0: "node", Args: []string{"/Users/ann/§s/index.js"},
		Env: []string{"HOME=/Users/ann/§data", "TMPDIR=/tmp"}, Dir: "/Users/ann/§data", Data: "/Users/ann/§data",
		Files: []string{"/Users/ann/§s/index.js"},
	}
	read, write, on := base, base, base
	read.Read, read.Network = []string{"/var/§docs", "/Users/ann/§docs"}, sandbox.NetworkLocalhost
	read.Links = []sandbox.Link{{At: "/Users/ann/§bin/node", To: "../x"}}
	write.Read = []string{"/Users/ann/§p/lib"}
	write.Write, write.Dir = []string{"/Users/ann/§p"}, "/Users/ann/§p"
	write.Protect = []string{"/Users/ann/§p/.git", "/Users/ann/§p/sub/.git", "/Users/ann/§p/.mcp.json"}
	write.Mask = []string{"/Users/ann/§p/lib/secret", "/Users/ann/§p/a/b/usher"}
	on.Network, on.Runtimes = sandbox.NetworkOn, []string{"/Users/ann/§nvm/v22"}
	on.Mask = []string{"/Users/ann"}
	return map[string]sandbox.Plan{"default": base, "read-localhost": read, "write-protected": write, "on-runtime": on}
}

// SPEC B1, B2, B5: each reach is exactly the profile that was read and agreed to.
func TestMacProfileIsWhatWasAgreed(t *testing.T) {
	for name, plan := range macPlans() {
		text, params := sandbox.Profile(plan)
		got := text
		for _, m := range params {
			got += m.Name + "=" + m.Path + "\n"
		}
		golden := filepath.Join("testdata", "macos", name+".golden")
		if os.Getenv("USHER_WRITE_GOLDENS") != "" {
			if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil || got != string(want) {
			t.Errorf("%s: %v, the profile is another one:\n%s", name, err, got)
		}
	}
}

// facts of macOS: a path pasted into a profile can close a rule and open another,
// and "local ip" for what goes out lets everything out.
func TestMacProfileHoldsNoPath(t *testing.T) {
	for name, plan := range macPlans() {
		plan.Write = append(plan.Write, `/Users/ann/§") (allow default) ("`)
		text, params := sandbox.Profile(plan)
		if strings.Contains(text, "§") || strings.Contains(text, "/Users") || strings.Contains(text, "allow default") {
			t.Errorf("%s: a path is in the text", name)
		}
		if open, shut := strings.Count(text, "("), strings.Count(text, ")"); open != shut || strings.Count(text, `"`)%2 != 0 {
			t.Errorf("%s: %d opened, %d closed", name, open, shut)
		}
		for line := range strings.Lines(text) {
			if strings.Contains(line, "network-outbound") && strings.Contains(line, "local ip") {
				t.Errorf("%s: %s", name, line)
			}
		}
		for _, m := range params {
			if strings.Count(text, `(param "`+m.Name+`")`) == 0 || !filepath.IsAbs(m.Path) {
				t.Errorf("%s: %s=%s is named by no rule, or is no path", name, m.Name, m.Path)
			}
			if m.Path == "/tmp" || strings.HasPrefix(m.Path, "/var/") {
				t.Errorf("%s: %s is a link there", name, m.Path)
			}
		}
	}
}

// SPEC B1: nothing leaves a server whose network is off, and only "on" opens it.
func TestMacNetworkIsWhatWasGranted(t *testing.T) {
	for network, want := range map[sandbox.Network][2]bool{"": {}, "off": {}, "localhost": {true, false}, "on": {false, true}, "other": {}} {
		text, _ := sandbox.Profile(sandbox.Plan{Program: "/bin/x", Data: "/d", Dir: "/d", Network: network})
		local, all := strings.Contains(text, `(remote ip "localhost:*")`), strings.Contains(text, `(remote ip "*:*")`)
		if local != want[0] || all != want[1] {
			t.Errorf("%q: localhost %v, everything %v", network, local, all)
		}
	}
}

// SPEC B2: of two rules the later one holds, so what is hidden comes after the
// grant around it, a grant after what hides its parent, and what is kept after both.
func TestMacDeeperPathsComeLater(t *testing.T) {
	at := func(plan sandbox.Plan, rule, path string) int {
		text, params := sandbox.Profile(plan)
		for _, m := range params {
			if m.Path == path {
				return strings.Index(text, rule+`(param "`+m.Name+`")`)
			}
		}
		return -1
	}
	plans := macPlans()
	hide := "(deny file-read* file-write* file-map-executable network-outbound (subpath "
	write := "(allow file-read* file-write* file-map-executable (subpath "
	grant := at(plans["write-protected"], write, "/Users/ann/§p")
	if masked := at(plans["write-protected"], hide, "/Users/ann/§p/lib/secret"); grant < 0 || masked < grant {
		t.Errorf("the grant at %d, what it hides at %d", grant, masked)
	}
	if kept := at(plans["write-protected"], "(deny file-write* (subpath ", "/Users/ann/§p/.git"); kept < grant {
		t.Errorf("the grant at %d, what is kept at %d", grant, kept)
	}
	for _, parent := range []string{"/Users/ann/§p/sub", "/Users/ann/§p/a/b"} { // of what is kept, and of what is hidden
		if moved := at(plans["write-protected"], "(deny file-write-unlink (literal ", parent); moved < grant {
			t.Errorf("the grant at %d, %s at %d", grant, parent, moved)
		}
	}
	masked := at(plans["on-runtime"], hide, "/Users/ann")
	if data := at(plans["on-runtime"], write, "/Users/ann/§data"); masked < 0 || data < masked {
		t.Errorf("the parent hidden at %d, the server's own folder at %d", masked, data)
	}
}

// SPEC B1: what is started, and with what: nothing of the environment is an argument.
func TestMacStartsOnlyTheServer(t *testing.T) {
	plan := macPlans()["default"]
	args := sandbox.SeatbeltArgs(plan)
	i := slices.Index(args, "--")
	if i < 0 || !slices.Equal(args[i+1:], append([]string{plan.Program}, plan.Args...)) || args[0] != "-p" {
		t.Errorf("%q", args[max(i, 0):])
	}
	if env := sandbox.SeatbeltEnv(plan); !slices.Equal(env, []string{"HOME=/Users/ann/§data", "TMPDIR=/Users/ann/§data"}) {
		t.Errorf("%q", env)
	}
}
