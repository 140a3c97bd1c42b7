//go:build linux && !usher_direct

package proc

import (
	"strconv"
	"strings"
	"syscall"
)

// controlArg is the argument that tells a reaper the number of its control
// descriptor. It is never guessed: an inherited descriptor 3 is something else's.
// pipesArg tells the first of the three pipes of a child that lives on.
const (
	controlArg = "control="
	pipesArg   = "pipes="
)

// takeDescriptors reads the arguments; false: they are not usher's.
func (r *reaper) takeDescriptors(args []string) bool {
	if len(args) != 1 && len(args) != 2 {
		return false
	}
	var ok bool
	if r.ctl.fd, ok = numbered(args[0], controlArg, syscall.S_IFSOCK); !ok || len(args) == 1 {
		return ok
	}
	first, ok := numbered(args[1], pipesArg, syscall.S_IFIFO)
	for i := range r.pipes {
		r.pipes[i] = first + i
	}
	return ok && isKind(first+1, syscall.S_IFIFO) && isKind(first+2, syscall.S_IFIFO)
}

// numbered is the descriptor that an argument names, when it is of that kind.
func numbered(arg, prefix string, kind uint32) (fd int, ok bool) {
	if !strings.HasPrefix(arg, prefix) {
		return -1, false
	}
	fd, err := strconv.Atoi(arg[len(prefix):])
	return fd, err == nil && fd >= 3 && isKind(fd, kind)
}

func isKind(fd int, kind uint32) bool {
	var st syscall.Stat_t
	return syscall.Fstat(fd, &st) == nil && uint32(st.Mode)&syscall.S_IFMT == kind
}
