//go:build linux && !usher_direct

package proc

import (
	"bytes"
	"strconv"
	"syscall"
)

// stat is what /proc/PID/stat says of a process.
type stat struct {
	state   byte
	parent  int
	session int
	start   int64 // ticks since boot
}

func (t *tree) stat(pid int) (stat, bool) {
	text, err := t.read("/proc/" + strconv.Itoa(pid) + "/stat")
	// The second field is the name in parentheses, which may hold any byte.
	i := bytes.LastIndexByte(text, ')')
	if err != nil || i < 0 {
		return stat{}, false
	}
	f := bytes.Fields(text[i+1:])
	if len(f) < 20 || len(f[0]) != 1 {
		return stat{}, false
	}
	st := stat{state: f[0][0]}
	st.parent, _ = strconv.Atoi(string(f[1]))
	st.session, _ = strconv.Atoi(string(f[3]))
	st.start, _ = strconv.ParseInt(string(f[19]), 10, 64)
	return st, true
}

// alive is false for a zombie and for a process that is gone.
func (t *tree) alive(pid int) bool {
	st, ok := t.stat(pid)
	return ok && st.state != 'Z' && st.state != 'X'
}

// read gives a whole file of /proc; the bytes are good until the next call.
func (t *tree) read(path string) ([]byte, error) {
	fd, err := syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	defer syscall.Close(fd)
	if t.buf == nil {
		t.buf = make([]byte, 4096)
	}
	used := 0
	for {
		if used == len(t.buf) {
			t.buf = append(t.buf, make([]byte, len(t.buf))...)
		}
		n, err := syscall.Read(fd, t.buf[used:])
		if err == syscall.EINTR {
			continue
		}
		if err != nil || n <= 0 {
			return t.buf[:used], err
		}
		used += n
	}
}

// numbersIn lists the entries of a directory that are numbers.
func numbersIn(dir string) []int {
	fd, err := syscall.Open(dir, syscall.O_RDONLY|syscall.O_DIRECTORY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	defer syscall.Close(fd)
	buf := make([]byte, 8192)
	var names []string
	var out []int
	for {
		n, err := syscall.ReadDirent(fd, buf)
		if err == syscall.EINTR {
			continue
		}
		if err != nil || n <= 0 {
			return out
		}
		_, _, names = syscall.ParseDirent(buf[:n], -1, names[:0])
		for _, name := range names {
			if v, err := strconv.Atoi(name); err == nil {
				out = append(out, v)
			}
		}
	}
}
