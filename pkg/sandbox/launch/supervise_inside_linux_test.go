package launch

import (
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// inside is the command line of a program of this file, to run in a cage.
func insideArgs(t testing.TB, words ...string) []string {
	return append([]string{self(t), "-test.run=^TestInside$", "--", "inside"}, words...)
}

// TestInside is what a caged program does, when this is one.
func TestInside(t *testing.T) {
	args := flag.Args()
	if len(args) < 2 || args[0] != "inside" {
		return // an ordinary run of the tests
	}
	programs := map[string]func([]string) error{
		"reach": reach, "race": race, "keeps": keeps, "serve": serveInside, "names": names, "rate": rate,
	}
	if err := programs[args[1]](args[2:]); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

// reach connects to each address, and says how that ended.
func reach(addresses []string) error {
	for _, a := range addresses {
		c, err := net.DialTimeout("tcp", a, 10*time.Second)
		fmt.Printf("%s %s\n", a, errnoName(err))
		if err == nil {
			c.Close()
		}
	}
	return nil
}

func errnoName(err error) string {
	if err == nil {
		return "ok"
	}
	var errno unix.Errno
	if errors.As(err, &errno) {
		return unix.ErrnoName(errno)
	}
	return err.Error()
}

// race has one thread connect while another changes the address between a good
// and a bad one, and a third what the descriptor is: it tells what was reached.
func race(args []string) error {
	good, bad := inet4(args[0]), inet4(args[1])
	tries, _ := strconv.Atoi(args[2])
	buffer := new([unix.SizeofSockaddrInet4]byte)
	var stop atomic.Bool
	var threads sync.WaitGroup
	threads.Go(func() {
		for !stop.Load() {
			*buffer = bad
			*buffer = good
		}
	})
	var slot atomic.Int64
	slot.Store(-1)
	datagram, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	threads.Go(func() {
		spare, _ := unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0)
		for !stop.Load() {
			if fd := int(slot.Load()); fd >= 0 {
				_ = unix.Dup3(datagram, fd, unix.O_CLOEXEC)
				_ = unix.Dup3(spare, fd, unix.O_CLOEXEC)
			}
		}
	})
	connected, out := 0, 0
	for range tries {
		fd, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
		if err != nil {
			return err
		}
		if connected%2 == 1 {
			slot.Store(int64(fd))
		}
		_, _, errno := unix.Syscall(unix.SYS_CONNECT, uintptr(fd), uintptr(unsafe.Pointer(buffer)), uintptr(len(buffer)))
		slot.Store(-1)
		connected++
		if peer, err := unix.Getpeername(fd); errno == 0 && err == nil {
			if four, ok := peer.(*unix.SockaddrInet4); ok && four.Addr[0] != 127 {
				if kind, _ := unix.GetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_TYPE); kind == unix.SOCK_STREAM {
					out++
				}
			}
		}
		_ = unix.Close(fd)
	}
	stop.Store(true)
	threads.Wait()
	fmt.Printf("tried %d out %d\n", connected, out)
	return nil
}

func inet4(hostPort string) (b [unix.SizeofSockaddrInet4]byte) {
	a, err := net.ResolveTCPAddr("tcp4", hostPort)
	must(err)
	s := sockaddr{n: len(b)}
	s.setFamily(unix.AF_INET)
	s.b[2], s.b[3] = byte(a.Port>>8), byte(a.Port)
	copy(s.b[address4:], a.IP.To4())
	copy(b[:], s.b[:])
	return b
}

