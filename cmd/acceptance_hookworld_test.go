//go:build linux && !race

package cmd_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"unsafe"
)

// What a hook finds where it runs: the words beside the decisions in hookbin's
// EXPECT.tsv.

// lines reads a CANARY file that a hook wrote.
func (h *house) lines(t *testing.T, name string) []string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(h.conf, name))
	must(t, err)
	return strings.Split(strings.TrimRight(string(data), "\n"), "\n")
}

// TestHookSeesOnlyTheListedEnvironment (SPEC H8): the basic set and the names of
// the event, whatever else usher's own environment holds.
func TestHookSeesOnlyTheListedEnvironment(t *testing.T) {
	h := binHouse(t, "env", 0)
	h.env = append(h.env,
		"USER=someone", "LOGNAME=someone", "SHELL=/bin/sh", "LC_ALL=C.UTF-8", "LC_TIME=C", "TZ=UTC", "TERM=dumb", "TMPDIR="+h.dir,
		"HTTP_PROXY=http://me:pa55-not-real@proxy.example", "https_proxy=http://proxy.example", "AWS_SECRET_ACCESS_KEY=not-real-9",
		"SSH_AUTH_SOCK=/nowhere", "NODE_OPTIONS=--inspect", "PYTHONPATH="+h.dir, "BASH_ENV=/nowhere", "ENV=/nowhere", "IFS=x",
		"GODEBUG=panicnil=1", "USHER_SECRET=1", "KAITOI_X=1", "XDG_RUNTIME_DIR=/nowhere", "LCX=1", "lc_all=C", "PATHS=/nowhere", "A=")
	h.decide(t, callOf("acme__lookup", `"conversationId":"c-1"`)).wants(t, "allow")
	want := strings.Fields("HOME KKSS_HOOK_EVENT LANG LC_ALL LC_TIME LOGNAME PATH SHELL TERM TMPDIR TZ USER USHER_HOOK_EVENT USHER_SESSION_ID")
	if got := h.lines(t, "CANARY-ENV"); !slices.Equal(got, want) {
		t.Errorf("the hook sees %v, want %v", got, want)
	}
	h.decide(t, callOf("acme__lookup")).wants(t, "allow")
	want = slices.DeleteFunc(want, func(s string) bool { return s == "USHER_SESSION_ID" })
	if got := h.lines(t, "CANARY-ENV"); !slices.Equal(got, want) {
		t.Errorf("outside a conversation the hook sees %v", got)
	}
}

// TestHookHasThreeDescriptors (SPEC Q4): also where usher itself was given more.
func TestHookHasThreeDescriptors(t *testing.T) {
	h := binHouse(t, "fds", 0)
	for _, program := range []string{"usher", "usher-gate"} {
		c := h.gate(program)
		for range 20 {
			f, err := os.Open("/etc/passwd")
			must(t, err)
			defer f.Close()
			c.ExtraFiles = append(c.ExtraFiles, f)
		}
		checked(t, launch(t, c, callOf("acme__lookup"))).wants(t, "allow")
		if got := strings.Join(h.lines(t, "CANARY-FDS"), " "); got != "0 1 2 3 4" { // 3 and 4 are the listing's own
			t.Errorf("under %s a hook has %s", program, got)
		}
	}
}

// ownSignals are 32 and 33, the C library's own: whatever make starts, these tests
// among it, has them ignored, and no program can have a say about them.
const ownSignals = 1<<31 | 1<<32

// TestHookStartsWithDefaultSignals: nothing ignored and nothing blocked, however
// usher itself is guarded against signals.
func TestHookStartsWithDefaultSignals(t *testing.T) {
	h := newHouse(t)
	h.ready(t, "lookup")
	h.put(t, "signals.sh", "#!/bin/sh\ngrep -E 'Sig(Blk|Ign)' /proc/self/status >> CANARY-SIGNALS\n")
	h.put(t, "hooks.json", hooksFile(t, hook{Name: "one", Command: "./signals.sh"}, hook{Name: "two", Command: "./signals.sh"}))
	for range 10 { // it could depend on who comes first
		h.decide(t, callOf("acme__lookup")).wants(t, "allow")
	}
	got := h.lines(t, "CANARY-SIGNALS")
	for _, line := range got {
		_, mask, _ := strings.Cut(line, "\t")
		set, err := strconv.ParseUint(mask, 16, 64)
		if err != nil || set&^ownSignals != 0 {
			t.Fatalf("a hook starts with %q", line)
		}
	}
	if len(got) != 80 {
		t.Errorf("%d lines", len(got))
	}
}

// TestHookRunsInTheAssistantFolder (SPEC H9), wherever usher was started, and its
// relative paths mean that folder, never PATH or where the caller stands.
func TestHookRunsInTheAssistantFolder(t *testing.T) {
	h := binHouse(t, "cwd", 0)
	h.decide(t, callOf("acme__lookup")).wants(t, "allow")
	if got := h.lines(t, "CANARY-CWD"); got[0] != h.conf {
		t.Errorf("the hook ran in %v", got)
	}
	must(t, os.WriteFile(filepath.Join(h.dir, "check.sh"), []byte("#!/bin/sh\n: > CANARY-ELSEWHERE\n"), 0o755))
	must(t, os.WriteFile(filepath.Join(h.bin, "check.sh"), []byte("#!/bin/sh\n: > CANARY-PATH\n"), 0o755))
	h.put(t, "hooks.json", hooksFile(t, hook{Name: "bin", Command: "./check.sh"}))
	h.decide(t, callOf("acme__lookup")).wants(t, "deny", "could not start", "check.sh does not exist")
	h.put(t, "check.sh", "#!/bin/sh\nexit 0\n")
	h.decide(t, callOf("acme__lookup")).wants(t, "allow")
	h.canary(t, "CANARY-CWD")
}

