//go:build unix && (!linux || usher_direct)

package proc

import (
	"os"
	"os/exec"
	"syscall"
)

// group is the child's process group: all that can be found of its tree here.
type group struct{ id int }

func (*group) prepare(cmd *exec.Cmd)  { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
func (g *group) joined(cmd *exec.Cmd) { g.id = cmd.Process.Pid }
func (*group) leave()                 {}

// ask sends the polite signal; it reports whether to wait for an answer.
func (g *group) ask() bool {
	_ = syscall.Kill(-g.id, syscall.SIGTERM)
	_ = syscall.Kill(-g.id, syscall.SIGCONT)
	return true
}

// kill ends every process of the group. Its number is not anybody else's as
// long as one of them lives; when none does, there is nothing to kill.
func (g *group) kill() { _ = syscall.Kill(-g.id, syscall.SIGKILL) }

func startWhy(s Spec, err error) string {
	errno, ok := innermost(err).(syscall.Errno)
	if !ok {
		errno = syscall.EINVAL
	}
	return whyNot(s, errno)
}

func endOf(res *Result, state *os.ProcessState) {
	status, ok := state.Sys().(syscall.WaitStatus)
	if ok && status.Signaled() {
		res.Ending, res.Signal = Killed, signalName(status.Signal())
		return
	}
	res.Code = state.ExitCode()
}
