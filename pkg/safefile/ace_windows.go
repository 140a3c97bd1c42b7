package safefile

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

// sidOf is whom an access entry is about: the identifier begins at SidStart.
func sidOf(ace *windows.ACCESS_ALLOWED_ACE) *windows.SID {
	return (*windows.SID)(unsafe.Pointer(&ace.SidStart))
}
