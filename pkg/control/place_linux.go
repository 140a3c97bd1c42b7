package control

import (
	"os"
	"strconv"
)

// shorter reaches a socket through its folder, held open.
func shorter(dir, name string) (path string, let func(), ok bool) {
	f, err := os.Open(dir)
	if err != nil {
		return "", nil, false
	}
	path = "/proc/self/fd/" + strconv.Itoa(int(f.Fd())) + "/" + name
	if _, err := os.Stat("/proc/self/fd"); err != nil || len(path) > mostPath {
		_ = f.Close()
		return "", nil, false
	}
	return path, func() { _ = f.Close() }, true
}
