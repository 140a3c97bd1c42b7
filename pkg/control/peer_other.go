//go:build !linux && !darwin

package control

import "net"

// uidOf: this system does not tell.
func uidOf(*net.UnixConn) (uid int, told bool) { return 0, false }

const tellsUID = false
