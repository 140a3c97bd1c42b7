package term

import (
	"os"
	"path"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Device numbers of terminals (Documentation/admin-guide/devices.txt).
const (
	oldPTYMajor   = 3 // BSD pseudo-terminals, without a number that leads to their maker
	firstPTYMajor = 136
	lastPTYMajor  = 143
	ptysPerMajor  = 256
)

// device splits a terminal's number from /proc/PID/stat.
func device(tty uint32) (major, minor uint32) {
	return tty >> 8 & 0xfff, tty&0xff | tty>>12&0xfff00
}

// ptyIndex is the N of /dev/pts/N; false for what is no such terminal.
func ptyIndex(tty uint32) (int, bool) {
	major, minor := device(tty)
	if major < firstPTYMajor || major > lastPTYMajor {
		return 0, false
	}
	return int((major-firstPTYMajor)*ptysPerMajor + minor), true
}

// masters are the processes that hold the other side of a pseudo-terminal, as
// far as this user may look into them. self is a process in the terminal.
func (p procfs) masters(index, self int) []int {
	entries, err := os.ReadDir(string(p))
	if err != nil {
		return nil
	}
	var found []int
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err == nil && p.holds(pid, index) && p.sameTerminals(pid, self) {
			found = append(found, pid)
		}
	}
	return found
}

// holds reports whether a process has the master of /dev/pts/index open.
func (p procfs) holds(pid, index int) bool {
	files, err := os.ReadDir(p.path(pid, "fd"))
	if err != nil {
		return false
	}
	for _, f := range files {
		to, err := os.Readlink(p.path(pid, "fd/"+f.Name()))
		if err != nil || path.Base(strings.TrimSuffix(to, " (deleted)")) != "ptmx" {
			continue
		}
		info, err := os.ReadFile(p.path(pid, "fdinfo/"+f.Name()))
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(info)) {
			if n, is := strings.CutPrefix(line, "tty-index:"); is && strings.TrimSpace(n) == strconv.Itoa(index) {
				return true
			}
		}
	}
	return false
}

// hidden reports whether a process is there but its open files may not be
// looked at.
func (p procfs) hidden(pid int) bool {
	_, err := os.ReadDir(p.path(pid, "fd"))
	_, there := p.read(pid)
	return err != nil && there
}

// sameTerminals is false for a process that surely counts its terminals apart
// from ours, in a container of its own: there the same number is another one.
func (p procfs) sameTerminals(pid, self int) bool {
	var ours, theirs unix.Stat_t
	if unix.Stat(p.path(self, "root/dev/pts"), &ours) != nil || unix.Stat(p.path(pid, "root/dev/pts"), &theirs) != nil {
		return true
	}
	return ours.Dev == theirs.Dev
}
