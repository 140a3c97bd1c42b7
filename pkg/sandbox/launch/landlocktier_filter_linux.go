package launch

import (
	"slices"

	"golang.org/x/sys/unix"

	"usher/pkg/sandbox"
)

// changesOfFiles change what a file is without opening it for writing, which
// Landlock does not look at: of a file that may only be read, of one that may not
// even be seen. The server cannot do it to its own files either.
var changesOfFiles = [...]uintptr{
	unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_FCHMODAT2, unix.SYS_FCHOWN, unix.SYS_FCHOWNAT, unix.SYS_UTIMENSAT,
	unix.SYS_SETXATTR, unix.SYS_LSETXATTR, unix.SYS_FSETXATTR, unix.SYS_SETXATTRAT,
	unix.SYS_REMOVEXATTR, unix.SYS_LREMOVEXATTR, unix.SYS_FREMOVEXATTR, unix.SYS_REMOVEXATTRAT, unix.SYS_FILE_SETATTR,
}

// notesOfFiles are what a file carries beside its text, such as where it was
// downloaded from, which Landlock does not look at either. The answer is that of a
// file system which has none.
var notesOfFiles = [...]uintptr{
	unix.SYS_GETXATTR, unix.SYS_LGETXATTR, unix.SYS_FGETXATTR, unix.SYS_GETXATTRAT,
	unix.SYS_LISTXATTR, unix.SYS_LLISTXATTR, unix.SYS_FLISTXATTR, unix.SYS_LISTXATTRAT,
}

// ofOneProcess are calls whose first argument is a process: 0 is the caller itself,
// any other could be one of the person's, to be slowed down or tied to a processor.
var ofOneProcess = [...]uintptr{
	unix.SYS_PRLIMIT64, unix.SYS_SCHED_SETAFFINITY, unix.SYS_SCHED_SETSCHEDULER, unix.SYS_SCHED_SETPARAM, unix.SYS_SCHED_SETATTR,
}

// ioprioProcess is IOPRIO_WHO_PROCESS.
const ioprioProcess = 1

// sharedOnes reach what other programs of the person share by a number or a name,
// or watch what happens in folders that cannot be read.
var sharedOnes = [...]uintptr{
	unix.SYS_SHMGET, unix.SYS_SHMAT, unix.SYS_SHMCTL, unix.SYS_SEMGET, unix.SYS_SEMOP, unix.SYS_SEMTIMEDOP, unix.SYS_SEMCTL,
	unix.SYS_MSGGET, unix.SYS_MSGSND, unix.SYS_MSGRCV, unix.SYS_MSGCTL, unix.SYS_MQ_OPEN, unix.SYS_MQ_UNLINK,
	unix.SYS_INOTIFY_ADD_WATCH,
}

// refuseWithoutNamespaces are the rules that stand for the namespaces that the
// Landlock tier lacks. Sockets are the weightiest: in the computer's own network,
// and with the supervisor outside of Landlock, one that exists can be connected.
func refuseWithoutNamespaces(f *program, p sandbox.Plan) {
	eperm := refusal(unix.EPERM)
	f.calls(slices.Concat(changesOfFiles[:], changesHere[:], sharedOnes[:]), eperm)
	f.calls(notesOfFiles[:], refusal(unix.ENOTSUP))
	// Of this process only, and not of any other of the person's.
	for _, call := range ofOneProcess {
		f.onlyIf(call, 0, []uint32{0}, eperm)
	}
	for _, call := range [...]uintptr{unix.SYS_SETPRIORITY, unix.SYS_IOPRIO_SET} {
		f.onlyIf(call, 1, []uint32{0}, eperm)
	}
	f.onlyIf(unix.SYS_SETPRIORITY, 0, []uint32{unix.PRIO_PROCESS}, eperm) // not all of the person's
	f.onlyIf(unix.SYS_IOPRIO_SET, 0, []uint32{ioprioProcess}, eperm)

	none := refusal(unix.EAFNOSUPPORT)
	f.when(unix.SYS_SOCKET, []condition{{0, whole, unix.AF_UNIX}}, none)
	notStream := []uint32{unix.SOCK_DGRAM, unix.SOCK_RAW, unix.SOCK_RDM, unix.SOCK_SEQPACKET, unix.SOCK_DCCP, unix.SOCK_PACKET}
	for _, kind := range notStream {
		f.when(unix.SYS_SOCKETPAIR, []condition{{1, typeMask, kind}}, refusal(unix.ESOCKTNOSUPPORT))
	}
	if p.Network == sandbox.NetworkOn {
		return
	}
	f.when(unix.SYS_SOCKET, []condition{{0, whole, unix.AF_NETLINK}}, none)
	for _, family := range []uint32{unix.AF_INET, unix.AF_INET6} {
		if p.Network != sandbox.NetworkLocalhost {
			f.when(unix.SYS_SOCKET, []condition{{0, whole, family}}, none)
			continue
		}
		for _, kind := range notStream {
			f.when(unix.SYS_SOCKET, []condition{{0, whole, family}, {1, typeMask, kind}}, none)
		}
	}
}
