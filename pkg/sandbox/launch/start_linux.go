package launch

import (
	"syscall"

	"golang.org/x/sys/unix"

	"usher/pkg/sandbox"
)

// start starts the first stage inside, with the plan in its descriptor planFd.
//
// Whether somebody can answer for a plan that needs it is asked before anything
// of it is made (SPEC B5).
func (k *keeper) start() error {
	if err := supervisable(k.plan); err != nil {
		return failed(stepSupervise, "", err)
	}
	path, argv, attr, err := opening(k.plan)
	if err != nil {
		return err
	}
	file, err := planFile(k.plan)
	if err != nil {
		return failed(stepPlan, "", err)
	}
	defer unix.Close(file)
	ours, theirs, err := newLink()
	if err != nil {
		return failed(stepNamespaces, "", err)
	}
	defer unix.Close(theirs)
	attr.Dir, attr.Files = "/", []uintptr{0, 1, 2, uintptr(theirs), uintptr(file)}
	if k.plan.Tier == sandbox.TierBubblewrap {
		defer holdPolite()()
	}
	k.talk = link{ours}
	if k.pid, err = syscall.ForkExec(path, argv, attr); err != nil {
		return failed(stepNamespaces, "", err)
	}
	// The plan holds the server's secrets: no core of this process (SPEC Q11). Not
	// earlier, for what is forked from one like that cannot be given its user.
	return failed(stepNamespaces, "", unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0))
}

// opening is the program that builds the sandbox of a tier, which is this one
// again but for bubblewrap's.
func opening(p sandbox.Plan) (path string, argv []string, attr *syscall.ProcAttr, err error) {
	const self = "/proc/self/exe"
	attr = &syscall.ProcAttr{Sys: &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}}
	switch p.Tier {
	case sandbox.TierNamespaces:
		attr.Sys = namespaces(p)
		return self, []string{"usher-run", initWord}, attr, nil
	case sandbox.TierBubblewrap:
		argv, err := bubblewrapped(p)
		return p.Bubblewrap, argv, attr, err
	case sandbox.TierLandlock:
		return self, []string{"usher-run", innerWord}, attr, withoutNamespaces(p)
	case sandbox.TierNone, sandbox.TierSeatbelt:
	}
	return "", nil, nil, failed(stepPlan, "", sandbox.ErrPlan)
}
