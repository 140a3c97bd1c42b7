package launch

import (
	"golang.org/x/sys/unix"

	"usher/pkg/sandbox"
)

// restrict takes everything away from this thread that the server must not have,
// in the order in which each step still may: capabilities, new privileges, the
// file system, system calls. The caller holds the thread, and forks or executes
// from it. For a supervised plan the filter's listener goes to listener.
func restrict(p sandbox.Plan, listener chan<- int) error {
	if err := dropCapabilities(); err != nil {
		return err
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return failed(stepCaps, "no_new_privs", err)
	}
	if err := landlock(p); err != nil {
		return err
	}
	fd, err := installFilter(p)
	if err == nil && fd >= 0 {
		listener <- fd
	}
	return err
}

// become executes the server in place of this process.
func become(p sandbox.Plan) error {
	if err := unix.Chdir(p.Dir); err != nil {
		return failed(stepExec, p.Dir, err)
	}
	return failed(stepExec, p.Program, unix.Exec(p.Program, append([]string{p.Argv0}, p.Args...), p.Env))
}
