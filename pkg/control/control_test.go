package control

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"usher/pkg/fault"
)

// standIn is a gateway that notes what it was asked.
type standIn struct {
	project string
	asked   chan string
	hold    chan struct{} // a restart waits for it, where it is not nil
}

func (s *standIn) Status(context.Context) Status {
	return Status{PID: os.Getpid(), Project: s.project, Since: time.Unix(1, 0), Servers: []Server{{ID: "notes", State: "ready", Tools: 6}},
		LeftOut: []fault.Problem{{Rule: "x/y", Severity: fault.SeverityNote, Message: "left out"}}}
}

func (s *standIn) Reload(context.Context) (Reloaded, error) {
	s.asked <- "reload"
	return Reloaded{Ended: []string{"notes"}}, nil
}

func (s *standIn) Restart(ctx context.Context, server string) (Restarted, error) {
	if s.hold != nil {
		select {
		case <-s.hold:
		case <-ctx.Done():
			return Restarted{}, ctx.Err()
		}
	}
	if server == "broken" {
		return Restarted{}, fault.New(fault.Refused, "server \"broken\" is not approved", "usher server approve broken")
	}
	return Restarted{Tools: 6}, nil
}

func listening(t *testing.T, state string) (*standIn, *Door) {
	t.Helper()
	s := &standIn{project: "/p", asked: make(chan string, 9)}
	d, err := Listen(state, s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return s, d
}

func one(t *testing.T, state string) Running {
	t.Helper()
	found, problems := Find(t.Context(), state)
	if len(found) != 1 || len(problems) != 0 {
		t.Fatalf("found %v, problems %v", found, problems)
	}
	return found[0]
}

// TestAGatewayAnswersItsOwner (SPEC V6): what was asked comes back whole, errors with
// their kind and their next command, and after Close nothing is left.
func TestAGatewayAnswersItsOwner(t *testing.T) {
	state := t.TempDir()
	s, d := listening(t, state)
	r := one(t, state)
	if r.Project != "/p" || len(r.Servers) != 1 || r.Servers[0].Tools != 6 || len(r.LeftOut) != 1 || r.LeftOut[0].Severity != fault.SeverityNote {
		t.Errorf("status came back as %+v", r.Status)
	}
	if done, err := r.Reload(t.Context()); err != nil || !slices.Equal(done.Ended, []string{"notes"}) || <-s.asked != "reload" {
		t.Errorf("reload: %v %v", done, err)
	}
	if done, err := r.Restart(t.Context(), "notes"); err != nil || done.Tools != 6 {
		t.Errorf("restart: %v %v", done, err)
	}
	_, err := r.Restart(t.Context(), "broken")
	var fe *fault.Error
	if !asFault(err, &fe) || fe.Kind != fault.Refused || fe.Hints[0] != "usher server approve broken" {
		t.Errorf("a refusal came back as %v", err)
	}
	d.Close()
	if left, _ := filepath.Glob(filepath.Join(state, "gateways", "*")); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
	if found, problems := Find(t.Context(), state); len(found)+len(problems) != 0 {
		t.Errorf("after its end: %v %v", found, problems)
	}
}

func asFault(err error, fe **fault.Error) bool {
	e, ok := err.(*fault.Error) //nolint:errorlint // it is this one that comes back
	*fe = e
	return ok
}

// TestTheSocketIsItsOwnersAlone (SPEC V6): 0600 in 0700, and a folder that others may
// write in is refused.
func TestTheSocketIsItsOwnersAlone(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no modes; the folder's access list is safefile's to test")
	}
	state := t.TempDir()
	_, d := listening(t, state)
	for path, want := range map[string]os.FileMode{d.Path(): 0o600, filepath.Dir(d.Path()): 0o700} {
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v %v, want %v", path, info.Mode(), err, want)
		}
	}
	other := t.TempDir()
	if err := os.Mkdir(filepath.Join(other, "gateways"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(other, "gateways"), 0o777); err != nil {
		t.Fatal(err)
	}
	if d, err := Listen(other, &standIn{}); err == nil {
		d.Close()
		t.Error("a folder that everybody may write in was taken")
	}
}

