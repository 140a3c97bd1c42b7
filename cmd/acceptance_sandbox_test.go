//go:build linux && !race

package cmd_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// cellar is a house whose server, testdata/sandbox/probe.py, tries to get out of a
// sandbox of one tier, as root or as an ordinary user.
type cellar struct {
	*house
	tier     string // "": no sandbox, to see that the probe can tell
	ordinary bool
	yard     *yard
	work     string // the project that is given or not
}

func (c cellar) String() string {
	who := "root"
	if c.ordinary {
		who = "an ordinary user"
	}
	if c.tier == "" {
		return "no sandbox as " + who
	}
	return c.tier + " as " + who
}

// attempted is what the probe answers.
type attempted struct {
	Tried     int
	Got, Lost map[string]string
	Env       map[string]string
	Init      string
}

const (
	networks = "off localhost on"
	grants   = "none read write"
)

// SPEC B7: in every tier that this computer builds, with every network and grant,
// as root and as an ordinary user, nothing gets out and all that must work works;
// in the Landlock tier but for what its card names.
func TestNothingGetsOut_B7(t *testing.T) {
	t.Parallel()
	fan(t, 3, cellars("namespaces", "bubblewrap", "landlock"), cellar.String, func(t *testing.T, c cellar) {
		c = c.dig(t)
		for _, network := range strings.Fields(networks) {
			for _, grant := range strings.Fields(grants) {
				if grant == "read" && network != "off" {
					continue // what is given does not depend on the network
				}
				c.holds(t, network, grant)
			}
		}
		c.dies(t)
	})
}

// The same attempts without a sandbox: most of them get through, or the test above
// would say nothing.
func TestTheProbeCanTell(t *testing.T) {
	fan(t, 2, cellars(""), cellar.String, func(t *testing.T, c cellar) {
		c = c.dig(t)
		answer := c.tries(t, "off", "none")
		needed, least := []string{
			"read a key", "list the home folder", "see that a key exists", "write into the home folder", "change a key's mode", "read the project",
			"write a git hook", "rename .git", "read a key through a link of its own", "move a file of its own out", "read a file of /tmp", "read usher's decisions",
			"write over its own program", "gain privileges", "call without a filter", "see another process", "read another's environment", "reach the keyring",
			"read shared memory", "connect to 127.0.0.1", "connect out", "send out", "reach a socket by its path", "reach a socket without a path",
			"turn a pair of sockets", "be reached from this computer",
		}, 55
		for _, name := range needed {
			if answer.Got[name] == "" && (name != "connect out" && name != "send out" || c.yard.Out != "") {
				t.Errorf("it did not %s", name)
			}
		}
		if len(answer.Got) < least || len(answer.Lost) > 0 {
			t.Errorf("only %d of %d: %v; did not work: %v", len(answer.Got), answer.Tried, slices.Sorted(maps.Keys(answer.Got)), answer.Lost)
		}
		if c.yard.alive() {
			t.Error("the process that it was to end lives")
		}
	})
}

// cellars are the tiers, each as root, where that is who tests, and as an ordinary user.
func cellars(tiers ...string) (all []cellar) {
	for _, tier := range tiers {
		if os.Geteuid() == 0 {
			all = append(all, cellar{tier: tier})
		}
		all = append(all, cellar{tier: tier, ordinary: true})
	}
	return all
}

