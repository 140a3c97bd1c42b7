package launch

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// inner is the last step where another program has built the root, or none was
// built: it restricts itself and becomes the server.
func inner() int {
	runtime.LockOSThread()
	talk := link{talkFd}
	plan, err := takePlan()
	_ = talk.send(saidReached, "", -1)
	if err != nil {
		_ = talk.send(saidFailed, err.Error(), -1)
		return FailedStatus
	}
	plan.Env = withoutTmp(plan)
	// The session is new before the filter is there: setsid fails where this process
	// leads a group already, and then it has the terminal of nobody either way.
	_, _ = unix.Setsid()
	listener, done := make(chan int), make(chan error)
	go func() {
		runtime.LockOSThread()
		releasePolite()
		err := restrict(plan, listener)
		done <- err
		if err == nil {
			if err = <-done; err == nil { // the listener is on its way
				err = become(plan)
			}
		}
		done <- err
	}()
	err = handOver(talk, listener, done)
	if err == nil {
		done <- nil
		err = <-done
	}
	_ = talk.send(saidFailed, err.Error(), -1)
	return FailedStatus
}
