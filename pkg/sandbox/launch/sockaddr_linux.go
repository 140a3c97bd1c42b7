package launch

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// sockaddr is a caller's socket address, read once.
type sockaddr struct {
	b [sizeofStorage]byte
	n int
}

const (
	sizeofStorage = 128 // the longest that there is
	sizeofFamily  = 2
	sizeofINET6   = 24 // RFC 2133's, without the scope: all that the kernel asks for

	address4, address6, scope6 = 4, 8, 24 // where they are
)

// readSockaddr copies the address that a call of connect or bind names. The kernel
// looks at the length as an int, and refuses what it has no room for.
func readSockaddr(n *notification) (a sockaddr, errno unix.Errno) {
	size := int32(uint32(n.args[2]))
	if size < sizeofFamily || int(size) > len(a.b) {
		return a, unix.EINVAL
	}
	a.n = int(size)
	ours := []unix.Iovec{{Base: &a.b[0]}}
	ours[0].SetLen(a.n)
	theirs := []unix.RemoteIovec{{Base: uintptr(n.args[1]), Len: a.n}}
	got, err := unix.ProcessVMReadv(int(n.pid), ours, theirs, 0)
	switch {
	case err == nil && got == a.n:
		return a, 0
	case err == nil || err == unix.EFAULT:
		return a, unix.EFAULT
	}
	return a, unix.EACCES
}

// family is in the order of bytes of this computer.
func (a *sockaddr) family() int { return int(*(*uint16)(unsafe.Pointer(&a.b[0]))) }

func (a *sockaddr) setFamily(family uint16) { *(*uint16)(unsafe.Pointer(&a.b[0])) = family }

// of reports that the address is one of a domain and whole: what the kernel would
// refuse is refused with its own error.
func (a *sockaddr) of(domain int) unix.Errno {
	size := unix.SizeofSockaddrInet4
	if domain == unix.AF_INET6 {
		size = sizeofINET6
	}
	switch {
	case a.n < size:
		return unix.EINVAL
	case a.family() != domain:
		return unix.EAFNOSUPPORT
	}
	return 0
}

// loopback reports that an address of AF_INET or AF_INET6 is this computer's own
// by what it says: 127/8, ::1, or 127/8 in version 6 (SPEC B5). The address that
// means any becomes the first of them; scope and flow, which could say more, go.
func (a *sockaddr) loopback() bool {
	if a.family() == unix.AF_INET {
		return loopback4(a.b[address4:])
	}
	clear(a.b[address4:address6]) // the flow
	clear(a.b[scope6:])
	a.n = unix.SizeofSockaddrInet6
	ip := (*[16]byte)(a.b[address6:])
	if *ip == [16]byte{} {
		ip[15] = 1
	}
	if *ip == [16]byte{15: 1} {
		return true
	}
	return [12]byte(ip[:12]) == [12]byte{10: 0xff, 11: 0xff} && loopback4(ip[12:])
}

func loopback4(ip []byte) bool {
	if [4]byte(ip) == [4]byte{} {
		copy(ip, []byte{127, 0, 0, 1})
	}
	return ip[0] == 127
}

// any6 reports the address that means any, of version 6.
func (a *sockaddr) any6() bool {
	return a.family() == unix.AF_INET6 && [16]byte(a.b[address6:]) == [16]byte{}
}

// named is the address of a unix socket by its path.
func named(path string) (a sockaddr) {
	a.setFamily(unix.AF_UNIX)
	a.n = sizeofFamily + copy(a.b[sizeofFamily:], path) + 1
	return a
}

// path is the name of a unix socket in the file system, "" when it is none: an
// abstract name, which begins with a zero byte, or no name at all.
func (a *sockaddr) path() string {
	name := a.b[sizeofFamily:a.n]
	for i, c := range name {
		if c == 0 {
			name = name[:i]
			break
		}
	}
	return string(name)
}
