//go:build linux && !usher_direct

package proc

import (
	"os"
	"sync"
	"syscall"
	"time"
)

// fate is what became of a reaper process in a run.
type fate uint8

const (
	dead fate = iota // killed, or it killed itself
	free             // ready for the next run
	busy             // something of the child's tree is alive below it
)

// helper is one reaper process, seen from usher.
type helper struct {
	ready chan struct{} // closed when it has started, or why says why not
	why   string
	pid   int
	run   uint32

	mu   sync.Mutex // writing to and closing the link
	link link
	file *os.File // holds the link's descriptor
}

func newHelper() *helper {
	return &helper{ready: make(chan struct{}), link: link{fd: -1}}
}

// start starts the process, once.
func (h *helper) start(program Program) {
	defer close(h.ready)
	h.pid, h.link.fd, h.why = spawn(program)
	if h.why == "" {
		h.file = os.NewFile(uintptr(h.link.fd), "control")
	}
}

// await sleeps until the process has said something or ended, or d is over; it
// reports the former. The goroutine is parked: of one that sleeps in a system
// call the runtime's monitor looks every 20 µs whether it still does, which costs
// more than a short hook.
func (h *helper) await(d time.Duration) bool {
	fds := []pollFd{{fd: int32(h.link.fd), events: pollIn}}
	conn, err := h.file.SyscallConn()
	if err == nil {
		err = h.file.SetReadDeadline(time.Now().Add(d))
	}
	if err != nil {
		poll(fds, d)
		return fds[0].revents != 0
	}
	_ = conn.Read(func(uintptr) bool {
		poll(fds, 0)
		return fds[0].revents != 0
	})
	return fds[0].revents != 0
}

// well reports whether an idle process is still there and not stopped.
func (h *helper) well() bool {
	if h.pid <= 0 {
		return false
	}
	fds := []pollFd{{fd: int32(h.link.fd), events: pollIn}}
	if poll(fds, 0); fds[0].revents != 0 {
		return false // it has nothing to say but its end
	}
	var status syscall.WaitStatus
	pid, err := syscall.Wait4(h.pid, &status, syscall.WNOHANG|syscall.WUNTRACED, nil)
	if err == nil && pid == 0 || err == syscall.EINTR {
		return true
	}
	if err != nil || status.Exited() || status.Signaled() {
		h.pid = 0
	}
	return false
}

// ended reports that the process has ended by itself, and lets go of it.
func (h *helper) ended() bool {
	if h.collected() {
		h.hangUp()
		return true
	}
	return false
}

// cancel asks for the death of a run's tree; a run that is over is not harmed.
func (h *helper) cancel(run uint32) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.link.fd >= 0 {
		_ = h.link.send(packNumbers(frameKill, run), func() bool { return false })
	}
}

// retire says goodbye: the process ends and leaves alone what is below it.
func (h *helper) retire() {
	h.mu.Lock()
	if h.link.fd >= 0 {
		_ = h.link.send(packNumbers(frameGoodbye), func() bool { return false })
	}
	h.close()
	h.mu.Unlock()
	if pid := h.pid; pid > 0 {
		go collect(pid)
	}
}

// collect waits for a process that is about to end.
func collect(pid int) {
	for {
		if _, err := syscall.Wait4(pid, nil, 0, nil); err != syscall.EINTR {
			return
		}
	}
}

func (h *helper) hangUp() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.close()
}

// close closes the link, once; mu is held.
func (h *helper) close() {
	if h.link.fd >= 0 {
		_ = h.file.Close()
		h.link.fd = -1
	}
}
