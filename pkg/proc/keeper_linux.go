//go:build linux && !usher_direct

package proc

import (
	"io"
	"os"
	"sync"
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
