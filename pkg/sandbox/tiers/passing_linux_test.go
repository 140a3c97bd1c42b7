package tiers

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"

	"usher/pkg/proc"
	"usher/pkg/sandbox"
)

// shortRole is a usher that may open few files, and says for how many it found what.
func shortRole(self, state string) int {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		panic(err)
	}
	for _, few := range []uint64{9, 12, 14, 15, 16, 18, 20, 22, 24} {
		limit.Cur = few
		if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
			panic(err)
		}
		o := Options{Self: self, Reaper: proc.Program{Path: os.Args[0], Args: []string{proc.ReaperWord}}, Path: "/usr/bin:/bin", StateDir: state, Version: "v1", Afresh: true}
		found, note := Detect(context.Background(), o)
		fmt.Printf("%d files: %v, localhost %v, remembered %v, note %q\n", few, found.Tiers, found.Localhost, exists(filepath.Join(state, cacheName)), note)
	}
	return 0
}

// SPEC B4, B5: a computer that has too little of something for a moment is not one
// that cannot: what was found then is not remembered, is said, never makes a weaker
// sandbox do, and leaves nothing behind.
func TestShortageIsNotRemembered_B4(t *testing.T) {
	o := world(t)
	o.Path = "/usr/bin:/bin"
	full, note := Detect(context.Background(), o)
	if note != "" || len(full.Tiers) != 1 {
		t.Skipf("no sandbox works here, so none is remembered: %v %s", full.Refusal(sandbox.TierLandlock, ""), note)
	}
	path := filepath.Join(o.StateDir, cacheName)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(self, "role:short", o.Self, o.StateDir).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	short := 0
	for line := range strings.Lines(string(out)) {
		as := fmt.Sprintf(": %v, localhost %v, remembered true, note \"\"", full.Tiers, full.Localhost)
		if strings.Contains(line, as) {
			break // from here on there is enough, and what is remembered stays
		}
		short++
		if strings.Contains(line, "remembered true") || full.Tiers[0] != sandbox.TierLandlock && strings.Contains(line, "[landlock]") {
			t.Errorf("what a shortage left is taken for all that there is: %s", line)
		}
		if !strings.Contains(line, ": [],") && !strings.Contains(line, "not remembered: this computer ran short of something") {
			t.Errorf("the shortage is not said: %s", line)
		}
	}
	if short == 0 {
		t.Errorf("nine files were enough:\n%s", out)
	}
	names, _ := os.ReadDir(o.StateDir)
	for _, n := range names {
		if strings.HasPrefix(n.Name(), "sandbox-trial-") {
			t.Errorf("a trial left %s", n.Name())
		}
	}
}

// SPEC B4: what was remembered before a shortage stays.
func TestShortageKeepsWhatWasRemembered_B4(t *testing.T) {
	o, full := working(t)
	bad := o
	bad.Afresh = true
	run := filepath.Join(filepath.Dir(o.Self), "usher-run")
	kept, err := os.Readlink(run)
	if err != nil {
		t.Fatal(err)
	}
	without(t, o, "usher-run: sandbox: mount: /etc: too many open files")
	found, note := Detect(context.Background(), bad)
	if found.Best(sandbox.TierLandlock) != sandbox.TierNone || note != "" {
		t.Errorf("%+v, %q", found.Tiers, note)
	}
	refusal := found.Refusal(sandbox.TierLandlock, "acme")
	if !strings.Contains(refusal.Message, "ran short of something") || !strings.Contains(refusal.Hints[0], "try again") {
		t.Errorf("%+v", refusal)
	}
	if err := os.Remove(run); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(kept, run); err != nil {
		t.Fatal(err)
	}
	if again, note := Detect(context.Background(), dead(o)); !reflect.DeepEqual(again, full) || note != "" {
		t.Errorf("%+v, %q", again, note)
	}
}

// SPEC B4, B5: which failures say something of this computer, and which only of that
// moment.
func TestWhatPassesIsKnown_B4(t *testing.T) {
	const ns, bw = sandbox.TierNamespaces, sandbox.TierBubblewrap
	died := func(text string) Evidence { return Evidence{Tier: ns, Sign: SignDied, Detail: text} }
	open := func(text string) Evidence { return Evidence{Tier: ns, Sign: SignOpen, Detail: text} }
	s := usual()
	for _, e := range []Evidence{
		stage(ns, "mount: /etc/passwd: too many open files"), stage(ns, "namespaces: cannot allocate memory"),
		stage(ns, "namespaces: resource temporarily unavailable"), stage(ns, "plan: too many open files in system"),
		stage(bw, "bwrap: Can't fork for pid 1: Resource temporarily unavailable"), stage(bw, "bwrap: Creating pipe: Too many open files"),
		stage(bw, "bwrap: Out of memory"), stage(bw, "bubblewrap: it was ended before the sandbox was built, by signal 9"),
		stage(ns, "namespaces: no space left on device"),
		stage(ns, "supervise: nobody can answer for the sandbox's connections: pidfd_getfd is refused here (too many open files)"),
		died("killed SIGKILL"), died("the limit on open files is reached"), {Tier: ns, Sign: SignHangs},
		open("the server's own folder could not be written: too many open files"), died("no place for a trial: mkdir /x: no space left on device"),
	} {
		if !e.passing(s) || e.lasting(s) {
			t.Errorf("%+v is remembered", e)
		}
	}
	for _, e := range []Evidence{
		stage(ns, "namespaces: operation not permitted"), stage(bw, "bwrap: setting up uid map: Permission denied"),
		stage(bw, "bubblewrap: it was ended before the sandbox was built, by signal 31"), died("killed SIGSYS"),
		stage(ns, "supervise: nobody can answer for the sandbox's connections: the kernel is older than Linux 5.14"),
		{Tier: bw, Sign: SignMissing}, open("a hidden file could be read"),
	} {
		if e.passing(s) {
			t.Errorf("%+v is looked for again at each start", e)
		}
	}
	if s.MaxUserNamespaces = "0"; stage(ns, "namespaces: no space left on device").passing(s) {
		t.Error("a setting is taken for a shortage")
	}
	// That this computer cannot be reached may be a moment's; that nobody can answer is not.
	if open("this computer could not be reached: connection refused").lasting(usual()) {
		t.Error("one connection that failed is remembered")
	}
	for _, e := range []Evidence{stage(ns, "mount: /w: too many open files"), open("x: too many open files")} {
		if c := e.Cause(usual()); !strings.Contains(c.What, "ran short of something") || !slices.ContainsFunc(c.Mend, func(m string) bool { return strings.Contains(m, "ulimit -n") }) {
			t.Errorf("%+v: %+v", e, c)
		}
	}
	if c, ok := (Found{Tiers: []sandbox.Tier{ns}}).Ended(ns, End{125, "usher-run: sandbox: mount: /w: too many open files\n"}); !ok || !strings.Contains(c.What, "ran short of something") {
		t.Errorf("%+v", c)
	}
}