// TestALongFolderIsReachedOrRefusedWithTheReason: a socket's name has a bound far
// below that of a path.
func TestALongFolderIsReachedOrRefusedWithTheReason(t *testing.T) {
	state := filepath.Join(t.TempDir(), strings.Repeat("long/", 30))
	if err := os.MkdirAll(state, 0o700); err != nil {
		t.Fatal(err)
	}
	d, err := Listen(state, &standIn{})
	if runtime.GOOS != "linux" {
		if err == nil || !strings.Contains(err.Error(), "takes 103") {
			t.Errorf("want a refusal with the bound, got %v", err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	one(t, state)
}

// TestNothingElseCanBeAsked (SPEC Q9): no word calls, approves, marks or trusts, and
// what is not one clear line is answered or dropped within its bound.
func TestNothingElseCanBeAsked(t *testing.T) {
	state := t.TempDir()
	s, d := listening(t, state)
	for _, line := range []string{
		`{"do":"call","tool":"notes__add"}`, `{"do":"approve","server":"notes"}`, `{"do":"trust"}`, `{"do":"Status"}`, `{"do":["reload"]}`,
		`{"do":"reload","do":"reload"}`, `{"Do":"reload"}`, `{"do":"reload","force":"yes"}`, `[]`, `null`, `reload`, "", `{"do":"reload"} {}`, "\xff",
	} {
		if got := sends(t, d, line+"\n"); !strings.Contains(got, "does not understand") {
			t.Errorf("%q: answered %q", line, got)
		}
	}
	for _, line := range []string{strings.Repeat("x", mostRequest+1) + "\n", `{"do":"reload"}`} { // too long, never ended
		if got := sends(t, d, line); got != "" {
			t.Errorf("%.20q: answered %q", line, got)
		}
	}
	if len(s.asked) != 0 {
		t.Errorf("something was done: %v", <-s.asked)
	}
	one(t, state)
}

// sends sends bytes, ends its side, and gives the line that comes back.
func sends(t *testing.T, d *Door, line string) string {
	t.Helper()
	c, err := net.Dial("unix", d.Path())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	if _, err := c.Write([]byte(line)); err != nil {
		t.Fatal(err)
	}
	_ = c.(*net.UnixConn).CloseWrite()
	text, _ := bufio.NewReader(c).ReadString('\n')
	return text
}

// TestSocketsLeftBehindAreTakenAway (SPEC V6): those of gateways that were killed, and
// nothing else that lies there.
func TestSocketsLeftBehindAreTakenAway(t *testing.T) {
	state := t.TempDir()
	_, d := listening(t, state)
	dir := filepath.Dir(d.Path())
	old, young, file := filepath.Join(dir, "1-aa.sock"), filepath.Join(dir, "2-bb.sock"), filepath.Join(dir, "3-cc.sock")
	for _, path := range []string{old, young} {
		l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
		if err != nil {
			t.Fatal(err)
		}
		l.SetUnlinkOnClose(false)
		_ = l.Close()
	}
	past := time.Now().Add(-time.Hour)
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{old, file} {
		if err := os.Chtimes(path, past, past); err != nil {
			t.Fatal(err)
		}
	}
	one(t, state)
	for path, want := range map[string]bool{old: false, young: true, file: true} {
		if _, err := os.Lstat(path); (err == nil) != want {
			t.Errorf("%s: is there %v, want %v", filepath.Base(path), err == nil, want)
		}
	}
}

// TestASilentGatewayHoldsUpNobody: one that accepts and says nothing is a problem that
// names its file, and the others are told all the same.
func TestASilentGatewayHoldsUpNobody(t *testing.T) {
	state := t.TempDir()
	_, d := listening(t, state)
	mute := filepath.Join(filepath.Dir(d.Path()), "4-dd.sock")
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: mute, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	found, problems := Find(ctx, state)
	if len(found) != 1 || len(problems) != 1 || problems[0].File != mute {
		t.Errorf("found %v, problems %v", found, problems)
	}
}

// TestCloseEndsWhatIsAsked: a gateway that ends does not wait for a start.
func TestCloseEndsWhatIsAsked(t *testing.T) {
	state := t.TempDir()
	s, d := listening(t, state)
	s.hold = make(chan struct{})
	r := one(t, state)
	ended := make(chan error)
	go func() {
		_, err := r.Restart(context.WithoutCancel(t.Context()), "notes")
		ended <- err
	}()
	for len(d.asking) == 0 {
		runtime.Gosched()
	}
	d.Close()
	if err := <-ended; err == nil {
		t.Error("a restart that was cut short came back as done")
	}
}

// TestManyAskAtOnce: more than the bound are sent away and none hangs.
func TestManyAskAtOnce(t *testing.T) {
	state := t.TempDir()
	_, d := listening(t, state)
	results := make(chan error, 60)
	for range cap(results) {
		go func() {
			_, err := ask(context.WithoutCancel(t.Context()), d.Path(), request{Do: doStatus})
			results <- err
		}()
	}
	good := 0
	for range cap(results) {
		if <-results == nil {
			good++
		}
	}
	if good == 0 {
		t.Error("nobody was answered")
	}
	one(t, state)
}

func FuzzARequestIsReadStrictly(f *testing.F) {
	for _, s := range []string{`{"do":"status"}`, `{"do":"restart","server":"notes"}`, `{`, `{"do":1}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		r, err := readRequest([]byte(line))
		if err == nil && r.Do != "" && !strings.Contains(line, `"do"`) && !strings.Contains(line, `\u`) {
			t.Errorf("%q was read as %s", line, fmt.Sprint(r))
		}
	})
}
