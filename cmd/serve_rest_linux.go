package cmd

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// dontNeed is MADV_DONTNEED.
const dontNeed = 4

// leaveProgram lets go of the pages of the program itself, which are in memory for
// everybody and come back when they are used: most were for the start only. A mapping that
// is or was written to, or holds a page of its own, is left alone.
func leaveProgram() {
	self, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return
	}
	maps, err := os.Open("/proc/self/smaps")
	if err != nil {
		return
	}
	defer func() { _ = maps.Close() }()
	var from, to uint64
	lines := bufio.NewScanner(maps)
	for lines.Scan() {
		f := strings.Fields(lines.Text())
		switch {
		case len(f) >= 5 && strings.Contains(f[0], "-"):
			from, to = 0, 0
			if len(f) == 6 && f[5] == self && strings.HasPrefix(f[1], "r-") && strings.HasSuffix(f[1], "p") {
				a, b, _ := strings.Cut(f[0], "-")
				from, _ = strconv.ParseUint(a, 16, 64)
				to, _ = strconv.ParseUint(b, 16, 64)
			}
		case len(f) == 3 && f[0] == "Anonymous:" && f[1] == "0" && to > from:
			_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, uintptr(from), uintptr(to-from), dontNeed) // else they stay
		}
	}
}
