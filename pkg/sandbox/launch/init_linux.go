package launch

import (
	"os"
	"runtime"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"

	"usher/pkg/sandbox"
)

// hostName is what the server's computer is called inside; the hosts file knows it.
const hostName = "localhost"

// initStage is process 1 of the namespaces: it builds the root, starts the
// server, collects whatever ends, and ends with the server, which ends all that
// the server left behind.
func initStage() int {
	runtime.LockOSThread()
	talk := link{talkFd}
	plan, err := takePlan()
	if err == nil {
		err = prepare(plan)
	}
	var server int
	if err == nil {
		server, err = startServer(plan, talk)
	}
	if err != nil {
		_ = talk.send(saidFailed, err.Error(), -1)
		return FailedStatus
	}
	status := collect(server)
	_ = talk.send(saidEnded, strconv.FormatUint(uint64(status), 10), -1)
	return 0
}

// takePlan reads the plan that the stage outside handed over. Nobody else can
// have started this one: both descriptors are of the kinds that it makes.
func takePlan() (sandbox.Plan, error) {
	if err := closeOnExec(); err != nil {
		return sandbox.Plan{}, failed(stepPlan, "descriptors", err)
	}
	if kind, err := unix.GetsockoptInt(talkFd, unix.SOL_SOCKET, unix.SO_TYPE); err != nil || kind != unix.SOCK_SEQPACKET {
		return sandbox.Plan{}, failed(stepPlan, "", sandbox.ErrPlan)
	}
	file := os.NewFile(planFd, "plan")
	defer file.Close()
	plan, err := sandbox.ReadPlan(file)
	return plan, failed(stepPlan, "", err)
}

// prepare makes the namespaces what the plan says. Everything inside dies with
// the stage outside, whose death signal is set since before this program ran; a
// stage outside that died earlier still is seen by its end of the link.
func prepare(p sandbox.Plan) error {
	ignorePolite()
	if unix.Getpid() != 1 {
		return failed(stepNamespaces, "process 1", unix.EINVAL)
	}
	if err := unix.Sethostname([]byte(hostName)); err != nil {
		return failed(stepNamespaces, "hostname", err)
	}
	if p.Network != sandbox.NetworkOn {
		if err := loopbackUp(); err != nil {
			return failed(stepNetwork, "lo", err)
		}
	}
	if err := buildRoot(p); err != nil {
		return err
	}
	if err := unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0); err != nil {
		return failed(stepNamespaces, "", err)
	}
	return orphaned(talkFd)
}

// orphaned is an error when nobody holds the other end of the link any more.
func orphaned(fd int) error {
	fds := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLRDHUP}}
	if n, err := unix.Poll(fds, 0); err == nil && n > 0 {
		return failed(stepNamespaces, "the stage outside", unix.ESRCH)
	}
	return nil
}

// loopbackUp brings up the only interface of an empty network.
func loopbackUp() error {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	lo, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	lo.SetUint16(unix.IFF_UP | unix.IFF_RUNNING)
	return unix.IoctlIfreq(fd, unix.SIOCSIFFLAGS, lo)
}

// collect waits for everything that ends in this namespace, until the server does.
func collect(server int) syscall.WaitStatus {
	for {
		var status syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &status, 0, nil)
		switch {
		case err == syscall.EINTR:
		case err != nil:
			return syscall.WaitStatus(FailedStatus << 8)
		case pid == server:
			return status
		}
	}
}
