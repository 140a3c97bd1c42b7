package tiers

import (
	"context"
	"os"
	"os/exec"
	"testing"

	"usher/pkg/sandbox"
)

// SPEC B1, B4, B5: on a computer that can, each tier is found by being built, and
// "this computer only" is real in it, or it is known why it is not.
func TestEachTierIsFoundByBuildingIt(t *testing.T) {
	for _, tier := range []sandbox.Tier{sandbox.TierNamespaces, sandbox.TierBubblewrap, sandbox.TierLandlock} {
		t.Run(string(tier), func(t *testing.T) {
			o := world(t)
			o.Path = "/usr/bin:/bin"
			l := newLook(o)
			if _, err := exec.LookPath("bwrap"); err != nil && tier == sandbox.TierBubblewrap {
				t.Skip("bubblewrap is not installed: scripts/deps.sh installs it")
			}
			f := Found{Settings: l.settings}
			e := l.alone(context.Background(), tier, &f)
			if e != nil {
				c := e.Cause(l.settings)
				if os.Getenv("CI") != "" && e.Sign == SignStage && e.denied() {
					t.Skip("this computer forbids it: " + c.What)
				}
				t.Fatalf("%s: %+v: %s", tier, *e, c.What)
			}
			if f.Localhost == (f.NotLocal != "") || !f.Localhost && os.Geteuid() == 0 && os.Getenv("CI") == "" {
				t.Errorf("%s: this computer only is not real in it, because: %q", tier, f.NotLocal)
			}
		})
	}
}
