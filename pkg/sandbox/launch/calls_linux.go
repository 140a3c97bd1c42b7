package launch

import (
	"golang.org/x/sys/unix"

	"usher/pkg/sandbox"
)

// refusedCalls reach what no namespace keeps apart: keys, the kernel's own
// programs and modules, other processes' memory, mounts, the clock.
var refusedCalls = [...]uintptr{
	unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY, unix.SYS_KEYCTL,
	unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD, unix.SYS_FANOTIFY_INIT,
	unix.SYS_QUOTACTL, unix.SYS_QUOTACTL_FD, unix.SYS_ACCT, unix.SYS_SYSLOG,
	unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_CHROOT, unix.SYS_OPEN_TREE, unix.SYS_MOVE_MOUNT,
	unix.SYS_FSOPEN, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_FSPICK, unix.SYS_MOUNT_SETATTR, unix.SYS_OPEN_TREE_ATTR,
	unix.SYS_SETNS, unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PROCESS_MADVISE,
	unix.SYS_PROCESS_MRELEASE, unix.SYS_PIDFD_GETFD, unix.SYS_KCMP,
	unix.SYS_NAME_TO_HANDLE_AT, unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_LOOKUP_DCOOKIE,
	unix.SYS_KEXEC_LOAD, unix.SYS_KEXEC_FILE_LOAD, unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE,
	unix.SYS_SWAPON, unix.SYS_SWAPOFF, unix.SYS_REBOOT, unix.SYS_VHANGUP, unix.SYS_NFSSERVCTL,
	unix.SYS_SETHOSTNAME, unix.SYS_SETDOMAINNAME, unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME,
	unix.SYS_LSM_SET_SELF_ATTR,
}

// unknownCalls are answered as an older kernel would, so that programs fall back
// to what the filter can judge: clone3 has its flags behind a pointer, and
// io_uring makes sockets without the call for it (pitfalls 5, 7).
var unknownCalls = [...]uintptr{unix.SYS_CLONE3, unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER}

const (
	protocolMPTCP = 262
	newTime       = 0x80 // CLONE_NEWTIME; for clone it is a part of the signal's number
)

// newNamespaces are the flags that make one, each refused by itself.
var newNamespaces = [...]uint32{
	unix.CLONE_NEWNS, unix.CLONE_NEWCGROUP, unix.CLONE_NEWUTS, unix.CLONE_NEWIPC,
	unix.CLONE_NEWUSER, unix.CLONE_NEWPID, unix.CLONE_NEWNET,
}

// refuseByArguments are the rules for calls that are harmless otherwise.
func refuseByArguments(f *program, n sandbox.Network) {
	eperm := refusal(unix.EPERM)
	for _, flag := range newNamespaces {
		f.when(unix.SYS_CLONE, []condition{{0, flag, flag}}, eperm)
		f.when(unix.SYS_UNSHARE, []condition{{0, flag, flag}}, eperm)
	}
	f.when(unix.SYS_UNSHARE, []condition{{0, newTime, newTime}}, eperm)
	for _, request := range []uint32{unix.TIOCSTI, unix.TIOCLINUX} {
		f.when(unix.SYS_IOCTL, []condition{{1, whole, request}}, eperm)
	}
	// Families that no network namespace keeps apart (vsock), or whose code few use.
	f.onlyIf(unix.SYS_SOCKET, 0, []uint32{unix.AF_UNIX, unix.AF_INET, unix.AF_INET6, unix.AF_NETLINK}, refusal(unix.EAFNOSUPPORT))
	f.onlyIf(unix.SYS_SOCKETPAIR, 0, []uint32{unix.AF_UNIX}, refusal(unix.EAFNOSUPPORT))
	for protocol := uint32(1); protocol < 32; protocol <<= 1 {
		f.when(unix.SYS_SOCKET, []condition{{0, whole, unix.AF_NETLINK}, {2, protocol, protocol}}, refusal(unix.EPROTONOSUPPORT))
	}
	if n == sandbox.NetworkOn {
		return
	}
	f.when(unix.SYS_SOCKET, []condition{{2, whole, protocolMPTCP}}, refusal(unix.EPROTONOSUPPORT))
	for _, send := range [...]struct {
		call  uintptr
		flags int
	}{{unix.SYS_SENDTO, 3}, {unix.SYS_SENDMSG, 2}, {unix.SYS_SENDMMSG, 3}} {
		f.when(send.call, []condition{{send.flags, unix.MSG_FASTOPEN, unix.MSG_FASTOPEN}}, refusal(unix.EOPNOTSUPP))
	}
}
