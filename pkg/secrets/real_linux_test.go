package secrets

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"usher/pkg/redact"
	"usher/pkg/secrets/wire"
)

// E1, E2: a real Secret Service keeps, gives, lists, moves and forgets.
func TestARealKeychainKeeps(t *testing.T) {
	asEveryone(t, func(t *testing.T, bin string) {
		on := newSession(t, bin, plainBus)
		on.unlocked(wire.OK)
		s := New(t.TempDir(), on.helper.Ask)
		if w := mustSet(t, s, "LAB_TOKEN", canary); w.Store != Keychain || !w.First {
			t.Errorf("%+v", w)
		}
		mustSet(t, s, "acme/LAB_TOKEN", strings.Repeat("k", wire.MaxValue))
		mustSet(t, s, "LAB_TOKEN", canary+"2")
		wantValue(t, s, "LAB_TOKEN", canary+"2")
		wantValue(t, s, "acme/LAB_TOKEN", strings.Repeat("k", wire.MaxValue))
		var group sync.WaitGroup
		for i := range 6 {
			group.Go(func() { mustSet(t, s, "T"+strconv.Itoa(i), "value-"+strconv.Itoa(i)) })
		}
		group.Wait()
		wantKeys(t, on, 8)
		if h, err := s.Check(t.Context()); err != nil || h.Keychain != wire.OK || h.Lost != nil || h.Unlisted != nil {
			t.Errorf("%+v %v", h, err)
		}
		if m, err := s.Move(t.Context(), File); err != nil || len(m.Keys) != 8 || m.Left != nil {
			t.Errorf("%+v %v", m, err)
		}
		wantKeys(t, on, 0)
		wantValue(t, s, "LAB_TOKEN", canary+"2")
		if _, err := s.Move(t.Context(), Keychain); err != nil {
			t.Error(err)
		}
		wantKeys(t, on, 8)
		if gone, err := s.RemoveServer(t.Context(), "acme"); err != nil || len(gone) != 1 {
			t.Error(gone, err)
		}
		if ok, err := s.Remove(t.Context(), secret(t, "LAB_TOKEN")); !ok || err != nil {
			t.Error(ok, err)
		}
		wantKeys(t, on, 6)
	})
}

// wantKeys counts what the keychain itself lists of ours.
func wantKeys(t *testing.T, on *session, want int) {
	t.Helper()
	if a := on.helper.Ask(t.Context(), wire.Request{Do: wire.List}); a.Code != wire.OK || len(a.Keys) != want {
		t.Errorf("the keychain lists %v, %s; want %d", a.Keys, a.Code, want)
	}
}

// E1: another program's items are neither listed nor given out nor touched,
// whatever their labels and attributes.
func TestOtherProgramsItemsAreLeftAlone(t *testing.T) {
	asEveryone(t, func(t *testing.T, bin string) {
		on := newSession(t, bin, plainBus)
		on.unlocked(wire.OK)
		on.run("theirs-1", "secret-tool", "store", "--label=usher/secret/LAB_TOKEN", "app", "other")
		on.run("theirs-2", "secret-tool", "store", "--label=other", "profile", "LAB_TOKEN")
		on.run("theirs-3", "secret-tool", "store", "--label=usher/secret/FOREIGN", "profile", "usher/secret/FOREIGN")
		wantKeys(t, on, 0)
		if a := on.helper.Ask(t.Context(), wire.Request{Do: wire.Get, Key: secret(t, "FOREIGN")}); a.Code != wire.Failed || !a.Value.Empty() {
			t.Errorf("%s", a.Code)
		}
		s := New(t.TempDir(), on.helper.Ask)
		mustSet(t, s, "LAB_TOKEN", canary)
		wantKeys(t, on, 1)
		wantValue(t, s, "LAB_TOKEN", canary)
		if ok, err := s.Remove(t.Context(), secret(t, "LAB_TOKEN")); !ok || err != nil {
			t.Error(ok, err)
		}
		for want, search := range map[string][]string{"theirs-1": {"app", "other"}, "theirs-2": {"profile", "LAB_TOKEN"}, "theirs-3": {"profile", "usher/secret/FOREIGN"}} {
			if got := on.run("", "secret-tool", append([]string{"lookup"}, search...)...); got != want {
				t.Errorf("%v is %q now", search, got)
			}
		}
	})
}

