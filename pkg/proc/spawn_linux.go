//go:build linux && !usher_direct

package proc

import (
	"strconv"
	"syscall"
)

// oneProcessor is the whole environment of a reaper: the Go runtime starts less
// for it, and looks less often whether somebody wants to run.
const oneProcessor = "GOMAXPROCS=1"

// spawn starts a reaper process: no environment of ours, no descriptors but its
// end of the control socket and the pipes of a child that lives on, the root
// directory. It stays in usher's session but in a group of its own: a Ctrl-C is
// usher's to handle, and a process of usher's session is told from a child's
// orphan (destroy). control is our end of the socket; both ends do not block.
func spawn(program Program, pipes ...int) (pid, control int, why string) {
	ends, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC|syscall.SOCK_NONBLOCK, 0)
	if err != nil {
		return 0, -1, "the reaper could not be reached: " + errnoWords(errnoOf(err))
	}
	null, err := syscall.Open("/dev/null", syscall.O_RDWR|syscall.O_CLOEXEC, 0)
	if err == nil {
		n := uintptr(null)
		argv := append([]string{program.Path}, program.Args...)
		files := []uintptr{n, n, n, uintptr(ends[1])}
		argv = append(argv, controlArg+strconv.Itoa(len(files)-1))
		if len(pipes) > 0 {
			argv = append(argv, pipesArg+strconv.Itoa(len(files)))
		}
		for _, fd := range pipes {
			files = append(files, uintptr(fd))
		}
		pid, err = syscall.ForkExec(program.Path, argv, &syscall.ProcAttr{
			Dir: "/", Env: []string{oneProcessor}, Files: files, Sys: &syscall.SysProcAttr{Setpgid: true},
		})
		closeFd(&null)
	}
	closeFd(&ends[1])
	if err != nil {
		closeFd(&ends[0])
		return 0, -1, "the reaper " + program.Path + " could not be started: " + errnoWords(errnoOf(err))
	}
	return pid, ends[0], ""
}
