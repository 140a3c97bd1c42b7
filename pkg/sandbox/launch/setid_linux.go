package launch

import "golang.org/x/sys/unix"

// givesMode is a call that gives a file its mode: the number of that argument, and
// the flag of the argument before it without which the kernel does not look at it.
type givesMode struct {
	call uintptr
	mode int
	with uint32
}

// tmpfile is what O_TMPFILE is beside O_DIRECTORY.
const tmpfile = unix.O_TMPFILE &^ unix.O_DIRECTORY

var giveModes = [...]givesMode{
	{unix.SYS_FCHMOD, 1, 0}, {unix.SYS_FCHMODAT, 2, 0}, {unix.SYS_FCHMODAT2, 2, 0}, {unix.SYS_MKNODAT, 2, 0},
	{unix.SYS_OPENAT, 3, unix.O_CREAT}, {unix.SYS_OPENAT, 3, tmpfile},
}

// refuseSetID refuses every way of making a file that gives its starter the rights
// of the person, or of the group: inside it gives nothing, but another user of the
// computer could start it outside, where it lies in a folder that was given. openat2
// has its mode behind a pointer, and is unknown here.
func refuseSetID(f *program) {
	for _, list := range [...][]givesMode{giveModes[:], giveModesHere[:]} {
		for _, g := range list {
			for _, bit := range [...]uint32{unix.S_ISUID, unix.S_ISGID} {
				conditions := []condition{{g.mode, bit, bit}}
				if g.with != 0 {
					conditions = append(conditions, condition{g.mode - 1, g.with, g.with})
				}
				f.when(g.call, conditions, refusal(unix.EPERM))
			}
		}
	}
	f.call(unix.SYS_OPENAT2, refusal(unix.ENOSYS))
}
