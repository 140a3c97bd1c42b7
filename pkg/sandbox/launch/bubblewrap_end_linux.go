package launch

import (
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// unwrapped tells that bwrap ended before anything ran in it. What it said itself
// is on standard error already, on the line before.
func unwrapped(status syscall.WaitStatus) int {
	text := "bubblewrap: it ended before the sandbox was built, with status " + strconv.Itoa(status.ExitStatus())
	if status.Signaled() {
		text = "bubblewrap: it was ended before the sandbox was built, by signal " + strconv.Itoa(int(status.Signal()))
	}
	return say(text)
}

// holdPolite keeps the polite signals from a program that this thread starts, and
// gives the function that undoes it here: bwrap would end by the first of them and
// take the server along, which is to end by itself. The inner step lets them in
// again (releasePolite).
func holdPolite() (undo func()) {
	set := politeSet()
	_ = unix.PthreadSigmask(unix.SIG_BLOCK, &set, nil)
	return func() { _ = unix.PthreadSigmask(unix.SIG_UNBLOCK, &set, nil) }
}

// releasePolite lets the polite signals reach this thread and what it becomes.
func releasePolite() {
	set := politeSet()
	_ = unix.PthreadSigmask(unix.SIG_UNBLOCK, &set, nil)
}

func politeSet() unix.Sigset_t {
	var set unix.Sigset_t
	for _, sig := range polite {
		set.Val[(sig-1)/64] |= 1 << ((sig - 1) % 64)
	}
	return set
}