// holds tries one combination, and says what got through that must not, and what
// must work and did not.
func (c cellar) holds(t *testing.T, network, grant string) {
	t.Helper()
	answer := c.tries(t, network, grant)
	must, may, lost := c.allows(network, grant)
	for name, how := range answer.Got {
		if !slices.Contains(must, name) && !slices.Contains(may, name) {
			t.Errorf("%s %s: it could %s (%s)", network, grant, name, how)
		}
	}
	for _, name := range must {
		if answer.Got[name] == "" {
			t.Errorf("%s %s: it could not %s", network, grant, name)
		}
	}
	for name, why := range answer.Lost {
		if !slices.Contains(lost, name) {
			t.Errorf("%s %s: it could not %s: %s", network, grant, name, why)
		}
	}
	if init := map[string]string{"namespaces": "usher-run", "bubblewrap": "bwrap"}[c.tier]; answer.Init != init {
		t.Errorf("%s %s: its first process is %q, not %q: another tier", network, grant, answer.Init, init)
	}
	if answer.Tried < 117 {
		t.Errorf("only %d attempts", answer.Tried)
	}
	tmp := "/tmp"
	if c.tier == "landlock" {
		tmp = c.data()
	}
	want := map[string]string{"HOME": c.data(), "TMPDIR": tmp, "USHER_SERVER_DATA": c.data(), "KAITOI_DATA": c.data(), "LANG": "C.UTF-8", "PATH": answer.Env["PATH"]}
	if !maps.Equal(answer.Env, want) || answer.Env["PATH"] == "" {
		t.Errorf("%s %s: its environment is %v", network, grant, answer.Env)
	}
	c.untouched(t, network+" "+grant, network == "on")
}

// allows is what a combination gives: what must get through, what may, and what
// need not work.
func (c cellar) allows(network, grant string) (must, may, lost []string) {
	if c.tier == "landlock" { // as its card says
		must, lost = append(must, "see that a key exists"), append(lost, "write, rename, chmod and remove in its folder", "have a socket of its own", "write into /tmp")
		if network == "off" {
			lost = append(lost, "connect to itself")
		}
		if grant == "write" {
			must = append(must, "write a git hook", "write git's configuration", "write the project's servers", "rename .git", "rename the project's definitions",
				"point git elsewhere", "move git's head", "make definitions of the project", "write into a bare repository", "rename a bare repository")
		}
	}
	if c.tier == "bubblewrap" { // no device of bwrap's is read-only: docs/sandbox.md
		may = append(may, "change a device's mode")
	}
	if grant != "none" {
		must = append(must, "read the project")
	}
	if grant == "write" {
		must = append(must, "write into the project")
	}
	if network != "off" {
		must = append(must, "connect to 127.0.0.1")
		may = append(may, "connect to ::1", "connect to 127.0.0.9", "connect to ::ffff:127.0.0.1", "connect to 0.0.0.0", "be reached from this computer")
	}
	if network == "on" {
		may = append(may, "see an interface", "send to this computer", "connect out while the address changes", "connect out by several paths",
			"connect out with the first bytes", "connect out in IPv6's words", "send out without connecting")
		if c.yard.Out != "" {
			must = append(must, "connect out", "send out")
		}
	}
	return must, may, lost
}

// tries starts the probe once and has it make all its attempts in one call.
func (c cellar) tries(t *testing.T, network, grant string) (answer attempted) {
	t.Helper()
	c.gives(t, network, grant)
	args, err := json.Marshal(c.yard)
	must(t, err)
	r := c.does(t, 0, "call", "probe__try", "--raw", "--args", string(args))
	var result struct{ Content []struct{ Text string } }
	must(t, json.Unmarshal([]byte(r.out), &result))
	if len(result.Content) != 1 {
		t.Fatal(r)
	}
	must(t, json.Unmarshal([]byte(result.Content[0].Text), &answer))
	c.ended(t, network+" "+grant)
	return answer
}

// gives writes the definition of one combination, and says yes to it.
func (c cellar) gives(t *testing.T, network, grant string) {
	t.Helper()
	sandbox := fmt.Sprintf(`{"network":%q}`, network)
	switch {
	case c.tier == "":
		sandbox = `{"enabled":false}`
	case grant != "none":
		sandbox = fmt.Sprintf(`{"network":%q,%q:[%q]}`, network, grant, c.work)
	}
	c.put(t, "mcp.json", fmt.Sprintf(`{"servers":[{"id":"probe","command":"/usr/bin/python3","args":[%q],"sandbox":%s}]}`, c.probe(), sandbox))
	c.owned(t, filepath.Join(c.conf, "mcp.json"))
	digest := c.digest(t)
	c.does(t, 0, "server", "approve", "probe", "--digest", digest)
	c.does(t, 0, "grant", "set", "probe", "try", "--allow", "--digest", digest)
}
