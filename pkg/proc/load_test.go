//go:build linux && !usher_direct

package proc

import (
	"context"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

// H11: 200 MB of output neither stop the child nor stay in memory.
func TestFloodLeavesMemoryFlat(t *testing.T) {
	r := newReaper(t)
	mustExit(t, r.Run(context.Background(), sh(t, "exit 0")), 0)
	before := peakKB(t, r.pool.idle[0].pid)
	s := sh(t, "head -c 100000000 /dev/zero; head -c 100000000 /dev/zero >&2; exit 6")
	res := r.Run(context.Background(), s)
	mustExit(t, res, 6)
	if len(res.Stdout) != s.StdoutCap || len(res.Stderr) != s.StderrCap || !res.StdoutCut || !res.StderrCut {
		t.Errorf("kept %d and %d", len(res.Stdout), len(res.Stderr))
	}
	if after := peakKB(t, r.pool.idle[0].pid); after > before+2048 {
		t.Errorf("the reaper grew from %d to %d KB", before, after)
	}
}

func peakKB(t *testing.T, pid int) int {
	t.Helper()
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	n, err := strconv.Atoi(strings.Fields(rest)[0])
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Runs at the same time do not disturb each other, whatever becomes of each.
func TestFiftyRunsAtOnce(t *testing.T) {
	r := newReaper(t)
	specs := make([]Spec, 50)
	for i := range specs {
		specs[i] = sh(t, "cat; exit "+strconv.Itoa(i))
		specs[i].Stdin = []byte(strings.Repeat(strconv.Itoa(i)+" ", 20000))
		if i%10 == 9 {
			specs[i] = sh(t, "sleep 60")
			specs[i].Timeout = 300 * time.Millisecond
		}
	}
	var all sync.WaitGroup
	for i, s := range specs {
		all.Go(func() {
			res := r.Run(context.Background(), s)
			switch {
			case i%10 == 9:
				if res.Ending != TimedOut {
					t.Errorf("%d: ended %v %s", i, res.Ending, res.Why)
				}
			case res.Ending != Exited || res.Code != i || !strings.HasPrefix(string(s.Stdin), string(res.Stdout)):
				t.Errorf("%d: ended %v %d %s, %d bytes", i, res.Ending, res.Code, res.Why, len(res.Stdout))
			}
		})
	}
	all.Wait()
	if n := len(r.pool.idle); n > maxIdle {
		t.Errorf("%d reapers stand by", n)
	}
}

// A hundred runs in a row leave no process, descriptor or zombie behind.
func TestRunsLeaveNothingBehind(t *testing.T) {
	r := NewReaper(self())
	s := sh(t, "echo x; exit 0")
	mustExit(t, r.Run(context.Background(), s), 0)
	pid := r.pool.idle[0].pid
	count := func() (ours, theirs, below int) {
		var tr tree
		return len(numbersIn("/proc/self/fd")), len(numbersIn("/proc/" + strconv.Itoa(pid) + "/fd")), len(tr.children(pid))
	}
	ours, theirs, _ := count()
	for range 100 {
		mustExit(t, r.Run(context.Background(), s), 0)
	}
	if o, h, b := count(); o != ours || h != theirs || b != 0 {
		t.Errorf("descriptors %d then %d, the reaper's %d then %d, children %d", ours, o, theirs, h, b)
	}
	r.Close()
	var tr tree
	eventually(t, 20*time.Second, "the end of the reaper", func() bool {
		_, there := tr.stat(pid)
		return !there
	})
}

// The system's own limits, met in the reaper, are not started and said.
func TestReaperAtItsLimits(t *testing.T) {
	r := newReaper(t)
	mustExit(t, r.Run(context.Background(), sh(t, "exit 0")), 0)
	pid := r.pool.idle[0].pid
	lower := func(resource int) {
		limit := [2]uint64{4, 4}
		if _, _, errno := syscall.RawSyscall6(syscall.SYS_PRLIMIT64, uintptr(pid), uintptr(resource),
			uintptr(unsafe.Pointer(&limit)), 0, 0, 0); errno != 0 {
			t.Fatal(errno)
		}
	}
	lower(syscall.RLIMIT_NOFILE)
	if res := r.Run(context.Background(), sh(t, "exit 0")); res.Ending != NotStarted || res.Why != "the limit on open files is reached" {
		t.Errorf("ended %v %q", res.Ending, res.Why)
	}
}

// As an ordinary user (a superuser has no such limit): no process may be had.
func TestProcessLimitIsSaid(t *testing.T) {
	if ordinary(t) {
		return
	}
	const rlimitNproc = 6
	r := newReaper(t)
	mustExit(t, r.Run(context.Background(), sh(t, "exit 0")), 0)
	limit := [2]uint64{1, 1}
	if _, _, errno := syscall.RawSyscall6(syscall.SYS_PRLIMIT64, uintptr(r.pool.idle[0].pid), rlimitNproc,
		uintptr(unsafe.Pointer(&limit)), 0, 0, 0); errno != 0 {
		t.Fatal(errno)
	}
	if res := r.Run(context.Background(), sh(t, "exit 0")); res.Ending != NotStarted || res.Why != "the limit on processes is reached" {
		t.Errorf("ended %v %q", res.Ending, res.Why)
	}
	r.Close()
}

// A reaper that cannot be started is said, and nothing hangs.
func TestReaperThatCannotStartIsSaid(t *testing.T) {
	r := NewReaper(Program{Path: "/no/such/usher-run"})
	defer r.Close()
	for range 2 {
		res := r.Run(context.Background(), sh(t, "exit 0"))
		if res.Ending != NotStarted || res.Why != "the reaper /no/such/usher-run could not be started: no such file or directory" {
			t.Errorf("ended %v %q", res.Ending, res.Why)
		}
	}
	early := NewReaper(Program{Path: "/no/such/usher-run"})
	early.Start()
	if res := early.Run(context.Background(), sh(t, "exit 0")); res.Ending != NotStarted {
		t.Errorf("ended %v", res.Ending)
	}
	early.Start()
	early.Close()
	// A program that is no reaper ends at once: lost, not a hang.
	wrong := NewReaper(Program{Path: "/bin/true"})
	defer wrong.Close()
	if res := wrong.Run(context.Background(), sh(t, "exit 0")); res.Ending != Lost {
		t.Errorf("ended %v", res.Ending)
	}
}

// Without the kernel's lists of children the tree is found all the same.
func TestTreeIsFoundByParents(t *testing.T) {
	r := newReaper(t)
	s := script(t, "tree.py", "deep+exit")
	alive := marked(t, &s)
	mustExit(t, r.Run(context.Background(), s), 0)
	eventually(t, 20*time.Second, "the tree", func() bool { return len(alive()) >= 20 })
	pid := r.pool.parked[0].pid
	lists, parents := tree{}, tree{scan: true}
	// The two looks are not at one moment, and what starts the tree may still be ending.
	eventually(t, 20*time.Second, "the same tree both ways", func() bool {
		a, b := lists.below(pid), parents.below(pid)
		slices.Sort(a)
		slices.Sort(b)
		return len(a) >= 20 && slices.Equal(a, b)
	})
	if lists.scan {
		t.Error("this kernel has lists")
	}
	parents.killBelow(pid)
	eventually(t, 20*time.Second, "nothing alive", func() bool { parents.killBelow(pid); return len(alive()) == 0 })
}
