package launch

import "golang.org/x/sys/unix"

// changesHere are older spellings of changesOfFiles that only this processor has.
var changesHere = [...]uintptr{
	unix.SYS_CHMOD, unix.SYS_CHOWN, unix.SYS_LCHOWN, unix.SYS_UTIME, unix.SYS_UTIMES, unix.SYS_FUTIMESAT,
}
