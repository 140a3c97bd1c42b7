package launch

import "golang.org/x/sys/unix"

// lastCapability is beyond what any kernel has; the kernel says where they end.
const lastCapability = 63

// noWayBack keeps user 0 from getting capabilities by being user 0.
const noWayBack = 1<<0 | 1<<1 | // SECBIT_NOROOT and its lock
	1<<2 | 1<<3 | // SECBIT_NO_SETUID_FIXUP and its lock
	1<<5 | // SECBIT_KEEP_CAPS stays off
	1<<6 | 1<<7 // SECBIT_NO_CAP_AMBIENT_RAISE and its lock

// dropCapabilities gives up every capability of this thread, and every way to
// get one: bounding, ambient and inheritable sets too. Who may not lower the
// bounding set has no capability that could be used through it, once
// no_new_privs is set.
func dropCapabilities() error {
	for c := uintptr(0); c <= lastCapability; c++ {
		switch err := unix.Prctl(unix.PR_CAPBSET_DROP, c, 0, 0, 0); err {
		case nil, unix.EINVAL, unix.EPERM:
		default:
			return failed(stepCaps, "bounding set", err)
		}
	}
	if err := unix.Prctl(unix.PR_SET_SECUREBITS, noWayBack, 0, 0, 0); err != nil && err != unix.EPERM {
		return failed(stepCaps, "securebits", err)
	}
	if err := unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0); err != nil {
		return failed(stepCaps, "ambient set", err)
	}
	head := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var none [2]unix.CapUserData
	return failed(stepCaps, "", unix.Capset(&head, &none[0]))
}
