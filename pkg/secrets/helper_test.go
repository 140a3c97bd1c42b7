//go:build unix

package secrets

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"usher/pkg/redact"
	"usher/pkg/secrets/wire"
)

// E1: a store over the helper's protocol, one process for each request; what a
// keychain of another system would answer is what this fake answers.
func TestAStoreOverTheHelpersProtocol(t *testing.T) {
	h, dir := helperWorld(t, "keep")
	s := New(t.TempDir(), h.Ask)
	if w := mustSet(t, s, "acme/LAB_TOKEN", canary); w.Store != Keychain || !w.First {
		t.Errorf("%+v", w)
	}
	wantValue(t, s, "acme/LAB_TOKEN", canary)
	big := strings.Repeat("b", wire.MaxValue)
	mustSet(t, s, "BIG", big)
	wantValue(t, s, "BIG", big)
	if m, err := s.Move(t.Context(), File); err != nil || len(m.Keys) != 2 || m.Left != nil {
		t.Error(m, err)
	}
	if left, err := os.ReadDir(filepath.Join(dir, "items")); err != nil || len(left) != 0 {
		t.Errorf("the keychain keeps %v", left)
	}
	if text := seen(t, dir); strings.Contains(text, "not-real") || !strings.Contains(text, "usher-keychain") {
		t.Error("a value in the helper's arguments or environment")
	}
}

// E4: what each keychain may answer, and whatever is no whole answer, each as
// what it is; no error repeats what the helper printed.
func TestEveryAnswerIsACode(t *testing.T) {
	const head = `usher-keychain 1\n`
	h, dir := helperWorld(t, "")
	for mode, want := range map[string]Code{
		"is ok": wire.Failed, "is locked": wire.Locked, "is absent": wire.Absent, "is denied": wire.Denied,
		"is not-found": wire.NotFound, "is too-large": wire.TooLarge, "is failed": wire.Failed,
		"is silent": wire.Failed, "is no-helper": wire.Failed, "is nonsense": wire.Failed, "unread": wire.Locked,
		"noise": wire.Failed, "flood": wire.Failed, "nothing": wire.Failed,
		"say " + head + `is ok\nvalue half-of-`:                                 wire.Failed,
		"say " + head + `is ok\nvalue half\n`:                                   wire.Failed,
		"say " + head + `is ok\nvalue whole\nend\n`:                             wire.OK,
		"say " + head + `is ok\nvalue whole\nend\nmore\n`:                       wire.Failed,
		"say " + head + `is ok\nvalue one\nvalue two\nend\n`:                    wire.Failed,
		"say " + head + `is ok\nvalue a\tb\nend\n`:                              wire.OK, // \t stands for itself here
		"say " + head + "is ok\\nvalue a\tb\\nend\\n":                           wire.Failed,
		"say " + head + `is locked\nis ok\nvalue x\nend\n`:                      wire.Failed,
		"say " + head + `is locked\nvalue x\nend\n`:                             wire.Failed,
		"say " + head + `is ok\nvalue x\nkey usher/secret/A\nend\n`:             wire.Failed,
		"say " + `usher-keychain 2\nis ok\nvalue x\nend\n`:                      wire.Failed,
		"say " + head + `is ok\nname x\nend\n`:                                  wire.Failed,
		"say " + "dbus[12]: something else\\n" + head + `is ok\nvalue x\nend\n`: wire.Failed,
	} {
		setMode(t, dir, mode)
		if a := h.Ask(t.Context(), wire.Request{Do: wire.Get, Key: secret(t, "A")}); a.Code != want {
			t.Errorf("%s: %s, want %s", mode, a.Code, want)
		}
	}
	setMode(t, dir, "noise")
	s := New(t.TempDir(), h.Ask)
	if _, err := s.Set(t.Context(), secret(t, "A"), redact.New(canary)); err == nil || strings.Contains(err.Error(), "not-real") {
		t.Error(err)
	}
}

// E4: a helper that hangs is killed with what it started, and the answer is
// there soon after the deadline.
func TestASilentHelperIsKilledWithItsTree(t *testing.T) {
	h, dir := helperWorld(t, "hang")
	began := time.Now()
	if a := h.Ask(t.Context(), wire.Request{Do: wire.Get, Key: secret(t, "A")}); a.Code != wire.Silent {
		t.Fatal(a.Code)
	}
	if took := time.Since(began); took < Deadline || took > Deadline+20*time.Second {
		t.Errorf("after %v", took)
	}
	started := 0
	for line := range strings.Lines(seen(t, dir)) {
		if text, ok := strings.CutPrefix(strings.TrimSpace(line), "pid "); ok {
			started++
			pid, err := strconv.Atoi(text)
			if err != nil || syscall.Kill(pid, 0) == nil && !isZombie(pid) {
				t.Errorf("process %s lives on, %v", text, err)
			}
		}
	}
	if started != 2 {
		t.Errorf("%d processes were started", started)
	}
}

func isZombie(pid int) bool {
	data, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err != nil || strings.Contains(string(data), ") Z ")
}

// E1: no helper beside usher, or none that may be started, is said at once.
func TestAMissingHelperIsSaid(t *testing.T) {
	for what, spoil := range map[string]func(path string) error{
		"missing": os.Remove,
		"not executable": func(path string) error {
			_ = os.Remove(path)
			return os.WriteFile(path, []byte("#!/bin/sh\n"), 0o600)
		},
		"a folder": func(path string) error { _ = os.Remove(path); return os.Mkdir(path, 0o700) },
	} {
		_, dir := helperWorld(t, "keep")
		if err := spoil(filepath.Join(dir, "usher-keychain")); err != nil {
			t.Fatal(err)
		}
		self := filepath.Join(dir, "usher") // no link to the test binary: something may stand beside that
		_ = os.Remove(self)
		if err := os.WriteFile(self, nil, 0o700); err != nil {
			t.Fatal(err)
		}
		s := New(t.TempDir(), NewHelper(self, os.Environ()).Ask)
		if w := mustSet(t, s, "A", canary); w.Store != File || !strings.Contains(w.Why, "usher-keychain") {
			t.Errorf("%s: %+v", what, w)
		}
		if seen(t, dir) != "" {
			t.Errorf("%s: a helper was started", what)
		}
	}
}

// The helper beside the real program is found through a link to it.
func TestTheHelperIsFoundThroughALink(t *testing.T) {
	_, dir := helperWorld(t, "is locked")
	link := filepath.Join(t.TempDir(), "usher")
	real := filepath.Join(dir, "usher2")
	if err := os.WriteFile(real, []byte("x"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(real, link); err != nil {
		t.Fatal(err)
	}
	if h := NewHelper(link, nil); filepath.Base(h.program) != "usher-keychain" {
		t.Errorf("found %q", h.program)
	}
}
