package term

import "os"

// Controlling reports whether this process has a console to read from (SPEC A5).
func Controlling() bool {
	f, err := os.OpenFile("CONIN$", os.O_RDWR, 0)
	if err != nil {
		return false
	}
	_ = f.Close()
	return true
}

// controls reports whether a stream is a console; a process has one at most.
func controls(stream any) bool { return IsTerminal(stream) }