// keeps connects a socket that was set up, duplicated and watched before, without
// waiting, and expects of it what every program expects.
func keeps(args []string) error {
	to := inet4(args[0])
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_NONBLOCK|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	must(unix.SetsockoptInt(fd, unix.IPPROTO_TCP, unix.TCP_NODELAY, 1))
	must(unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_KEEPALIVE, 1))
	must(unix.SetsockoptTimeval(fd, unix.SOL_SOCKET, unix.SO_RCVTIMEO, &unix.Timeval{Sec: 7}))
	twin, err := unix.Dup(fd)
	must(err)
	watch, err := unix.EpollCreate1(0)
	must(err)
	must(unix.EpollCtl(watch, unix.EPOLL_CTL_ADD, twin, &unix.EpollEvent{Events: unix.EPOLLOUT, Fd: 42}))
	_, _, errno := unix.Syscall(unix.SYS_CONNECT, uintptr(fd), uintptr(unsafe.Pointer(&to)), uintptr(len(to)))
	if errno != 0 && errno != unix.EINPROGRESS {
		return fmt.Errorf("connect: %v", errno)
	}
	events := make([]unix.EpollEvent, 1)
	for ready := 0; ready == 0 || events[0].Events&unix.EPOLLOUT == 0 || events[0].Events&unix.EPOLLHUP != 0; {
		if ready, err = unix.EpollWait(watch, events, 10000); ready == 0 || err != nil && err != unix.EINTR {
			return fmt.Errorf("epoll: %d %v", ready, err)
		}
	}
	failed, _ := unix.GetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_ERROR)
	noDelay, _ := unix.GetsockoptInt(fd, unix.IPPROTO_TCP, unix.TCP_NODELAY)
	alive, _ := unix.GetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_KEEPALIVE)
	flags, _ := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0)
	closes, _ := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0)
	wait, _ := unix.GetsockoptTimeval(fd, unix.SOL_SOCKET, unix.SO_RCVTIMEO)
	fmt.Println("error", failed, "nodelay", noDelay, "keepalive", alive, "nonblock", flags&unix.O_NONBLOCK != 0,
		"cloexec", closes == unix.FD_CLOEXEC, "timeout", wait.Sec)
	for _, word := range []string{"done", "again"} { // the first tells the end of what began
		_, _, errno = unix.Syscall(unix.SYS_CONNECT, uintptr(fd), uintptr(unsafe.Pointer(&to)), uintptr(len(to)))
		fmt.Println(word, errnoText(errno))
	}
	if _, err := unix.Write(twin, []byte("x")); err != nil {
		return err
	}
	var none [unix.SizeofSockaddrInet4]byte
	_, _, errno = unix.Syscall(unix.SYS_CONNECT, uintptr(fd), uintptr(unsafe.Pointer(&none)), uintptr(len(none)))
	fmt.Println("disconnect", errnoText(errno))
	for name, args := range map[string][3]uintptr{
		"no socket": {0, uintptr(unsafe.Pointer(&to)), 16}, "closed": {9999, uintptr(unsafe.Pointer(&to)), 16},
		"nowhere": {uintptr(fd), 8, 16}, "short": {uintptr(fd), uintptr(unsafe.Pointer(&to)), 1}, "long": {uintptr(fd), uintptr(unsafe.Pointer(&to)), 129},
		"negative": {uintptr(fd), uintptr(unsafe.Pointer(&to)), ^uintptr(0)},
	} {
		_, _, errno = unix.Syscall(unix.SYS_CONNECT, args[0], args[1], args[2])
		fmt.Println(name, errnoText(errno))
	}
	// What would undo the guard.
	fmt.Println("device", errnoName(unix.SetsockoptString(fd, unix.SOL_SOCKET, unix.SO_BINDTODEVICE, "")),
		"unlock", errnoName(unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_LOCK_FILTER, 0)),
		"detach", errnoName(unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_DETACH_FILTER, 0)),
		"share", errnoName(unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_REUSEPORT, 1)))
	_, err = unix.Socket(unix.AF_INET, unix.SOCK_STREAM, unix.IPPROTO_MPTCP)
	fmt.Println("mptcp", errnoName(err), "fastopen", errnoName(unix.Sendto(fd, []byte("x"), unix.MSG_FASTOPEN, &unix.SockaddrInet4{Port: 1, Addr: [4]byte{127, 0, 0, 1}})))
	ifreq, _ := unix.NewIfreq("lo")
	fmt.Println("interfaces", errnoName(unix.IoctlIfreq(fd, unix.SIOCGIFFLAGS, ifreq)))
	return nil
}

func errnoText(errno unix.Errno) string {
	if errno == 0 {
		return "ok"
	}
	return unix.ErrnoName(errno)
}

// serveInside listens in several ways, tells the ports to a program outside, and
// answers whoever comes until that program says it is enough.
func serveInside(args []string) error {
	outside, err := net.Dial("tcp", args[0])
	if err != nil {
		return err
	}
	defer outside.Close()
	for _, where := range args[1:] {
		network, address, _ := strings.Cut(where, "=")
		l, err := net.Listen(network, address)
		if err != nil {
			fmt.Fprintf(outside, "%s %s\n", where, errnoName(err))
			continue
		}
		go func() {
			for {
				c, err := l.Accept()
				if err != nil {
					return
				}
				c.Write([]byte("from inside"))
				c.Close()
			}
		}()
		fmt.Fprintf(outside, "%s %s\n", where, l.Addr())
	}
	fmt.Fprintln(outside, "end")
	_, _ = outside.Read(make([]byte, 1))
	return nil
}

// names connects to unix sockets by name, and says how that ended.
func names(args []string) error {
	for _, name := range args {
		network, path, _ := strings.Cut(name, "=")
		if network == "listen" {
			l, err := net.Listen("unix", path)
			fmt.Println(name, errnoName(err))
			if err == nil {
				go func() { _, _ = l.Accept() }()
			}
			continue
		}
		if network == "chdir" {
			must(os.Chdir(path))
			continue
		}
		if network == "link" {
			old, at, _ := strings.Cut(path, ">")
			fmt.Println(name, errnoName(os.Link(old, at)))
			continue
		}
		if network == "symlink" {
			old, at, _ := strings.Cut(path, ">")
			fmt.Println(name, errnoName(os.Symlink(old, at)))
			continue
		}
		c, err := net.Dial(network, path)
		fmt.Println(name, errnoName(err))
		if err == nil {
			c.Close()
		}
	}
	return nil
}

// rate connects many times, one after another and then at once, and tells how long
// one took of those one after another.
func rate(args []string) error {
	n, _ := strconv.Atoi(args[1])
	began := time.Now()
	for range n {
		c, err := net.Dial("tcp", args[0])
		if err != nil {
			return err
		}
		c.Close()
	}
	took := time.Since(began)
	var all sync.WaitGroup
	var failed atomic.Int32
	for range 100 {
		all.Go(func() {
			c, err := net.Dial("tcp", args[0])
			if err != nil {
				failed.Add(1)
				return
			}
			c.Close()
		})
	}
	all.Wait()
	fmt.Println(took.Nanoseconds()/int64(n), "failed", failed.Load())
	return nil
}
