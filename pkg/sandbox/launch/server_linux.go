package launch

import (
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"

	"usher/pkg/sandbox"
)

// startServer starts the server from a thread that was restricted for it: what is
// forked from it is restricted from its first moment. For a supervised plan that
// is a thread of its own, for the others have to hand over the listener while the
// filter already holds that one's calls back.
func startServer(p sandbox.Plan, talk link) (pid int, err error) {
	if supervised(p) {
		listener, done := make(chan int), make(chan error)
		go func() {
			runtime.LockOSThread() // for good: the thread ends with this function
			var err error
			pid, err = forkServer(p, listener)
			done <- err
		}()
		err = handOver(talk, listener, done)
	} else {
		pid, err = forkServer(p, nil)
	}
	if err != nil {
		return 0, err
	}
	forgetStreams()
	_ = talk.send(saidStarted, "", -1)
	return pid, nil
}

// forkServer restricts this thread and forks the server from it.
func forkServer(p sandbox.Plan, listener chan<- int) (pid int, err error) {
	if err := restrict(p, listener); err != nil {
		return 0, err
	}
	pid, err = syscall.ForkExec(p.Program, append([]string{p.Argv0}, p.Args...), &syscall.ProcAttr{
		Dir: p.Dir, Env: p.Env, Files: []uintptr{0, 1, 2}, Sys: &syscall.SysProcAttr{Setsid: true},
	})
	return pid, failed(stepExec, p.Program, err)
}

// handOver gives the listener of a supervised plan to the stage outside as soon
// as there is one, and waits for the rest.
func handOver(talk link, listener <-chan int, done <-chan error) error {
	for {
		select {
		case fd := <-listener:
			err := talk.send(saidListener, "", fd)
			_ = unix.Close(fd)
			if err != nil {
				return failed(stepSupervise, "", err)
			}
		case err := <-done:
			return err
		}
	}
}

// forgetStreams closes what belongs to the server; their numbers stay taken.
func forgetStreams() {
	for fd := range 3 {
		_ = unix.Dup3(talkFd, fd, unix.O_CLOEXEC)
	}
}
