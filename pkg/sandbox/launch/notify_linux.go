package launch

import (
	"golang.org/x/sys/unix"

	"usher/pkg/sandbox"
)

// watch is a system call that the filter does not let through as it is, by its
// number and by arguments that are numbers: what lies behind a pointer can be
// changed after any look at it.
type watch struct {
	call uintptr
	when []condition // all must hold; none: every such call
	no   unix.Errno  // what the caller gets; 0: the supervisor is asked
}

// condition compares the low half of an argument, which is all that the kernel
// reads of an int: arg&mask == value.
type condition struct {
	arg         int
	mask, value uint32
}

const whole = ^uint32(0)

// Requests to ioctl that tell of the interfaces of a socket's network, and their
// addresses (SIOCGIFNAME to SIOCDEVPRIVATE and what follows).
const (
	firstInterfaceCall = 0x8910
	lastInterfaceCall  = 0x89f0
)

// typeMask is what of socket's second argument is the type; the rest are flags.
const typeMask = 0xf

// supervised reports whether a plan needs somebody outside to answer (SPEC B2, B5).
func supervised(p sandbox.Plan) bool { return p.Network == sandbox.NetworkLocalhost || byName(p) }

// byName reports whether the cage shows folders of the person's, which may hold
// sockets of programs outside.
func byName(p sandbox.Plan) bool { return len(p.Read)+len(p.Write)+len(p.Runtimes) > 0 }

// watches are the calls that the filter of a plan must refuse or hand to its
// supervisor, in the order in which they must be looked at.
//
// connect is asked about as a whole, for a filter cannot see what a descriptor
// is. bind is asked about for localhost only: elsewhere it reaches nothing new.
func watches(p sandbox.Plan) []watch {
	var out []watch
	if byName(p) {
		// A datagram socket can name another one in every message, behind a pointer.
		for _, call := range []uintptr{unix.SYS_SOCKET, unix.SYS_SOCKETPAIR} {
			for _, kind := range []uint32{unix.SOCK_DGRAM, unix.SOCK_RAW} {
				out = append(out, watch{call, []condition{{0, whole, unix.AF_UNIX}, {1, typeMask, kind}}, unix.ESOCKTNOSUPPORT})
			}
		}
	}
	if p.Network == sandbox.NetworkLocalhost {
		out = append(out, localhostWatches()...)
	}
	if supervised(p) {
		out = append(out, watch{call: unix.SYS_CONNECT})
	}
	return out
}

// localhostWatches are for sockets that live in the network of this computer,
// as those do that the supervisor hands out.
func localhostWatches() []watch {
	var out []watch
	for call := uint32(firstInterfaceCall); call <= lastInterfaceCall; call += 0x10 {
		out = append(out, watch{unix.SYS_IOCTL, []condition{{1, 0xfff0, call}}, unix.EPERM})
	}
	return append(out, []watch{
		// A port of a program outside is never shared with it.
		{unix.SYS_SETSOCKOPT, []condition{{1, whole, unix.SOL_SOCKET}, {2, whole, unix.SO_REUSEPORT}}, unix.ENOPROTOOPT},
		// These connect without connect.
		{unix.SYS_SENDTO, []condition{{3, unix.MSG_FASTOPEN, unix.MSG_FASTOPEN}}, unix.EOPNOTSUPP},
		{unix.SYS_SENDMSG, []condition{{2, unix.MSG_FASTOPEN, unix.MSG_FASTOPEN}}, unix.EOPNOTSUPP},
		{unix.SYS_SENDMMSG, []condition{{3, unix.MSG_FASTOPEN, unix.MSG_FASTOPEN}}, unix.EOPNOTSUPP},
		{call: unix.SYS_SOCKET, when: []condition{{0, whole, unix.AF_INET}, {1, typeMask, unix.SOCK_STREAM}}},
		{call: unix.SYS_SOCKET, when: []condition{{0, whole, unix.AF_INET6}, {1, typeMask, unix.SOCK_STREAM}}},
		{call: unix.SYS_BIND},
	}...)
}
