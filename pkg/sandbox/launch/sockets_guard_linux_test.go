package launch

import (
	"net"
	"os"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// SPEC B5: the guard alone keeps a socket on this computer: this is what holds if
// a call goes past the supervisor.
func TestAGuardedSocketStaysOnThisComputer(t *testing.T) {
	t.Parallel()
	for _, domain := range []int{unix.AF_INET, unix.AF_INET6} {
		listens := guardedFile(t, domain)
		fd := int(listens.Fd())
		var any unix.Sockaddr = &unix.SockaddrInet4{}
		if domain == unix.AF_INET6 {
			any = &unix.SockaddrInet6{}
		}
		if err := unix.Bind(fd, any); err != nil {
			t.Fatal(err)
		}
		if err := unix.Listen(fd, 5); err != nil {
			t.Fatal(err)
		}
		l, err := net.FileListener(listens)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		_, port, _ := net.SplitHostPort(l.Addr().String())
		c, err := net.DialTimeout("tcp4", "127.0.0.1:"+port, 10*time.Second)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		accepted, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		defer accepted.Close()
		file, err := accepted.(*net.TCPConn).File()
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		device, err := unix.GetsockoptString(int(file.Fd()), unix.SOL_SOCKET, unix.SO_BINDTODEVICE)
		if !guarded(int(file.Fd())) || device != loopbackDevice {
			t.Errorf("an accepted socket has no guard: device %q, %v", device, err)
		}
		for _, six := range []bool{false, true} {
			if out := outward(t, six); out != "" && filters(t) {
				if c, err := net.DialTimeout("tcp", net.JoinHostPort(out, port), 300*time.Millisecond); err == nil {
					c.Close()
					t.Errorf("it listens at %s", out)
				}
				if err := connectsOut(t, domain, out); err == nil {
					t.Errorf("it connects to %s", out)
				}
			}
		}
	}
	if file := guardedFile(t, unix.AF_INET); os.Geteuid() != 0 {
		if err := unix.BindToDevice(int(file.Fd()), ""); err != unix.EPERM {
			t.Errorf("the device is given up: %v", err)
		}
	}
}

// filters reports whether this kernel lets this user have a socket's filter.
func filters(t *testing.T) bool {
	t.Helper()
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(fd)
	return keepLoopback(fd) == nil
}

func guardedFile(t *testing.T, domain int) *os.File {
	t.Helper()
	fd, err := guardedSocket(domain, 0)
	if err != nil {
		t.Fatal(err)
	}
	f := os.NewFile(uintptr(fd), "guarded")
	t.Cleanup(func() { f.Close() })
	return f
}

// connectsOut connects a guarded socket to a listener that is not on a loopback address.
func connectsOut(t *testing.T, domain int, address string) error {
	l, err := net.Listen("tcp", net.JoinHostPort(address, "0"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	at := l.Addr().(*net.TCPAddr)
	fd := int(guardedFile(t, domain).Fd())
	if err := unix.SetsockoptTimeval(fd, unix.SOL_SOCKET, unix.SO_SNDTIMEO, &unix.Timeval{Usec: 300000}); err != nil {
		t.Fatal(err)
	}
	if domain == unix.AF_INET {
		if at.IP.To4() == nil {
			return unix.EAFNOSUPPORT
		}
		return unix.Connect(fd, &unix.SockaddrInet4{Port: at.Port, Addr: [4]byte(at.IP.To4())})
	}
	return unix.Connect(fd, &unix.SockaddrInet6{Port: at.Port, Addr: [16]byte(at.IP.To16())})
}
