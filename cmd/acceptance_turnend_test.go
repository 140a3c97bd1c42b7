//go:build linux && !race

package cmd_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// logs waits until so many entries of the log hold a text, and no more do.
func (h *house) logs(t *testing.T, text string, want int) {
	t.Helper()
	var all string
	count := func() (n int) {
		var out struct{ Entries []struct{ Message string } }
		r := h.does(t, 0, "log", "-n", "0", "-o", "json")
		all = r.out
		must(t, json.Unmarshal([]byte(r.out), &out))
		for _, e := range out.Entries {
			if strings.Contains(e.Message, text) {
				n++
			}
		}
		return n
	}
	if !soon(func() bool { return count() == want }) {
		t.Errorf("want %d entries of %q: %s", want, text, short(all))
	}
}

// waiting is a house whose TurnEnd hook says that it is up, and waits for a file.
func waiting(t *testing.T) *house {
	t.Helper()
	h := newHouse(t)
	h.put(t, "wait.py", "import os, time\nopen('up', 'w').close()\nwhile not os.path.exists('go'): time.sleep(0.01)\nopen('done', 'w').close()\n")
	h.put(t, "hooks.json", hooksFile(t, hook{Name: "wait", Event: "TurnEnd", Command: "/usr/bin/python3", Args: []string{"-I", "-S", "wait.py"}, TimeoutMs: 60000}))
	return h
}

// TestTurnEndOutlivesItsCaller (SPEC H2): its end, the death of its whole process
// group and the hang-up of its terminal, while the hook runs.
func TestTurnEndOutlivesItsCaller(t *testing.T) {
	for name, caller := range map[string]func(t *testing.T, h *house){
		"its end": func(t *testing.T, h *house) {
			f := h.fires(t, "TurnEnd", `{}`) // to the end of its streams
			if f.code != 0 || f.out != `{"decision":"none","reasons":[],"modelOutput":[],"problems":[]}`+"\n" || f.err != "" || f.took > slack {
				t.Errorf("%v", f.ran)
			}
			h.exists(t, "up")
		},
		"the death of its group": func(t *testing.T, h *house) {
			c := h.command("/bin/sh", "-c", `echo {} | "$0" hooks run TurnEnd; exec sleep 3600`, filepath.Join(h.bin, "usher"))
			r := disturbed(t, c, "", func() { h.exists(t, "up") }, func(pid int) { must(t, syscall.Kill(-pid, syscall.SIGKILL)) })
			if r.code != -1 {
				t.Errorf("%v", r)
			}
		},
		"a terminal's hang-up": func(t *testing.T, h *house) {
			c := h.command("/usr/bin/python3", "-I", "-S", "-c", hangsUp, filepath.Join(h.bin, "usher"), filepath.Join(h.conf, "up"))
			if r := launch(t, c, ""); r.code != 0 || !strings.Contains(r.out, "hung up") {
				t.Errorf("%v", r)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := waiting(t)
			caller(t, h)
			h.put(t, "go", "")
			h.exists(t, "done")
			h.gone(t)
			h.logs(t, "", 0)
		})
	}
}

// hangsUp runs a shell on a terminal of its own, which fires the event and stays;
// then the terminal goes away.
const hangsUp = `import os, pty, sys, time
pid, terminal = pty.fork()
if pid == 0:
    os.execv("/bin/sh", ["sh", "-c", 'echo {} | "$0" hooks run TurnEnd >/dev/null 2>&1; sleep 3600; :', sys.argv[1]])
while not os.path.exists(sys.argv[2]):
    time.sleep(0.01)
os.close(terminal)
os.waitpid(pid, 0)
print("hung up")
`

