package wire

import "syscall"

// NoDump keeps the memory of this process off the disk (SPEC Q11): it leaves no
// core when it dies, and no other process of the same user may read it. Its
// children leave no core file either, but must see to the rest themselves.
func NoDump() {
	_ = syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{})
	_, _, _ = syscall.RawSyscall(syscall.SYS_PRCTL, syscall.PR_SET_DUMPABLE, 0, 0)
}
