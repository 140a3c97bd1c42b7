//go:build linux && !usher_direct

package proc

import (
	"strconv"
	"sync"
	"syscall"
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
}

func newHelper() *helper {
	return &helper{ready: make(chan struct{}), link: link{fd: -1}}
}

// start starts the process: no environment, no descriptors of ours but its end
// of the control socket, the root directory. It stays in usher's session but in
// a group of its own: a Ctrl-C is usher's to handle, and a process of usher's
// session is told from a child's orphan (destroy).
func (h *helper) start(program Program) {
	defer close(h.ready)
	ends, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC|syscall.SOCK_NONBLOCK, 0)
	if err != nil {
		h.why = "the reaper could not be reached: " + errnoWords(errnoOf(err))
		return
	}
	h.link.fd = ends[0]
	null, err := syscall.Open("/dev/null", syscall.O_RDWR|syscall.O_CLOEXEC, 0)
	if err == nil {
		const control = 3
		n, c := uintptr(null), uintptr(ends[1])
		argv := append(append([]string{program.Path}, program.Args...), controlArg+strconv.Itoa(control))
		h.pid, err = syscall.ForkExec(program.Path, argv, &syscall.ProcAttr{
			Dir:   "/",
			Files: []uintptr{0: n, 1: n, 2: n, control: c},
			Sys:   &syscall.SysProcAttr{Setpgid: true},
		})
		closeFd(&null)
	}
	closeFd(&ends[1])
	if err != nil {
		closeFd(&h.link.fd)
		h.pid = 0
		h.why = "the reaper " + program.Path + " could not be started: " + errnoWords(errnoOf(err))
	}
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
	closeFd(&h.link.fd)
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
	closeFd(&h.link.fd)
}
