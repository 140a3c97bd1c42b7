//go:build unix

package control

import "syscall"

// refused is what the system says of a socket on which nobody listens.
const refused = syscall.ECONNREFUSED
