package launch

import (
	"strconv"

	"golang.org/x/sys/unix"

	"usher/pkg/sandbox"
)

// connectNamed connects a unix socket by its name (SPEC B2). A name in the file
// system is looked up once, inside the cage, and the socket that was found there is
// connected to, not the name: it must lie in the server's own folder or in the
// cage's own /tmp. An abstract name is looked up by the kernel in the network of
// the caller's socket; where that is this computer's, it could be anybody's.
func (s *supervisor) connectNamed(n *notification, t theirs, a sockaddr) unix.Errno {
	path := a.path()
	if a.family() != unix.AF_UNIX || path == "" {
		switch {
		case !s.listener.valid(n):
			return unix.ESRCH
		case s.plan.Network == sandbox.NetworkOn && a.family() == unix.AF_UNIX:
			return unix.ECONNREFUSED
		}
		return act(unix.SYS_CONNECT, t.fd, &a)
	}
	in, errno := enter(int(n.pid))
	if errno != 0 {
		return errno
	}
	defer in.leave()
	if !s.listener.valid(n) { // the root and the folder are the caller's
		return unix.ESRCH
	}
	found, errno := in.open(path)
	if errno != 0 {
		return errno
	}
	defer unix.Close(found)
	if !s.own(in, found) {
		return unix.EACCES
	}
	a = named("/proc/self/fd/" + strconv.Itoa(found))
	return act(unix.SYS_CONNECT, t.fd, &a)
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
