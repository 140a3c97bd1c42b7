package main

import (
	"encoding/binary"
	"syscall"
)

// loopback takes the loopback device of a new network up: a request to the kernel
// (RTM_NEWLINK) for the first device, with the flag IFF_UP.
func loopback() error {
	fd, err := syscall.Socket(syscall.AF_NETLINK, syscall.SOCK_RAW|syscall.SOCK_CLOEXEC, syscall.NETLINK_ROUTE)
	if err != nil {
		return err
	}
	defer func() { _ = syscall.Close(fd) }()
	m := make([]byte, syscall.SizeofNlMsghdr+syscall.SizeofIfInfomsg)
	binary.NativeEndian.PutUint32(m, uint32(len(m)))
	binary.NativeEndian.PutUint16(m[4:], syscall.RTM_NEWLINK)
	binary.NativeEndian.PutUint16(m[6:], syscall.NLM_F_REQUEST)
	body := m[syscall.SizeofNlMsghdr:]
	binary.NativeEndian.PutUint32(body[4:], 1) // the device's number
	binary.NativeEndian.PutUint32(body[8:], syscall.IFF_UP)
	binary.NativeEndian.PutUint32(body[12:], syscall.IFF_UP) // the flags that change
	return syscall.Sendto(fd, m, 0, &syscall.SockaddrNetlink{Family: syscall.AF_NETLINK})
}