// E4, secret-03: locked is locked for every use, at once, and the value is there
// again after the unlock; a daemon that is gone is absent, one that is stopped is
// silent; none of them is "no secret".
func TestARealKeychainInTrouble(t *testing.T) {
	asEveryone(t, func(t *testing.T, bin string) {
		on := newSession(t, bin, plainBus)
		on.unlocked(wire.OK)
		s := New(t.TempDir(), on.helper.Ask)
		mustSet(t, s, "LAB_TOKEN", canary)
		before := file(t, s)
		wantTrouble := func(want Code) {
			t.Helper()
			_, ok, getErr := s.Get(t.Context(), secret(t, "LAB_TOKEN"))
			_, setErr := s.Set(t.Context(), secret(t, "LAB_TOKEN"), redact.New("new"))
			if ok || CodeOf(getErr) != want || CodeOf(setErr) != want || file(t, s) != before {
				t.Errorf("get %v %v, set %v", ok, getErr, setErr)
			}
		}
		on.lock()
		wantTrouble(wire.Locked)
		if _, err := s.Remove(t.Context(), secret(t, "LAB_TOKEN")); CodeOf(err) != wire.Locked {
			t.Error(err)
		}
		if _, err := s.Move(t.Context(), File); CodeOf(err) != wire.Locked {
			t.Error(err)
		}
		fresh := New(t.TempDir(), on.helper.Ask)
		if _, err := fresh.Set(t.Context(), secret(t, "A"), redact.New("a")); CodeOf(err) != wire.Locked {
			t.Error("a first write:", err)
		}
		on.stop()
		wantTrouble(wire.Absent)
		on.unlocked(wire.OK)
		wantValue(t, s, "LAB_TOKEN", canary)
		if err := on.daemon.Process.Signal(syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
		wantTrouble(wire.Silent)
		_ = on.daemon.Process.Signal(syscall.SIGCONT)
	})
}

// E5: a write that the bus does not let through is a refusal, and no file takes
// the keychain's place.
func TestARealRefusedWrite(t *testing.T) {
	asEveryone(t, func(t *testing.T, bin string) {
		on := newSession(t, bin, plainBus+`<deny send_interface="org.freedesktop.Secret.Collection" send_member="CreateItem"/>`)
		on.unlocked(wire.Denied)
		s := New(t.TempDir(), on.helper.Ask)
		if _, err := s.Set(t.Context(), secret(t, "A"), redact.New(canary)); CodeOf(err) != wire.Denied || file(t, s) != "" {
			t.Error(err, file(t, s))
		}
	})
}

// E1, secret-01: where there is no keychain the file is used and said, quickly:
// no bus, a bus that is no socket, one over a network, one without a Secret
// Service, and one whose Secret Service has no login keyring. A dbus-launch in
// PATH, which would hang, is never started.
func TestNoKeychainIsFoundOut(t *testing.T) {
	asEveryone(t, func(t *testing.T, bin string) {
		trap := t.TempDir()
		if err := os.WriteFile(filepath.Join(trap, "dbus-launch"), []byte("#!/bin/sh\necho x >>"+trap+"/started\nsleep 60\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		plain := filepath.Join(trap, "file")
		if err := os.WriteFile(plain, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		base := []string{"PATH=" + trap + ":/usr/bin:/bin", "HOME=" + trap, "XDG_RUNTIME_DIR=/nonexistent"}
		empty := newSession(t, bin, plainBus)
		stock := newSession(t, bin, "")
		for what, environ := range map[string][]string{
			"nothing":            nil,
			"autolaunch":         {busVar + "=autolaunch:"},
			"no such socket":     {busVar + "=unix:path=/nonexistent/bus"},
			"no socket":          {busVar + "=unix:path=" + plain},
			"a network":          {busVar + "=tcp:host=127.0.0.1,port=1"},
			"a socket and a net": {busVar + "=unix:abstract=/x;tcp:host=127.0.0.1,port=1"},
			"nobody listens":     {busVar + "=unix:abstract=/usher/nobody/listens"},
			"no service":         empty.environ[len(empty.environ)-1:],
			"no login keyring":   stock.environ[len(stock.environ)-1:],
		} {
			h := NewHelper(filepath.Join(bin, "usher"), append(base, environ...))
			s := New(t.TempDir(), h.Ask)
			if w := mustSet(t, s, "LAB_TOKEN", canary); w.Store != File || !w.First || !strings.Contains(w.Why, "no keychain") {
				t.Errorf("%s: %+v", what, w)
			}
			wantValue(t, s, "LAB_TOKEN", canary)
		}
		if _, err := os.Stat(filepath.Join(trap, "started")); !errors.Is(err, fs.ErrNotExist) {
			t.Error("dbus-launch was started")
		}
	})
}

// E4: a bus that accepts and never says a word hangs the library before main;
// the answer is there within the deadline, and the helper is gone.
func TestASilentBusIsSilent(t *testing.T) {
	asEveryone(t, func(t *testing.T, bin string) {
		path := filepath.Join(t.TempDir(), "bus")
		bus, err := net.Listen("unix", path)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = bus.Close() }()
		h := NewHelper(filepath.Join(bin, "usher"), []string{busVar + "=unix:path=" + path})
		s := New(t.TempDir(), h.Ask)
		began := time.Now()
		_, err = s.Set(t.Context(), secret(t, "A"), redact.New(canary))
		if CodeOf(err) != wire.Silent || file(t, s) != "" || !strings.Contains(err.Error(), "does not answer within 3 s") {
			t.Error(err)
		}
		if took := time.Since(began); took < Deadline || took > Deadline+20*time.Second {
			t.Errorf("after %v", took)
		}
		conn, err := bus.Accept()
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = conn.Close() }()
		_ = conn.SetReadDeadline(time.Now().Add(patience))
		for buffer := make([]byte, 4096); err == nil; {
			_, err = conn.Read(buffer)
		}
		if errors.Is(err, os.ErrDeadlineExceeded) {
			t.Error("the helper still holds its end of the bus")
		}
	})
}
