//go:build unix

package safefile

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"usher/pkg/fault"
)

// L4: made 0700 and 0600 whatever the umask, parents too, and usable at once.
func TestUmaskHasNoSay(t *testing.T) {
	if !asOrdinary(t) {
		return
	}
	for _, mask := range []string{"0", "022", "077", "777"} {
		t.Run(mask, func(t *testing.T) {
			top := realDir(t)
			dir := filepath.Join(top, "state", "usher")
			file := filepath.Join(dir, "ledger.json")
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			if out, err := spawn(ctx, "private", mask, dir, file).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			for path, want := range map[string]os.FileMode{
				filepath.Join(top, "state"): 0o700, dir: 0o700, file: 0o600, filepath.Join(dir, ".ledger.json.lock"): 0o600,
			} {
				info, err := os.Stat(path)
				if err != nil || info.Mode().Perm() != want {
					t.Errorf("%s: %v %v, want %v", path, info.Mode().Perm(), err, want)
				}
			}
			if got, err := os.ReadFile(file); err != nil || string(got) != "x\nx\n" {
				t.Errorf("%q %v", got, err)
			}
		})
	}
}

// L4: a folder that exists is checked and left as it is.
func TestPrivateChecksWhatExists(t *testing.T) {
	if !asOrdinary(t) {
		return
	}
	top := realDir(t)
	at := func(name string) string { return filepath.Join(top, name) }
	link(t, "real", at("link"))
	link(t, "nowhere", at("dangling"))
	write(t, at("file"), "x", 0o600)
	mkdir(t, at("real"), 0o755)
	mkdir(t, at("open"), 0o777)
	mkdir(t, at("sticky"), 0o777|os.ModeSticky)
	mkdir(t, at("blind"), 0o500)
	mkdir(t, at("above/in"), 0o700)
	chmod(t, at("above"), 0o777)
	for _, c := range []struct{ path, rule, file, hint string }{
		{"real", "", "", ""}, {"link", "", "", ""}, {"link/new/er", "", "", ""},
		{"open", "file/mode", "open", "chmod go-w " + at("open")},
		{"sticky", "file/mode", "sticky", "chmod go-w "},
		{"open/new", "file/mode", "open", "chmod go-w "},
		{"above/in", "file/mode", "above", "chmod go-w "},
		{"blind", "file/denied", "blind", "chmod u+rwx " + at("blind")},
		{"dangling", "file/link", "dangling", "rm "},
		{"file", "file/not-regular", "file", ""},
		{"file/new", "file/not-regular", "file", ""},
	} {
		err := Private(at(c.path))
		if c.rule == "" {
			if err != nil {
				t.Error(err)
			}
			continue
		}
		wantProblem(t, err, c.rule, at(c.file), "", c.hint)
		var e *fault.Error
		if errors.As(err, &e) && e.Kind != fault.Refused {
			t.Errorf("%s: kind %s, want refused", c.path, e.Kind)
		}
	}
	if info, err := os.Stat(at("real")); err != nil || info.Mode().Perm() != 0o755 {
		t.Error("a folder that passes is changed")
	}
	if info, err := os.Stat(at("real/new/er")); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("made through a link: %v %v", info, err)
	}
	if err := Private("relative"); err == nil {
		t.Error("a relative folder is made")
	}
}

// L4: what is root's is not a person's own; / cannot be made into one.
func TestPrivateRefusesRoots(t *testing.T) {
	if !asOrdinary(t) {
		return
	}
	wantProblem(t, Private("/usr"), "file/owner", "/usr", "belongs to root, not to you", "sudo chown -R ")
	if p := problem(t, Private("/usr/new")); p.Rule != "file/io" || p.Message != "this folder cannot be made: permission denied" {
		t.Errorf("%+v", p)
	}
}
