//go:build unix && !linux

package wire

import "syscall"

// NoDump keeps the memory of this process off the disk (SPEC Q11): it leaves no
// core when it dies, nor do its children.
func NoDump() { _ = syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{}) }
