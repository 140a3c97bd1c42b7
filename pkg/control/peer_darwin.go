package control

import (
	"net"

	"golang.org/x/sys/unix"
)

// uidOf is who is at the other end; false where the system cannot tell.
func uidOf(conn *net.UnixConn) (uid int, told bool) {
	raw, err := conn.SyscallConn()
	if err != nil {
		return 0, false
	}
	_ = raw.Control(func(fd uintptr) {
		if cred, err := unix.GetsockoptXucred(int(fd), unix.SOL_LOCAL, unix.LOCAL_PEERCRED); err == nil {
			uid, told = int(cred.Uid), true
		}
	})
	return uid, told
}

// tellsUID: whoever cannot be told here is not let in.
const tellsUID = true
