//go:build linux && !usher_direct

package proc

// keepOwn keeps descriptors that whoever started us left open from going on to
// a program that outlives us.
func keepOwn() { closeOnExec() }
