package launch

import (
	"strconv"

	"golang.org/x/sys/unix"

	"usher/pkg/sandbox"
)

// decideNamed says whether a unix socket may be connected to a name (SPEC B2). A
// name in the file system is looked up once, inside the cage, and the socket that
// was found there is connected to, not the name: it must lie in the server's own
// folder or in the cage's own /tmp. An abstract name is looked up by the kernel in
// the network of the caller's socket; where that is this computer's, it could be
// anybody's.
func (s *supervisor) decideNamed(n *notification, e *errand) unix.Errno {
	path := e.to.path()
	if e.to.family() != unix.AF_UNIX || path == "" {
		switch {
		case !s.listener.valid(n):
			return unix.ESRCH
		case s.plan.Network == sandbox.NetworkOn && e.to.family() == unix.AF_UNIX:
			return unix.ECONNREFUSED
		}
		return 0
	}
	in, errno := enter(int(n.pid))
	if errno != 0 {
		return errno
	}
	defer in.leave()
	if !s.listener.valid(n) { // the root and the folder are the caller's
		return unix.ESRCH
	}
	if e.by, errno = in.open(path); errno != 0 {
		return errno
	}
	if !s.own(in, e.by) {
		return unix.EACCES
	}
	e.to = named("/proc/self/fd/" + strconv.Itoa(e.by))
	return 0
}

// own reports that a file lies in a mount that only the cage fills: the server's
// own folder, the same one as out here, or a /tmp that this computer does not have.
// A granted folder is another mount, inside of these too, and no hard link leads
// from one mount into another.
func (s *supervisor) own(in inside, file int) bool {
	at, ok := look(file)
	if !ok {
		return false
	}
	if data, ok := in.mount(s.plan.Data); ok && data.Mnt_id == at.Mnt_id {
		return s.placed && data.Ino == s.data.Ino && sameDevice(data, s.data)
	}
	tmp, ok := in.mount("/tmp")
	var here unix.Statx_t
	err := unix.Statx(unix.AT_FDCWD, "/tmp", 0, unix.STATX_INO, &here)
	return ok && tmp.Mnt_id == at.Mnt_id && (err == unix.ENOENT || err == nil && !sameDevice(tmp, here))
}
