//go:build unix

package proc

import "syscall"

// apart is a session of its own: no terminal's hang-up and no signal to the
// caller's process group reaches it.
func apart() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }
