//go:build unix

package needs

import (
	"io/fs"
	"os"
	"syscall"
)

// mine reports a file whose owner this process is.
func mine(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return !ok || int(st.Uid) == os.Geteuid()
}
