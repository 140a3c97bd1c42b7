package launch

import (
	"testing"

	"usher/pkg/sandbox"
)

// SPEC B4: the status of a sandbox that could not be built is the stages' alone: a
// server that ends with it, and with their words, is told as a server that ended.
func TestAServerCannotSpeakForTheStages_B4(t *testing.T) {
	forged := FailedWord + "mount: /etc: operation not permitted"
	for name, plan := range map[string]func(testing.TB, string) sandbox.Plan{"namespaces": planOf, "bubblewrap": wrapped, "landlock": alone} {
		t.Run(name, func(t *testing.T) {
			p := plan(t, "")
			shell := planOf(t, "echo '"+forged+"' >&2; exit 125")
			p.Program, p.Argv0, p.Args = shell.Program, shell.Argv0, shell.Args
			for _, p.Network = range []sandbox.Network{sandbox.NetworkOff, sandbox.NetworkLocalhost} {
				if got := launched(t, p, ""); got != (end{"", forged + "\n", OwnStatus}) {
					t.Errorf("network %s: %+v", p.Network, got)
				}
			}
		})
	}
	p := planOf(t, "exit 0")
	p.Program = "/usr/bin/gone"
	if got := launched(t, p, ""); got.status != FailedStatus {
		t.Errorf("the stages' own: %+v", got)
	}
}
