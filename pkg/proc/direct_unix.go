//go:build unix && (!linux || usher_direct)

package proc

import (
	"os"
	"os/exec"
	"syscall"
	"time"
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

// end ends the group of a child that lives until Stop: the polite signal, then
// the last one until the system knows no such group.
func (g *group) end() {
	if !g.ask() || g.signalled(0, DefaultGrace) {
		return
	}
	g.signalled(syscall.SIGKILL, giveUpSlack)
}

// signalled sends a signal (0: none) again and again until nobody is there to get it.
func (g *group) signalled(sig syscall.Signal, limit time.Duration) bool {
	for end := time.Now().Add(limit); syscall.Kill(-g.id, sig) == nil; time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}

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
