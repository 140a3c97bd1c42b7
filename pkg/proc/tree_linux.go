//go:build linux && !usher_direct

package proc

import (
	"bytes"
	"strconv"
	"syscall"
)

// tree looks at processes below a process. The kernel's list of children holds
// zombies too, and may miss one while others come and go: callers look again
// until there is nothing left.
type tree struct {
	buf  []byte
	scan bool // the kernel has no list of children: read every process's parent
}

// children are the direct children of a process, of all its threads.
func (t *tree) children(pid int) []int {
	if t.scan {
		return t.scanChildren(pid)
	}
	task := "/proc/" + strconv.Itoa(pid) + "/task/"
	var out []int
	for _, tid := range numbersIn(task) {
		text, err := t.read(task + strconv.Itoa(tid) + "/children")
		if err == syscall.ENOENT && !t.hasLists() {
			t.scan = true
			return t.scanChildren(pid)
		}
		for field := range bytes.FieldsSeq(text) {
			if n, err := strconv.Atoi(string(field)); err == nil {
				out = append(out, n)
			}
		}
	}
	return out
}

// hasLists tells a kernel without lists of children from a process that ended meanwhile.
func (t *tree) hasLists() bool {
	self := strconv.Itoa(syscall.Getpid())
	return syscall.Access("/proc/self/task/"+self+"/children", 0) == nil
}

func (t *tree) scanChildren(pid int) []int {
	var out []int
	for _, n := range numbersIn("/proc") {
		if st, ok := t.stat(n); ok && st.parent == pid {
			out = append(out, n)
		}
	}
	return out
}

// below lists every process below pid, a parent before its children.
func (t *tree) below(pid int) []int {
	out := t.children(pid)
	for i := 0; i < len(out); i++ {
		out = append(out, t.children(out[i])...)
	}
	return out
}

// killBelow sends SIGKILL to every process below pid. The children of a process
// are listed before it dies: what it starts in between becomes the child of the
// nearest subreaper and is met on the next round. It counts those that
// may not be killed, for they became another user (sudo), and the others.
func (t *tree) killBelow(pid int) (refused, killed int) {
	todo := t.children(pid)
	for len(todo) > 0 {
		next := todo[len(todo)-1]
		todo = append(todo[:len(todo)-1], t.children(next)...)
		if kill(next, syscall.SIGKILL) == syscall.EPERM {
			refused++
		} else {
			killed++
		}
	}
	return refused, killed
}

// kill signals one process, and never a group, init or everything.
func kill(pid int, sig syscall.Signal) error {
	if pid <= 1 {
		return syscall.EPERM
	}
	return syscall.Kill(pid, sig)
}
