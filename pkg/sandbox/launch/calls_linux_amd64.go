package launch

import "golang.org/x/sys/unix"

const (
	nativeArch = unix.AUDIT_ARCH_X86_64
	x32Bit     = 0x40000000
)

// refusedHere are calls that only this processor has.
var refusedHere = [...]uintptr{
	unix.SYS_IOPL, unix.SYS_IOPERM, unix.SYS_USELIB, unix.SYS_USTAT, unix.SYS_SYSFS, unix.SYS_CREATE_MODULE,
	unix.SYS_GET_KERNEL_SYMS, unix.SYS_QUERY_MODULE, unix.SYS__SYSCTL,
}

// giveModesHere give a file its mode, and only this processor has them.
var giveModesHere = [...]givesMode{
	{unix.SYS_CHMOD, 1, 0}, {unix.SYS_CREAT, 1, 0}, {unix.SYS_MKNOD, 1, 0}, {unix.SYS_OPEN, 2, unix.O_CREAT}, {unix.SYS_OPEN, 2, tmpfile},
}
