//go:build linux && !usher_direct

package proc

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// BenchmarkEcho compares the two ways of waiting for a server's answer.
func BenchmarkEcho(b *testing.B) {
	for _, size := range []int{16, 64 << 10, 1 << 20} {
		for _, way := range []string{"poller", "blocked thread"} {
			b.Run(fmt.Sprintf("%d/%s", size, way), func(b *testing.B) {
				c, res := Start(self(), Spec{Path: "/bin/cat", Dir: "/"})
				if c == nil {
					b.Fatal(res.Why)
				}
				defer c.Stop(time.Second)
				if way != "poller" {
					for _, f := range []*os.File{c.Stdin, c.Stdout} {
						raw, err := f.SyscallConn()
						if err != nil {
							b.Fatal(err)
						}
						_ = raw.Control(func(fd uintptr) { _ = syscall.SetNonblock(int(fd), false) })
					}
				}
				line := strings.Repeat("x", size)
				sent, took := make(chan int), make(chan error, 1)
				defer close(sent)
				go func() { // a gateway reads and writes in goroutines of their own
					got := make([]byte, 256<<10)
					for left := range sent {
						for left > 0 {
							n, err := c.Stdout.Read(got)
							if err != nil {
								took <- err
								return
							}
							left -= n
						}
						took <- nil
					}
				}()
				b.SetBytes(int64(size))
				for b.Loop() {
					sent <- size
					if _, err := c.Stdin.WriteString(line); err != nil {
						b.Fatal(err)
					}
					if err := <-took; err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// echo has the child send a line back.
func echo(c *Child, line string) error {
	if _, err := c.Stdin.WriteString(line); err != nil {
		return err
	}
	got := make([]byte, 0, len(line))
	for len(got) < len(line) {
		n, err := c.Stdout.Read(got[len(got):cap(got)])
		if err != nil {
			return err
		}
		got = got[:len(got)+n]
	}
	if string(got) != line {
		return fmt.Errorf("%q came back for %q", got, line)
	}
	return nil
}

// V5: 20 servers at once do not disturb each other, and leave no process,
// zombie, descriptor or goroutine behind.
func TestTwentyChildrenAtOnceLeaveNothing(t *testing.T) {
	s := sh(t, "sleep 60 & (setsid sleep 60 &) ; cat; exit 4")
	alive := marked(t, &s)
	round := func() (pids []int) {
		var mu sync.Mutex
		var all sync.WaitGroup
		for i := range 20 {
			all.Go(func() {
				c, res := Start(self(), s)
				if c == nil {
					t.Errorf("ended %v %s", res.Ending, res.Why)
					return
				}
				mu.Lock()
				pids = append(pids, c.pid, c.keeper.pid)
				mu.Unlock()
				for range 20 {
					if err := echo(c, fmt.Sprintf("line of %d\n", i)); err != nil {
						t.Error(err)
					}
				}
				want, grace := Exited, 20*time.Second
				if i%2 == 1 {
					want, grace = Cancelled, 0
				}
				if res := c.Stop(grace); res.Ending != want && i%2 == 0 || res.Why != "" {
					t.Errorf("%d: ended %v %s", i, res.Ending, res.Why)
				}
				_, _ = c.Stdout.Close(), c.Stderr.Close()
			})
		}
		all.Wait()
		return pids
	}
	round()
	fds, routines := len(numbersIn("/proc/self/fd")), runtime.NumGoroutine()
	pids := round()
	if left := alive(); len(left) > 0 {
		t.Errorf("alive: %v", left)
	}
	var tr tree
	eventually(t, 20*time.Second, "no zombie", func() bool {
		for _, pid := range pids {
			if st, there := tr.stat(pid); there && st.parent == os.Getpid() {
				return false
			}
		}
		return true
	})
	eventually(t, 20*time.Second, "no more descriptors and goroutines than before", func() bool {
		return len(numbersIn("/proc/self/fd")) <= fds && runtime.NumGoroutine() <= routines
	})
}

// What a server starts and lets go of is collected while it runs, by a reaper
// that otherwise sleeps: a call does not wake it.
func TestReaperSleepsAndCollectsTheAdopted(t *testing.T) {
	c := lasting(t, sh(t, "for i in 1 2 3 4 5 6 7 8 9 10; do (sleep 0.01 &) ; done; sleep 0.1; exec cat"))
	if err := echo(c, "ready\n"); err != nil {
		t.Fatal(err)
	}
	var tr tree
	eventually(t, 20*time.Second, "nobody but the program", func() bool { return len(tr.below(c.keeper.pid)) == 1 })
	wakes := func() string {
		out := ""
		for _, tid := range numbersIn("/proc/" + itoa(c.keeper.pid) + "/task") {
			out += itoa(tid) + ": " + statusOf(t, tid, "voluntary_ctxt_switches") + "; "
		}
		return out
	}
	eventually(t, 20*time.Second, "a reaper that sleeps through 300 calls", func() bool {
		before := wakes()
		for range 300 {
			if err := echo(c, "call\n"); err != nil {
				t.Fatal(err)
			}
		}
		return wakes() == before
	})
}

func statusOf(t *testing.T, pid int, field string) string {
	t.Helper()
	text, err := os.ReadFile("/proc/" + itoa(pid) + "/status")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "\n"+field+":")
	value, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSpace(value)
}

// A large message passes in one go.
func TestPipesAreWide(t *testing.T) {
	c := lasting(t, sh(t, "cat"))
	for f, want := range map[*os.File]int{c.Stdin: 1 << 20, c.Stdout: 1 << 20, c.Stderr: 64 << 10} {
		if got := pipeSize(t, f); got != want {
			t.Errorf("%s: %d bytes", f.Name(), got)
		}
	}
}

func pipeSize(t *testing.T, f *os.File) (size int) {
	t.Helper()
	raw, err := f.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	const getPipeSize = 1032
	_ = raw.Control(func(fd uintptr) {
		n, _, _ := syscall.RawSyscall(syscall.SYS_FCNTL, fd, getPipeSize, 0)
		size = int(n)
	})
	return size
}

// An ordinary user's room for pipes is limited: many servers do not take it all,
// the person's other programs still get pipes of the ordinary width.
func TestWidePipesLeaveRoomForOthers(t *testing.T) {
	if ordinary(t) {
		return
	}
	wide := 0
	for range 60 {
		p, err := openChildPipes()
		if err != nil {
			t.Fatal(err)
		}
		stdin, stdout, stderr := p.files()
		defer p.closeTheirs()
		defer stderr.Close()
		for _, f := range []*os.File{stdin, stdout} {
			defer f.Close()
			switch size := pipeSize(t, f); size {
			case 1 << 20:
				wide++
			case 64 << 10:
			default:
				t.Fatalf("a pipe of %d bytes after %d wide ones", size, wide)
			}
		}
	}
	if wide == 0 || wide == 120 {
		t.Errorf("%d of 120 are wide", wide)
	}
}
