package launch

import (
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// polite are the signals that ask a tree to end. The reaper sends them to every
// process of it; the stages leave them to the server, and end after it.
var polite = [...]unix.Signal{unix.SIGTERM, unix.SIGINT, unix.SIGHUP}

// ignorePolite has the kernel drop them. A child does not inherit that: the
// runtime counts these signals among its own, and resets its own after a fork
// (TestTheServerIsStartedAsThePlanSays).
func ignorePolite() {
	for _, sig := range polite {
		handle(sig, 1) // SIG_IGN
	}
}

// handle sets what a signal does without the runtime's own handler: 0 its
// default, 1 nothing.
func handle(sig unix.Signal, handler uintptr) {
	action := [4]uintptr{handler}
	_, _, _ = unix.RawSyscall6(unix.SYS_RT_SIGACTION, uintptr(sig), uintptr(unsafe.Pointer(&action)), 0, 8, 0, 0)
}

// endAs is the exit status for the server's end; where a signal ended it, this
// process is ended by the same one, without a core of its own.
func endAs(status syscall.WaitStatus) int {
	if !status.Signaled() {
		return status.ExitStatus()
	}
	sig := unix.Signal(status.Signal())
	_ = unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{})
	handle(sig, 0)
	_ = unix.Kill(unix.Getpid(), sig)
	return 128 + int(sig)
}
