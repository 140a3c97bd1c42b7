package tiers

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"usher/pkg/proc"
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
				t.Fatal("bubblewrap is not installed: scripts/deps.sh installs it")
			}
			f := Found{Settings: l.settings}
			e := l.alone(context.Background(), tier, &f)
			if e != nil {
				c := e.Cause(l.settings)
				if e.Sign == SignStage && forbidsItself(*e, l.settings) {
					t.Skip("this computer forbids it: " + c.What)
				}
				t.Fatalf("%s: %+v: %s", tier, *e, c.What)
			}
			if f.Localhost == (f.NotLocal != "") {
				t.Errorf("%s: this computer only is not real in it, because: %q", tier, f.NotLocal)
			}
		})
	}
}

// forbidsItself reports a kernel setting that explains a tier's failure.
func forbidsItself(e Evidence, s Settings) bool {
	return noneAllowed(e, s) || debianForbids(e, s) || notBuiltIn(e, s) || appArmorForbids(e, s) || containerForbids(e, s) || noLandlock(e, s) || oldLandlock(e, s)
}

// forbiddenRole is a usher on a computer whose user.max_user_namespaces is 0: its
// namespace has a setting of its own. It says how a server's start is refused.
func forbiddenRole(self, state string) int {
	if err := os.WriteFile("/proc/sys/user/max_user_namespaces", []byte("0"), 0o600); err != nil {
		fmt.Println("no setting of its own:", err)
		return 1
	}
	o := Options{Self: self, Reaper: proc.Program{Path: os.Args[0], Args: []string{proc.ReaperWord}}, Path: "/usr/bin:/bin", StateDir: state}
	found, _ := Detect(context.Background(), o)
	refusal := found.Refusal(sandbox.TierNamespaces, "acme")
	if refusal == nil {
		fmt.Println("not refused:", found.Tiers)
		return 1
	}
	fmt.Printf("%s\n%s\nbest with landlock: %s\n", refusal.Message, strings.Join(refusal.Hints, "\n"), found.Best(sandbox.TierLandlock))
	return 0
}

// cases sandbox-01, SPEC B4: on a kernel that really forbids namespaces nothing
// starts, the setting is named, and Landlock alone is found for who accepts it.
func TestAKernelThatForbidsNamespacesIsNamed(t *testing.T) {
	o := world(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, "role:forbidden", o.Self, o.StateDir)
	ids := []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Geteuid(), Size: 1}}
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWUSER, UidMappings: ids, GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getegid(), Size: 1}}}
	out, err := cmd.CombinedOutput()
	if err != nil && len(out) == 0 {
		t.Skipf("this computer's own setting forbids namespaces already: user.max_user_namespaces is %s (%v)", settings().MaxUserNamespaces, err)
	}
	if now := settings(); strings.HasPrefix(string(out), "no setting of its own") && (now.AppArmorRestricted == "1" || now.Filtered) {
		t.Skipf("namespaces have no settings of their own here: kernel.apparmor_restrict_unprivileged_userns is %q, in a container: %v", now.AppArmorRestricted, now.Filtered)
	}
	for _, want := range []string{"no working sandbox: the kernel setting user.max_user_namespaces is 0", "sudo sysctl -w user.max_user_namespaces=", "usher server edit acme --no-sandbox"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("lacks %q: %v\n%s", want, err, out)
		}
	}
	if best := "best with landlock: landlock"; settings().Landlock >= minLandlock && !strings.Contains(string(out), best) {
		t.Errorf("lacks %q\n%s", best, out)
	}
}
