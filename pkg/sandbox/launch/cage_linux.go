package launch

import (
	"os"
	"runtime"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"

	"usher/pkg/sandbox"
)

// keeper is the process outside: it reads the plan, starts the rest, answers for
// a supervised plan, and ends as the server ends. When it dies, everything inside
// dies (the death signal of process 1, which belongs to this thread).
type keeper struct {
	plan    sandbox.Plan
	talk    link // with the stages inside
	pid     int
	reached bool        // the inner step was
	broken  atomic.Bool // the supervisor could not do its work
}

// cage is the stage outside. Its own death signal comes from the reaper's thread
// that started it, and none of that program's threads ends before it does.
func cage() int {
	runtime.LockOSThread()
	if err := unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL), 0, 0, 0); err != nil {
		return say(failed(stepNamespaces, "", err).Error())
	}
	for sig := unix.Signal(32); sig <= 34; sig++ {
		handle(sig, 0) // the runtime leaves these as it finds them, and so the server would be given them
	}
	if err := closeOnExec(); err != nil {
		return say(failed(stepNamespaces, "descriptors", err).Error())
	}
	plan, err := sandbox.ReadPlan(os.Stdin)
	if err != nil {
		return say(failed(stepPlan, "", err).Error())
	}
	k := &keeper{plan: plan}
	ignorePolite()
	if err := k.start(); err != nil {
		return say(err.Error())
	}
	return k.attend()
}

// attend hears the stages inside until the server runs, and then waits.
func (k *keeper) attend() int {
	for {
		word, text, fd := k.talk.receive()
		switch word {
		case saidFailed:
			k.wait()
			return say(text)
		case saidReached:
			k.reached = true
		case saidListener:
			go k.supervise(os.NewFile(uintptr(fd), "listener"))
		case saidStarted:
			k.letGo()
		case saidEnded:
			k.letGo()
			k.wait()
			return k.end(statusOf(text))
		default: // nobody is there any more: the server was executed, or all of it has died
			if k.plan.Tier == sandbox.TierBubblewrap && !k.reached {
				return unwrapped(k.wait())
			}
			k.letGo()
			return k.end(k.wait())
		}
	}
}

// supervise answers the server's notified calls. A server whose calls nobody can
// answer does not live on.
func (k *keeper) supervise(listener *os.File) {
	if err := supervise(listener, k.plan); err != nil {
		say(failed(stepSupervise, "", err).Error())
		k.broken.Store(true)
		_ = unix.Kill(k.pid, unix.SIGKILL)
	}
	runtime.KeepAlive(listener) // its number is in use until here
}

// letGo gives the server's streams up: only those who use them hold them. Where
// there is a supervisor it may still have to say why it ended the server.
func (k *keeper) letGo() {
	null, err := unix.Open("/dev/null", unix.O_RDWR|unix.O_CLOEXEC, 0)
	if err != nil {
		return
	}
	last := 3
	if supervised(k.plan) {
		last = 2
	}
	for fd := range last {
		_ = unix.Dup3(null, fd, 0)
	}
	_ = unix.Close(null)
}

// end is the exit status for the server's, which never speaks for the stages
// (TestAServerCannotSpeakForTheStages_B4).
func (k *keeper) end(status syscall.WaitStatus) int {
	if k.broken.Load() {
		return FailedStatus
	}
	if code := endAs(status); code != FailedStatus {
		return code
	}
	return OwnStatus
}

func (k *keeper) wait() syscall.WaitStatus {
	var status syscall.WaitStatus
	for {
		if _, err := syscall.Wait4(k.pid, &status, 0, nil); err != syscall.EINTR {
			return status
		}
	}
}
