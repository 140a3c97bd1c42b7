package tiers

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"usher/pkg/sandbox"
)

// helpText is enough of bwrap's help to be taken for one.
const helpText = `--unshare-user --unshare-ipc --unshare-pid --unshare-net --unshare-uts --unshare-cgroup-try --cap-drop --die-with-parent
--new-session --ro-bind --bind --tmpfs --proc --dev --ro-bind-try --dir --symlink --remount-ro`

// cases sandbox-01 and facts: where usher's own stages may not work, whatever stands
// for bwrap, nothing starts, and the words name it and both ways out (SPEC B4).
func TestFakeBubblewrapIsToldByName(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"uid map", `echo 'bwrap: setting up uid map: Permission denied' >&2; exit 1`, "AppArmor forbids bwrap"},
		{"loopback", `echo 'bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted' >&2; exit 1`, "AppArmor forbids bwrap"},
		{"another program", `echo hello`, "is not bubblewrap: it answered \"hello\""},
		{"no program for this computer", "exit 126", "is not bubblewrap: it answered nothing"},
		{"hangs", `sleep 100`, "did not end in time"},
		{"too old", "echo '" + strings.Replace(helpText, "--cap-drop ", "", 1) + "'", "lacks the option --cap-drop"},
		{"says yes to all", "echo '" + helpText + "'", "it ended before the sandbox was built"},
		{"hangs when it counts", `case $1 in --help) echo '` + helpText + `';; *) sleep 100;; esac`, "did not end in time: a trial of"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o := world(t)
			script(t, filepath.Join(o.Path, "bwrap"), c.text)
			o.Limit = 20 * time.Second
			if strings.HasPrefix(c.name, "hangs") {
				o.Limit = time.Second
			}
			l := newLook(o)
			e := l.alone(context.Background(), sandbox.TierBubblewrap, &Found{})
			if e == nil {
				t.Fatal("it is taken for a sandbox")
			}
			refusal := Found{Failures: []Evidence{*e}, Settings: usual()}.Refusal(sandbox.TierNamespaces, "acme")
			if refusal == nil || !strings.Contains(refusal.Message, c.want) {
				t.Errorf("%v, want %q; %+v", refusal, c.want, *e)
			}
		})
	}
}

// SPEC B4: a bwrap that others could change is not started.
func TestForeignBubblewrapIsNotStarted(t *testing.T) {
	o := world(t)
	path := filepath.Join(o.Path, "bwrap")
	if found, e := findBubblewrap(o); found != "" || e.Sign != SignMissing {
		t.Errorf("%q, %+v", found, e)
	}
	script(t, path, "touch "+o.StateDir+"/started")
	for _, mode := range []os.FileMode{0o777, 0o720} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		if found, e := findBubblewrap(o); found != "" || e.Sign != SignUnsafe {
			t.Errorf("mode %o: %q, %+v", mode, found, e)
		}
	}
	if err := os.Chmod(path, 0o755); err != nil {
		t.Fatal(err)
	}
	if found, e := findBubblewrap(o); found == "" {
		t.Errorf("%+v", e)
	}
	if err := os.Chmod(o.Path, 0o777); err != nil {
		t.Fatal(err)
	}
	if found, e := findBubblewrap(o); found != "" || e.Sign != SignUnsafe {
		t.Errorf("in a folder that others can write: %q, %+v", found, e)
	}
	if _, err := os.Lstat(filepath.Join(o.StateDir, "started")); err == nil {
		t.Error("looking for it started it")
	}
}

// SPEC B4: every way in which usher-run itself can fail is told by its own words.
func TestFakeStagesAreToldByName(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a forbidden kernel", `cat >/dev/null; echo 'usher-run: sandbox: mount: /proc: operation not permitted' >&2; exit 125`, "/proc is masked"},
		{"another version", `cat >/dev/null; echo 'usher: error: usher-run is started by usher, not by hand' >&2; exit 2`, "of another version"},
		{"it says nothing", `cat >/dev/null`, "of another version: it answered nothing"},
		{"it got out", `cat >/dev/null; echo 'a hidden file could be read'; exit 3`, "did not hold: inside, a hidden file could be read"},
		{"it dies", `kill -SEGV $$`, "SIGSEGV"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o := world(t)
			script(t, filepath.Join(filepath.Dir(o.Self), "usher-run"), c.text)
			found, note := Detect(context.Background(), o)
			refusal := found.Refusal(sandbox.TierNamespaces, "acme")
			if refusal == nil || !strings.Contains(refusal.Message, c.want) || note != "" {
				t.Errorf("%v, %q; want %q", refusal, note, c.want)
			}
			if names, _ := os.ReadDir(o.StateDir); len(names) > 0 {
				t.Errorf("that nothing works is remembered, or a trial left something: %v", names)
			}
		})
	}
	o := world(t)
	if err := os.Remove(filepath.Join(filepath.Dir(o.Self), "usher-run")); err != nil {
		t.Fatal(err)
	}
	if found, _ := Detect(context.Background(), o); !strings.Contains(found.Refusal(sandbox.TierLandlock, "").Message, "usher-run, which builds the sandbox, is missing") {
		t.Errorf("%+v", found)
	}
}
