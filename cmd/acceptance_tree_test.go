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

// living are the processes of this house: those whose environment has its home,
// as every hook's has, and those that run one of its programs, as a reaper does.
// Zombies are none.
func (h *house) living() map[int]string {
	all := map[int]string{}
	dirs, _ := os.ReadDir("/proc")
	for _, d := range dirs {
		pid, err := strconv.Atoi(d.Name())
		if err != nil || pid == os.Getpid() {
			continue
		}
		proc := filepath.Join("/proc", d.Name())
		env, _ := os.ReadFile(proc + "/environ")
		exe, _ := os.Readlink(proc + "/exe")
		if !bytes.Contains(append([]byte{0}, env...), []byte("\x00HOME="+h.home+"\x00")) && !strings.HasPrefix(exe, h.bin+"/") {
			continue
		}
		if stat, err := os.ReadFile(proc + "/stat"); err != nil || zombie(stat) {
			continue
		}
		line, _ := os.ReadFile(proc + "/cmdline")
		all[pid] = string(bytes.ReplaceAll(bytes.TrimRight(line, "\x00"), []byte{0}, []byte(" ")))
	}
	return all
}

func zombie(stat []byte) bool {
	_, rest, ok := bytes.Cut(stat[bytes.LastIndexByte(stat, ')')+1:], []byte(" "))
	return !ok || bytes.HasPrefix(rest, []byte("Z")) || bytes.HasPrefix(rest, []byte("X"))
}

// sweep ends every process of this house.
func (h *house) sweep() {
	for end := time.Now().Add(slack); time.Now().Before(end); {
		all := h.living()
		if len(all) == 0 {
			return
		}
		for pid := range all {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		time.Sleep(time.Millisecond)
	}
}

// gone waits until no process of this house is left.
func (h *house) gone(t *testing.T) {
	t.Helper()
	if !soon(func() bool { return len(h.living()) == 0 }) {
		t.Errorf("still alive: %v", h.living())
		h.sweep()
	}
}

// soon reports whether something comes true while there is time.
func soon(ok func() bool) bool {
	for end := time.Now().Add(slack); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if ok() {
			return true
		}
	}
	return ok()
}

// exists waits for a file of the assistant folder, which a hook makes.
func (h *house) exists(t *testing.T, name string) {
	t.Helper()
	if !soon(func() bool { _, err := os.Stat(filepath.Join(h.conf, name)); return err == nil }) {
		t.Fatalf("%s was not made: %v", name, h.living())
	}
}

// canary fails where a CANARY file stands anywhere in the house.
func (h *house) canary(t *testing.T, allowed ...string) {
	t.Helper()
	_ = filepath.WalkDir(h.dir, func(path string, _ os.DirEntry, _ error) error {
		name := filepath.Base(path)
		if !strings.HasPrefix(name, "CANARY") {
			return nil
		}
		for _, a := range allowed {
			if name == a {
				return nil
			}
		}
		t.Errorf("%s is there", path)
		return nil
	})
}

// peaks looks at this house's programs until stop is called, and gives the
// most memory each of them had, in KiB.
func (h *house) peaks() (stop func() map[string]int) {
	done, out := make(chan struct{}), make(chan map[string]int)
	go func() {
		most := map[string]int{}
		for {
			for pid := range h.living() {
				exe, _ := os.Readlink(fmt.Sprintf("/proc/%d/exe", pid))
				if strings.HasPrefix(exe, h.bin+"/") {
					most[filepath.Base(exe)] = max(most[filepath.Base(exe)], peak(pid))
				}
			}
			select {
			case <-done:
				out <- most
				return
			case <-time.After(20 * time.Millisecond):
			}
		}
	}()
	return func() map[string]int { close(done); return <-out }
}

// peak is the most memory a process had until now, in KiB; 0 when it is gone.
func peak(pid int) int {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			n, _ := strconv.Atoi(strings.Fields(rest)[0])
			return n
		}
	}
	return 0
}

const maxMemory = 64 << 10 // KiB

// frugal holds every program of the house that was seen to the memory bound.
func frugal(t *testing.T, most map[string]int, want ...string) {
	t.Helper()
	for _, p := range want {
		if most[p] == 0 {
			t.Errorf("the memory of %s was never seen: %v", p, most)
		}
	}
	for p, n := range most {
		if n > maxMemory {
			t.Errorf("%s took %d KiB", p, n)
		}
	}
}

// measure runs a command and writes its peak memory, with that of every child it
// waited for, to the file given first. The kernel counts a child's parent until
// the child has become another program, so the parent must be a small one, and a
// test is not.
const measure = `import os, sys
pid = os.posix_spawn(sys.argv[2], sys.argv[2:], os.environ)
_, status, usage = os.wait4(pid, 0)
open(sys.argv[1], "w").write(str(usage.ru_maxrss))
sys.exit(os.waitstatus_to_exitcode(status))`

// measured runs a program of this house and gives its peak memory too, in KiB.
func (h *house) measured(t *testing.T, stdin, program string, args ...string) (ran, int) {
	t.Helper()
	file := filepath.Join(h.dir, "peak")
	c := h.command("/usr/bin/python3", append([]string{"-I", "-S", "-c", measure, file, filepath.Join(h.bin, program)}, args...)...)
	r := launch(t, c, stdin)
	r.what = program + " " + strings.Join(args, " ")
	text, err := os.ReadFile(file)
	must(t, err)
	must(t, os.Remove(file))
	n, err := strconv.Atoi(string(text))
	must(t, err)
	return r, n
}
