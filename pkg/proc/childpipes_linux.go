//go:build linux && !usher_direct

package proc

import (
	"os"
	"syscall"
)

// childPipes are the three pipes of a child that lives on, both ends of each.
// Ours do not block: they are on the runtime's poller, so that they take
// deadlines, Close wakes a reader, and a server costs no threads. A thread
// blocked in read is not faster, with pipes this wide (BenchmarkEcho). The
// child's ends block, as every program expects.
type childPipes struct {
	ours, theirs [3]int
}

const (
	setPipeSizeCommand = 1031 // F_SETPIPE_SZ
	pipeSizeCommand    = 1032 // F_GETPIPE_SZ
	widePipe           = 1 << 20
	wideReserve        = 16
)

func openChildPipes() (p childPipes, err error) {
	for i := range p.ours {
		p.ours[i], p.theirs[i] = -1, -1
	}
	for i := range p.ours {
		var ends [2]int
		if err = syscall.Pipe2(ends[:], syscall.O_CLOEXEC); err != nil {
			p.close()
			return p, err
		}
		p.ours[i], p.theirs[i] = ends[0], ends[1]
		if i == 0 { // standard input flows the other way
			p.ours[i], p.theirs[i] = ends[1], ends[0]
		}
		setNonblock(p.ours[i])
	}
	widen(p.ours[:2])
	return p, nil
}

func (p *childPipes) closeTheirs() {
	for i := range p.theirs {
		closeFd(&p.theirs[i])
	}
}

func (p *childPipes) close() {
	p.closeTheirs()
	for i := range p.ours {
		closeFd(&p.ours[i])
	}
}

// files hands our ends over.
func (p *childPipes) files() (stdin, stdout, stderr *os.File) {
	name := [3]string{"stdin", "stdout", "stderr"}
	var f [3]*os.File
	for i := range f {
		f[i], p.ours[i] = os.NewFile(uintptr(p.ours[i]), name[i]), -1
	}
	return f[0], f[1], f[2]
}

// widen makes pipes 1 MiB wide: a large message passes in one go. The system
// counts the room of all of a person's pipes, and who is past its limit
// (64 MiB) gets new ones of two pages, in every program. So the last of it is
// not taken: pipes stay as they are when the room of 256 ordinary ones is not
// there besides.
func widen(fds []int) {
	reserve := make([]int, 0, 2*wideReserve)
	defer func() {
		for i := range reserve {
			closeFd(&reserve[i])
		}
	}()
	for range wideReserve {
		var ends [2]int
		if syscall.Pipe2(ends[:], syscall.O_CLOEXEC) != nil {
			return
		}
		reserve = append(reserve, ends[:]...)
		if setPipeSize(ends[0], widePipe) != nil {
			return
		}
	}
	for _, fd := range fds {
		_ = setPipeSize(fd, widePipe)
	}
}

// Widen makes a pipe 1 MiB wide that this program was given; what is none is left alone.
func Widen(f *os.File) {
	raw, err := f.SyscallConn()
	if err != nil {
		return
	}
	_ = raw.Control(func(fd uintptr) { // a file that is closed has no width
		if now, _, errno := syscall.RawSyscall(syscall.SYS_FCNTL, fd, pipeSizeCommand, 0); errno == 0 && now < widePipe {
			widen([]int{int(fd)})
		}
	})
}

func setPipeSize(fd, size int) error {
	_, _, errno := syscall.RawSyscall(syscall.SYS_FCNTL, uintptr(fd), setPipeSizeCommand, uintptr(size))
	if errno != 0 {
		return errno
	}
	return nil
}
