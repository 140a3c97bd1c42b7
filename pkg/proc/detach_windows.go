package proc

import (
	"syscall"

	"golang.org/x/sys/windows"
)

// apart has no console of the caller's and no group of its signals.
func apart() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{
		HideWindow: true, CreationFlags: windows.DETACHED_PROCESS | windows.CREATE_NEW_PROCESS_GROUP,
	}
}

// keepOwn: Windows hands on only what is named.
func keepOwn() {}