// TestHookHasNoTerminal (SPEC Q4): usher itself runs in a session that has one,
// in which a program can reach it, and a hook cannot.
func TestHookHasNoTerminal(t *testing.T) {
	h := binHouse(t, "tty", 0)
	h.put(t, "reach.sh", "#!/bin/sh\nif (: < /dev/tty) 2>/dev/null; then : > CANARY-REACHED; fi\nexit 3\n")
	hooks := []hook{{Name: "bin", Command: "/usr/bin/python3", Args: []string{"-I", "-S", "hook.py", "tty"}}, {Name: "reach", Command: "./reach.sh"}}
	h.put(t, "hooks.json", hooksFile(t, hooks...))
	master, slave := terminal(t)
	onTerminal := func(c *exec.Cmd) *exec.Cmd {
		c.ExtraFiles = []*os.File{slave}
		c.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 3}
		return c
	}
	for _, program := range []string{"usher", "usher-gate"} {
		c := onTerminal(h.gate(program))
		checked(t, launch(t, c, callOf("acme__lookup", canAsk))).wants(t, "ask")
	}
	h.canary(t)
	control := onTerminal(h.command(filepath.Join(h.conf, "reach.sh")))
	control.Dir = h.conf
	launch(t, control, "")
	if _, err := os.Stat(filepath.Join(h.conf, "CANARY-REACHED")); err != nil {
		t.Errorf("the control reaches no terminal either: %v", err)
	}
	must(t, syscall.SetNonblock(master, true))
	if n, _ := syscall.Read(master, make([]byte, 100)); n > 0 {
		t.Errorf("%d bytes were written to the terminal", n)
	}
}

// terminal is both ends of a new terminal.
func terminal(t *testing.T) (master int, slave *os.File) {
	t.Helper()
	master, err := syscall.Open("/dev/ptmx", syscall.O_RDWR|syscall.O_NOCTTY|syscall.O_CLOEXEC, 0)
	must(t, err)
	t.Cleanup(func() { _ = syscall.Close(master) })
	var unlock, number int32
	for request, value := range map[uintptr]*int32{syscall.TIOCSPTLCK: &unlock, syscall.TIOCGPTN: &number} {
		if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, uintptr(master), request, uintptr(unsafe.Pointer(value))); errno != 0 {
			t.Fatal(errno)
		}
	}
	slave, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	must(t, err)
	t.Cleanup(func() { _ = slave.Close() })
	return master, slave
}

// TestHooksAreReadOncePerCall (SPEC T4; RULINGS edit-own-hooks): a hook that
// empties the file takes no guard from the call that is being decided; the next
// call sees the person's file as it now is.
func TestHooksAreReadOncePerCall(t *testing.T) {
	h := newHouse(t)
	h.ready(t, "lookup")
	h.put(t, "edit.sh", "#!/bin/sh\necho '{\"hooks\":[]}' > hooks.json\n")
	h.put(t, "no.sh", "#!/bin/sh\nexit 2\n")
	h.put(t, "hooks.json", hooksFile(t, hook{Name: "edit", Command: "./edit.sh"}, hook{Name: "no", Command: "./no.sh"}))
	h.asks(t, callOf("acme__lookup")).wants(t, "deny", "hook no: ")
	h.asks(t, callOf("acme__lookup")).wants(t, "allow")
}

// TestTreeDiesAtTheTimeout (SPEC H12): what double-forked out of the hook's
// session dies with it, though it ignores every polite signal.
func TestTreeDiesAtTheTimeout(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.ready(t, "lookup")
	h.put(t, "tree.py", forksAway+"time.sleep(3600)\n")
	h.put(t, "hooks.json", hooksFile(t, hook{Name: "tree", Command: "/usr/bin/python3", Args: []string{"-I", "-S", "tree.py"}, TimeoutMs: 2000}))
	v := h.decide(t, callOf("acme__lookup"))
	v.wants(t, "deny", "hook tree: the hook failed: timed out")
	h.exists(t, "started")
	h.gone(t)
	if v.took > 2500e6+slack {
		t.Errorf("took %v", v.took)
	}
}

// forksAway makes a daemon in a session of its own that ignores every signal it
// can, then says that it has started.
const forksAway = `import os, signal, time
if os.fork() == 0:
    os.setsid()
    if os.fork():
        os._exit(0)
    for s in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGPIPE):
        signal.signal(s, signal.SIG_IGN)
    open("started", "w").close()
    time.sleep(3600)
while not os.path.exists("started"):
    time.sleep(0.01)
`

// TestSlowHooksInARow: ten slow calls one after another are ten allows.
func TestSlowHooksInARow(t *testing.T) {
	t.Parallel()
	h := binHouse(t, "slow-ok", 0)
	for range 10 {
		h.asks(t, callOf("acme__lookup")).wants(t, "allow")
	}
	h.gone(t)
}
