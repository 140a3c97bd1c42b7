//go:build unix

package tiers

import (
	"io/fs"
	"os"
	"syscall"
)

func isMine(st fs.FileInfo) bool {
	sys, ok := st.Sys().(*syscall.Stat_t)
	return ok && int(sys.Uid) == os.Geteuid()
}
