package launch

import "golang.org/x/sys/unix"

const (
	nativeArch = unix.AUDIT_ARCH_AARCH64
	x32Bit     = 0x40000000 // no call has such a number here
)

// refusedHere are calls that only this processor has.
var refusedHere = [...]uintptr{}

// giveModesHere give a file its mode, and only this processor has them.
var giveModesHere = [...]givesMode{}
