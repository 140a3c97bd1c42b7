//go:build linux && !usher_direct

package proc

import (
	"syscall"
	"time"
	"unsafe"
)

// Numbers the syscall package does not have; the same on amd64 and arm64.
// (x/sys has them too, and costs usher-run a tenth of its start.)
const (
	prSetChildSubreaper = 36
	sysCloseRange       = 436
	closeRangeCloexec   = 4
	clockBoottime       = 7
	ticksPerSecond      = 100 // USER_HZ, the unit of /proc/PID/stat

	pollIn  = 0x1
	pollOut = 0x4
)

// pollFd is the kernel's struct pollfd; a negative fd is skipped.
type pollFd struct {
	fd      int32
	events  int16
	revents int16
}

// poll waits until one of fds is ready or wait is over; negative: no limit.
// A signal ends it early. Where the system refuses to wait (fewer descriptors
// allowed than looked at), all count as ready after a while: none of them blocks.
func poll(fds []pollFd, wait time.Duration) {
	var limit *syscall.Timespec
	if wait >= 0 {
		ts := syscall.NsecToTimespec(int64(wait))
		limit = &ts
	}
	_, _, errno := syscall.Syscall6(syscall.SYS_PPOLL, uintptr(unsafe.Pointer(&fds[0])),
		uintptr(len(fds)), uintptr(unsafe.Pointer(limit)), 0, 0, 0)
	if errno == 0 {
		return
	}
	for i := range fds {
		fds[i].revents = 0
		if errno != syscall.EINTR && fds[i].fd >= 0 {
			fds[i].revents = fds[i].events
		}
	}
	if errno != syscall.EINTR && wait != 0 {
		// Not time.Sleep: the first timer of a program opens descriptors, and
		// ends it when there are none.
		pause := syscall.NsecToTimespec(int64(time.Millisecond))
		_ = syscall.Nanosleep(&pause, nil)
	}
}

// becomeSubreaper makes orphans below this process its own children.
func becomeSubreaper() error {
	_, _, errno := syscall.RawSyscall(syscall.SYS_PRCTL, prSetChildSubreaper, 1, 0)
	if errno != 0 {
		return errno
	}
	return nil
}

// closeOnExec marks every descriptor from 3 up, whoever opened it: a child gets
// 0, 1 and 2 only (SPEC Q4). Before Linux 5.11 they are marked one by one.
func closeOnExec() {
	_, _, errno := syscall.RawSyscall(sysCloseRange, 3, uintptr(^uint32(0)), closeRangeCloexec)
	if errno == 0 {
		return
	}
	for _, fd := range numbersIn("/proc/self/fd") {
		if fd > 2 {
			syscall.CloseOnExec(fd)
		}
	}
}

// setNonblock is for a descriptor of ours whose other status flags are known to be none.
func setNonblock(fd int) { _ = syscall.SetNonblock(fd, true) }

// closeFd closes a descriptor once: it is -1 afterwards.
func closeFd(fd *int) {
	if *fd >= 0 {
		_ = syscall.Close(*fd)
		*fd = -1
	}
}

// What awaitProcess waits for, and what it says of a stopped process.
const (
	waitStopped  = 2          // WSTOPPED
	waitExited   = 4          // WEXITED
	waitNoReap   = 0x01000000 // WNOWAIT
	waitAnyone   = 0          // P_ALL
	waitPid      = 1          // P_PID
	childStopped = 5          // CLD_STOPPED
)

// awaitProcess sleeps until a child is as asked, and leaves it to be collected.
// pid 0 is any child. It gives the kernel's code for what became of it, 0 when
// there is no such child.
func awaitProcess(pid, what int) (code int32) {
	kind := waitPid
	if pid == 0 {
		kind = waitAnyone
	}
	var info [32]int32 // siginfo_t: signal, error, code
	for {
		_, _, errno := syscall.Syscall6(syscall.SYS_WAITID, uintptr(kind), uintptr(pid),
			uintptr(unsafe.Pointer(&info)), uintptr(what|waitNoReap), 0, 0)
		switch errno {
		case 0:
			return info[2]
		case syscall.EINTR:
		default:
			return 0
		}
	}
}

// bootTicks is now on the clock of /proc/PID/stat's start time.
func bootTicks() int64 {
	var ts syscall.Timespec
	_, _, errno := syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, clockBoottime, uintptr(unsafe.Pointer(&ts)), 0)
	if errno != 0 {
		return 0
	}
	return ts.Nano() / (int64(time.Second) / ticksPerSecond)
}
