//go:build linux && !race

package cmd_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// hardest is a hook with the worst manners (SPEC H11, H12). Whatever it forks
// away carries the house's folder in its arguments and nothing of its environment.
// It makes "up" once everything that it starts is there.
const hardest = `import os, signal, sys, time
mode, mark = sys.argv[1:3]
ALL = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGPIPE)
def deaf():
    for s in ALL: signal.signal(s, signal.SIG_IGN)
def up():
    open("up", "w").close()
def forever():
    while True: time.sleep(60)
def becomes(what):
    os.execve("/usr/bin/python3", ["python3", "-I", "-S", "hardest.py", what, mark], {})
def awaits(name):
    while not os.path.exists(name): time.sleep(0.01)
if mode == "unread":
    up(); os._exit(0)
elif mode == "unread-hangs":
    up(); forever()
elif mode == "floods-and-refuses":
    for _ in range(200): os.write(1, b"A" * (1 << 20))
    os.write(2, b"enough"); os._exit(2)
elif mode == "floods":
    os.write(1, b"A" * (1 << 20)); up()
    while True:
        os.write(1, b"A" * (1 << 20)); os.write(2, b"B" * (1 << 20))
elif mode == "leaks":  # a helper keeps stdout open as descriptor 3
    os.dup2(1, 3)
    if os.fork() == 0:
        n = os.open("/dev/null", os.O_RDWR)
        for fd in (0, 1, 2): os.dup2(n, fd)
        becomes("stays")
    awaits("stays"); os._exit(0)
elif mode == "leaks-and-hangs":
    os.dup2(1, 3)
    if os.fork() == 0:
        n = os.open("/dev/null", os.O_RDWR)
        for fd in (0, 1, 2): os.dup2(n, fd)
        becomes("stays")
    awaits("stays"); up(); forever()
elif mode == "daemon":  # it holds all three streams
    deaf()
    if os.fork() == 0:
        os.setsid()
        if os.fork(): os._exit(0)
        becomes("stays")
    awaits("stays"); up(); forever()
elif mode == "stays":
    deaf(); open("stays", "w").close(); forever()
elif mode == "chain":  # a new process all the time, each the child of one that is gone
    deaf()
    if os.fork() == 0:
        os.setsid(); becomes("link")
    awaits("stays"); up(); forever()
elif mode == "link":
    deaf(); n = 0
    while True:
        if os.fork(): os._exit(0)
        n += 1
        if n == 50: open("stays", "w").close()
elif mode == "stops":
    up(); os.kill(os.getpid(), signal.SIGSTOP); os._exit(0)
elif mode == "obeys":  # the polite signal ends it with what would be no opinion
    signal.signal(signal.SIGTERM, lambda *_: (open("told", "w").close(), os._exit(0)))
    up(); forever()
elif mode == "lingers":  # and here it says when it was told, and goes on
    start = time.monotonic()
    def told(*_):
        with open("told", "w") as f: f.write(str(time.monotonic() - start))
        os.rename("told", "when")
    signal.signal(signal.SIGTERM, told)
    up(); forever()
elif mode.startswith("dies-"):
    s = getattr(signal, mode[5:])
    if s not in (signal.SIGKILL,): signal.signal(s, signal.SIG_DFL)
    os.kill(os.getpid(), s); time.sleep(60)
os._exit(99)
`

// big is a call of 2 MB, which fills every pipe.
func big() string {
	return callOf("acme__lookup", canAsk, `"args":{"q":"`+strings.Repeat("x", 2<<20)+`"}`)
}

// hardHouse has the hook before one event, in one of the shapes.
func hardHouse(t *testing.T, shape, event, mode string, seconds int) *house {
	t.Helper()
	h := newHouse(t)
	h.ready(t, "lookup")
	h.put(t, "hardest.py", hardest)
	args := []string{"-I", "-S", "hardest.py", mode, h.dir}
	if shape == "object" {
		h.put(t, "hooks.json", objectFile(t, event, handler{Command: "/usr/bin/python3", Args: args, Timeout: seconds}))
	} else {
		h.put(t, "hooks.json", hooksFile(t, hook{Name: "hard", Event: event, Command: "/usr/bin/python3", Args: args, TimeoutMs: seconds * 1000}))
	}
	return h
}

// traces are the processes that carry the house's folder in arguments or
// environment, and those of its programs: what living sees, and what threw its
// environment away.
func (h *house) traces() map[int]string {
	all := h.living()
	dirs, _ := os.ReadDir("/proc")
	for _, d := range dirs {
		pid, err := strconv.Atoi(d.Name())
		if err != nil || pid == os.Getpid() {
			continue
		}
		line, _ := os.ReadFile(filepath.Join("/proc", d.Name(), "cmdline"))
		if !bytes.Contains(line, []byte(h.dir)) {
			continue
		}
		if stat, err := os.ReadFile(filepath.Join("/proc", d.Name(), "stat")); err == nil && !zombie(stat) {
			all[pid] = string(bytes.ReplaceAll(bytes.TrimRight(line, "\x00"), []byte{0}, []byte(" ")))
		}
	}
	return all
}

// traceless waits until nothing of the house is left. A chain of forks can slip
// through one look at /proc, so several in a row must find nothing.
func (h *house) traceless(t *testing.T) {
	t.Helper()
	clear := 0
	if !soon(func() bool {
		clear++
		if len(h.traces()) > 0 {
			clear = 0
		}
		return clear == 5
	}) {
		t.Errorf("still alive: %v", h.traces())
	}
	h.rakes()
}

// rakes ends what is left, also what sweep does not see.
func (h *house) rakes() {
	for end := time.Now().Add(slack); time.Now().Before(end); {
		all := h.traces()
		if len(all) == 0 {
			return
		}
		for pid := range all {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	}
}

// runs reports a process of this house that is this program.
func (h *house) runs(program string) bool { return len(h.of(program)) > 0 }

func (h *house) of(program string) (pids []int) {
	for pid := range h.living() {
		if exe, _ := os.Readlink(fmt.Sprintf("/proc/%d/exe", pid)); filepath.Base(exe) == program {
			pids = append(pids, pid)
		}
	}
	return pids
}
