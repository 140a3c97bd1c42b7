//go:build linux && !usher_direct

package proc

import (
	"io"
	"os"
	"strconv"
	"sync"
	"syscall"
	"time"
)

// keeper is the reaper process of one Child, seen from usher. One goroutine
// (serve) hears what it says, another (guard) sees it stopped or ended; both
// sleep in the kernel as long as nothing happens.
type keeper struct {
	pid     int // the reaper's own; nobody else's until it is collected
	ctl     *os.File
	exited  chan struct{} // the reaper has ended, and waits to be collected
	spec    Spec          // what words at the end are made of
	began   time.Time
	ticks   int64 // began, on the clock of process start times
	mu      sync.Mutex
	silence string // why it is not listened to any more
}

// keeperStart bounds how long a reaper takes to start the child on a loaded machine.
const keeperStart = 10 * time.Second

func (c *Child) start(run Program, s Spec) Result {
	BecomeSubreaper()
	pipes, err := openChildPipes()
	if err != nil {
		return Result{Why: errnoWords(errnoOf(err))}
	}
	k := &c.keeper
	k.began, k.ticks, k.exited = time.Now(), bootTicks(), make(chan struct{})
	k.spec = Spec{Path: s.Path, Dir: s.Dir}
	pid, control, why := spawn(run, pipes.theirs[:]...)
	pipes.closeTheirs()
	if why != "" {
		pipes.close()
		return Result{Why: why}
	}
	k.pid, k.ctl = pid, os.NewFile(uintptr(control), "control")
	go k.guard()
	if res, started := c.order(s); !started {
		pipes.close()
		return res
	}
	c.Stdin, c.Stdout, c.Stderr = pipes.files()
	go c.serve()
	return Result{}
}

// order has the reaper start the program.
func (c *Child) order(s Spec) (res Result, started bool) {
	k := &c.keeper
	_ = k.ctl.SetDeadline(time.Now().Add(keeperStart))
	_, err := k.ctl.Write(packSpec(frameKeep, 0, s))
	var kind byte
	var body []byte
	if err == nil {
		kind, body, err = readFrame(k.ctl)
	}
	var rep report
	var run, pid uint32
	switch {
	case err != nil:
	case kind == frameStarted:
		if err = unpackNumbers(body, &run, &pid); err == nil {
			c.pid = int(pid)
			k.listenOn()
			return Result{}, true
		}
	case kind == frameEnded:
		if rep, err = unpackReport(body); err == nil {
			_ = k.ctl.Close()
			k.collect()
			return resultOf(k.spec, rep), false
		}
	default:
		err = errFrame
	}
	res = k.lost(k.why(err))
	k.destroy(0)
	return res, false
}

// serve hears the reaper to the end of the child and of its tree.
func (c *Child) serve() {
	k := &c.keeper
	how := c.attend()
	_ = k.ctl.Close()
	switch {
	case how != "":
		k.destroy(c.pid)
		c.finish(k.lost(how))
	case c.left: // the reaper stays over it for a while
		c.finish(Result{Ending: Lost, Elapsed: time.Since(k.began), Why: unending})
		go k.collectNow()
	default:
		k.collect()
	}
	close(c.gone)
}

// attend is "" when the reaper has said that all is over, else what is wrong with it.
func (c *Child) attend() (how string) {
	for {
		kind, body, err := readFrame(c.keeper.ctl)
		if err == nil {
			switch kind {
			case frameEnded:
				var rep report
				if rep, err = unpackReport(body); err == nil {
					c.finish(resultOf(c.keeper.spec, rep))
				}
			case frameGone:
				var left uint32
				if err = unpackNumbers(body, &left); err == nil {
					c.left = left != 0
					return ""
				}
			default:
				err = errFrame
			}
		}
		if err != nil {
			return c.keeper.why(err)
		}
	}
}

// end closes standard input, which does not wait here, and asks the reaper for
// the end of the tree.
func (c *Child) end(grace time.Duration) (after func()) {
	_ = c.Stdin.Close()
	k := &c.keeper
	_ = k.ctl.SetWriteDeadline(time.Now().Add(giveUpSlack))
	_, _ = k.ctl.Write(packNumbers(frameStop, uint32(grace/time.Millisecond)))
	return func() {}
}

// giveUp waits for the reaper no longer.
func (c *Child) giveUp() { c.keeper.interrupt("gave no sign in time") }

// interrupt ends the listening.
func (k *keeper) interrupt(how string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.silence == "" {
		k.silence = how
	}
	_ = k.ctl.SetDeadline(time.Unix(1, 0))
}

// listenOn takes the bound of the start away.
func (k *keeper) listenOn() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.silence == "" {
		_ = k.ctl.SetDeadline(time.Time{})
	}
}

func (k *keeper) why(err error) string {
	k.mu.Lock()
	defer k.mu.Unlock()
	switch {
	case k.silence != "":
		return k.silence
	case err == errFrame:
		return "said something that is not understood"
	case os.IsTimeout(err):
		return "gave no sign in time"
	}
	return "ended before the child did"
}

func (k *keeper) lost(how string) Result {
	return Result{
		Ending: Lost, Elapsed: time.Since(k.began),
		Why: "the process that watches over it (" + strconv.Itoa(k.pid) + ") " + how,
	}
}

// guard sees the reaper stopped, which it cannot say itself, and ended.
func (k *keeper) guard() {
	if awaitProcess(k.pid, waitExited|waitStopped) == childStopped {
		k.interrupt("was stopped")
		awaitProcess(k.pid, waitExited)
	}
	close(k.exited)
}

// collect waits for the reaper's end, at most for a moment here, else behind.
func (k *keeper) collect() {
	if isClosed(k.exited, destroyFor) {
		k.collectNow()
	} else {
		go k.collectNow()
	}
}

func (k *keeper) collectNow() {
	<-k.exited
	collect(k.pid)
}

// destroy kills what the reaper can no longer kill, and the reaper.
func (k *keeper) destroy(program int) {
	_ = k.ctl.Close()
	var t tree
	t.destroyBelow(k.pid)
	_ = kill(k.pid, syscall.SIGKILL)
	k.collect()
	t.destroyOrphans(program, k.ticks)
}

// readFrame reads one whole frame of a keeper's reaper, which has no streams in it.
func readFrame(r io.Reader) (kind byte, body []byte, err error) {
	var head [headLen]byte
	if _, err = io.ReadFull(r, head[:]); err != nil {
		return 0, nil, err
	}
	n := number32(head[1:])
	if n > 1<<10 {
		return 0, nil, errFrame
	}
	body = make([]byte, n)
	_, err = io.ReadFull(r, body)
	return head[0], body, err
}
