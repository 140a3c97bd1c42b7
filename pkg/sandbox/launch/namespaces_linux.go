package launch

import (
	"syscall"

	"golang.org/x/sys/unix"

	"usher/pkg/sandbox"
)

// namespaces is how process 1 is started: in new namespaces of every kind but the
// clock's, as the same user, with the capabilities that building the root takes,
// which are worth something in these namespaces only. The network is the
// computer's own where the plan has it on.
func namespaces(p sandbox.Plan) *syscall.SysProcAttr {
	flags := uintptr(unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWIPC |
		unix.CLONE_NEWUTS | unix.CLONE_NEWCGROUP)
	if p.Network != sandbox.NetworkOn {
		flags |= unix.CLONE_NEWNET
	}
	uid, gid := syscall.Geteuid(), syscall.Getegid()
	return &syscall.SysProcAttr{
		Cloneflags:  flags,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: uid, HostID: uid, Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: gid, HostID: gid, Size: 1}},
		AmbientCaps: []uintptr{
			unix.CAP_SYS_ADMIN, unix.CAP_NET_ADMIN, unix.CAP_SETPCAP, unix.CAP_SYS_RESOURCE,
			unix.CAP_DAC_OVERRIDE, unix.CAP_DAC_READ_SEARCH,
		},
		Pdeathsig: syscall.SIGKILL,
		Setsid:    true,
	}
}