// TestTurnEndLeavesNothingPastItsTime (SPEC H12): a hook that ignores every polite
// signal and has forked a daemon away dies with its time-out, and so it does when
// the background process is ended politely or killed.
func TestTurnEndLeavesNothingPastItsTime(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		timeoutMs int
		signal    syscall.Signal
		logged    string
	}{
		"its time":           {1500, 0, "timed out after 1500 ms"},
		"SIGTERM":            {60000, syscall.SIGTERM, "interrupted"},
		"SIGHUP":             {60000, syscall.SIGHUP, "interrupted"},
		"SIGKILL":            {60000, syscall.SIGKILL, ""},
		"its reaper's death": {60000, -1, "lost from sight and stopped"},
	} {
		t.Run(name, func(t *testing.T) {
			h := hangingAt(t, "TurnEnd", c.timeoutMs)
			if f := h.fires(t, "TurnEnd", `{}`); f.code != 0 || len(f.Problems) > 0 {
				t.Errorf("%v", f.ran)
			}
			h.exists(t, "started")
			for pid := range h.living() {
				exe, _ := os.Readlink(fmt.Sprintf("/proc/%d/exe", pid))
				switch filepath.Base(exe) {
				case "usher":
					if c.signal > 0 {
						must(t, syscall.Kill(pid, c.signal))
					}
				case "usher-run":
					if c.signal < 0 {
						must(t, syscall.Kill(pid, syscall.SIGKILL))
					}
				}
			}
			h.gone(t)
			if c.logged != "" {
				h.logs(t, c.logged, 1)
			}
		})
	}
}

// TestManyTurnsEndAtOnce: each runs its hooks, and the log loses none.
func TestManyTurnsEndAtOnce(t *testing.T) {
	h := newHouse(t)
	h.put(t, "hooks.json", hooksFile(t,
		hook{Name: "counts", Event: "TurnEnd", Command: "/bin/sh", Args: []string{"-c", "echo turn >>turns"}},
		hook{Name: "fails", Event: "TurnEnd", Command: "/bin/sh", Args: []string{"-c", "exit 1"}}))
	const turns = 8
	var all sync.WaitGroup
	for range turns {
		all.Go(func() {
			if f := h.fires(t, "TurnEnd", `{"outcome":"error"}`); f.code != 0 || len(f.Problems) > 0 {
				t.Errorf("%v", f.ran)
			}
		})
	}
	all.Wait()
	h.gone(t)
	if n := len(h.lines(t, "turns")); n != turns {
		t.Errorf("%d of %d turns", n, turns)
	}
	h.logs(t, "exit code 1", turns)
}

// TestTurnEndThatCannotStartIsTold: the event observes, so that is no failure, but
// it is said and kept (SPEC F4).
func TestTurnEndThatCannotStartIsTold(t *testing.T) {
	h := waiting(t)
	// Its own program is gone by the time it would be started again.
	c := h.command("/bin/sh", "-c", `exec 3<"$0"; rm "$0"; exec /proc/self/fd/3 hooks run TurnEnd`, filepath.Join(h.bin, "usher"))
	f := answered(t, launch(t, c, `{}`))
	if f.code != 0 || f.Decision != "none" || len(f.Problems) != 1 || f.Problems[0].Rule != "hooks/background" ||
		!strings.Contains(f.err, "the hooks may not run in the background: the program ") {
		t.Errorf("%v", f.ran)
	}
	h.gone(t)
	h.put(t, "go", "")
	must(t, os.Link(filepath.Join(os.Getenv(rootVar), "bin", "usher"), filepath.Join(h.bin, "usher")))
	h.logs(t, "the hooks may not run in the background", 1)
}

// TestTurnEndHooksHaveNothingOfTheCallers: three descriptors, no terminal, the
// listed environment, as in any other event (SPEC H8, Q4).
func TestTurnEndHooksHaveNothingOfTheCallers(t *testing.T) {
	h := newHouse(t)
	h.put(t, "look.py", "import os\nfds = sorted(int(f) for f in os.listdir('/proc/self/fd'))[:-1]\n"+
		"out = open('saw.new', 'w')\nprint(fds, file=out)\nprint(sorted(os.environ), file=out)\nout.close()\nos.rename('saw.new', 'saw')\n")
	h.put(t, "hooks.json", hooksFile(t, hook{Name: "look", Event: "TurnEnd", Command: "/usr/bin/python3", Args: []string{"-I", "-S", "look.py"}}))
	c := h.command("/bin/sh", "-c", `exec 3</dev/null 9>"$1"; echo {} | "$0" hooks run TurnEnd`, filepath.Join(h.bin, "usher"), filepath.Join(h.dir, "nine"))
	c.Env = append(c.Env, "SECRET_TOKEN=x")
	if r := launch(t, c, ""); r.code != 0 {
		t.Errorf("%v", r)
	}
	h.exists(t, "saw")
	saw := h.lines(t, "saw")
	if saw[0] != "[0, 1, 2]" || strings.Contains(saw[1], "SECRET_TOKEN") || !strings.Contains(saw[1], "USHER_HOOK_EVENT") {
		t.Errorf("%q", saw)
	}
	h.gone(t)
}
