package launch

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"

	"usher/pkg/sandbox"
)

// unsupervisable is why a plan that must be supervised cannot be here. Only a
// person may decide what holds instead: network on, or no folders (SPEC B5).
func unsupervisable(why string) error {
	return errors.New("nobody can answer for the sandbox's connections: " + why)
}

// supervisable reports whether this kernel, and whatever usher itself runs in, can
// do what a plan needs supervised: nil when it needs nothing. It really tries.
func supervisable(p sandbox.Plan) error {
	if !supervised(p) {
		return nil
	}
	if !notifies() {
		return unsupervisable("the kernel is older than Linux 5.14, or hands over no system calls")
	}
	if err := fetches(); err != nil {
		return unsupervisable("pidfd_getfd is refused here (" + err.Error() + ")")
	}
	if scope := yama(); scope >= 3 || scope == 2 && p.Tier == sandbox.TierLandlock && os.Geteuid() != 0 {
		return unsupervisable("kernel.yama.ptrace_scope is " + strconv.Itoa(scope) + ", which lets nobody look into another process")
	}
	if p.Network != sandbox.NetworkLocalhost {
		return nil
	}
	fd, err := guardedSocket(unix.AF_INET, 0)
	if err != nil {
		return unsupervisable("no socket can be kept on this computer (" + err.Error() + ")")
	}
	return unix.Close(fd)
}

// notifies reports that the kernel asks in the form that is spoken here, and is no
// older than those that this is made for.
func notifies() bool {
	action := uint32(unix.SECCOMP_RET_USER_NOTIF)
	_, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_GET_ACTION_AVAIL, 0, uintptr(unsafe.Pointer(&action)))
	if errno != 0 {
		return false
	}
	var sizes struct{ notification, reply, data uint16 }
	_, _, errno = unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_GET_NOTIF_SIZES, 0, uintptr(unsafe.Pointer(&sizes)))
	if errno != 0 || uintptr(sizes.notification) != unsafe.Sizeof(notification{}) || uintptr(sizes.reply) != unsafe.Sizeof(reply{}) {
		return false
	}
	var name unix.Utsname
	return unix.Uname(&name) == nil && atLeast(unix.ByteSliceToString(name.Release[:]), 5, 14)
}

// atLeast compares a kernel's release with a version.
func atLeast(release string, major, minor int) bool {
	var got [2]int
	for i, c := 0, 0; i < len(release) && c < len(got); i++ {
		switch d := release[i]; {
		case d >= '0' && d <= '9' && got[c] < 10000:
			got[c] = got[c]*10 + int(d-'0')
		case d == '.':
			c++
		default:
			c = len(got)
		}
	}
	return got[0] > major || got[0] == major && got[1] >= minor
}

// fetches takes a descriptor from this very process, as it will from the cage's.
func fetches() error {
	self, err := unix.PidfdOpen(os.Getpid(), 0)
	if err != nil {
		return err
	}
	defer unix.Close(self)
	fd, err := unix.PidfdGetfd(self, self, 0)
	if err != nil {
		return err
	}
	return unix.Close(fd)
}

// yama is the setting that says who may look into a process; 0 where there is none.
func yama() int {
	text, err := os.ReadFile("/proc/sys/kernel/yama/ptrace_scope")
	if err != nil {
		return 0
	}
	scope, _ := strconv.Atoi(strings.TrimSpace(string(text)))
	return scope
}
