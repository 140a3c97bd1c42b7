//go:build linux && !usher_direct

package proc

import "syscall"

// ends tells the reaper's loop that a process below has ended: adopted ones give
// no other sign, and would stay zombies as long as the child lives. A thread
// sleeps in the kernel for it; it collects nothing, that is for the loop alone.
type ends struct {
	fd    int // readable when a process has ended; -1: not used
	armed bool
	again chan struct{}
}

func (e *ends) open() error {
	var p [2]int
	if err := syscall.Pipe2(p[:], syscall.O_CLOEXEC|syscall.O_NONBLOCK); err != nil {
		return err
	}
	e.fd, e.again = p[0], make(chan struct{}, 1)
	go e.watch(p[1])
	return nil
}

func (e *ends) watch(sign int) {
	for range e.again {
		awaitProcess(0, waitExited)
		_, _ = syscall.Write(sign, []byte{0})
	}
}

// arm has the next end told; whoever has ended by now is collected. Without
// anybody left there is none.
func (e *ends) arm(any bool) {
	if !e.armed && any {
		e.armed = true
		e.again <- struct{}{}
	}
}

func (e *ends) drain() {
	var b [1]byte
	_, _ = syscall.Read(e.fd, b[:])
	e.armed = false
}
