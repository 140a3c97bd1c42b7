//go:build unix

package proc

import (
	"strconv"
	"syscall"
)

// signalName is "SIGSEGV" for 11; a number without a name is "signal 34".
func signalName(sig syscall.Signal) string {
	names := [...]string{
		syscall.SIGHUP: "SIGHUP", syscall.SIGINT: "SIGINT", syscall.SIGQUIT: "SIGQUIT",
		syscall.SIGILL: "SIGILL", syscall.SIGTRAP: "SIGTRAP", syscall.SIGABRT: "SIGABRT",
		syscall.SIGBUS: "SIGBUS", syscall.SIGFPE: "SIGFPE", syscall.SIGKILL: "SIGKILL",
		syscall.SIGUSR1: "SIGUSR1", syscall.SIGSEGV: "SIGSEGV", syscall.SIGUSR2: "SIGUSR2",
		syscall.SIGPIPE: "SIGPIPE", syscall.SIGALRM: "SIGALRM", syscall.SIGTERM: "SIGTERM",
		syscall.SIGXCPU: "SIGXCPU", syscall.SIGXFSZ: "SIGXFSZ", syscall.SIGVTALRM: "SIGVTALRM",
		syscall.SIGPROF: "SIGPROF", syscall.SIGIO: "SIGIO", syscall.SIGSYS: "SIGSYS",
	}
	if int(sig) >= 0 && int(sig) < len(names) && names[sig] != "" {
		return names[sig]
	}
	return "signal " + strconv.Itoa(int(sig))
}
