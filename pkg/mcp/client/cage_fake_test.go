package client

import (
	"fmt"
	"os"
	"syscall"

	"usher/pkg/sandbox"
	"usher/pkg/sandbox/launch"
)

// fakeCage stands for the stages: it reads the plan from the begin of its input, as
// they do, and executes the server without a sandbox. A plan whose folder is
// /refuse is one that cannot be built.
func fakeCage() int {
	p, err := sandbox.ReadPlan(os.Stdin)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, launch.FailedWord+"plan: "+err.Error())
	case len(os.Environ()) > 0 || len(os.Args) != 2:
		fmt.Fprintln(os.Stderr, launch.FailedWord+"plan: something of the server stands outside it")
	case p.Dir == "/refuse":
		fmt.Fprintln(os.Stderr, launch.FailedWord+"mount: /x: operation not permitted")
	case p.Dir == "/imitate":
		fmt.Fprintln(os.Stderr, "I am a server")
	default:
		err = syscall.Exec(p.Program, append([]string{p.Argv0}, p.Args...), p.Env)
		fmt.Fprintln(os.Stderr, launch.FailedWord+"exec: "+p.Program+": "+err.Error())
	}
	return launch.FailedStatus
}
