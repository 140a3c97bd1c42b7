//go:build unix && !linux

package safefile

import (
	"os"

	"golang.org/x/sys/unix"
)

// folderFlags open a folder to walk through.
const folderFlags = unix.O_RDONLY | unix.O_DIRECTORY | unix.O_NOFOLLOW | unix.O_NONBLOCK

// unmapped: only Linux has user namespaces.
func unmapped(uint32) bool { return false }

// hasACL: access lists of these systems do not show in the mode and are not
// looked at.
func hasACL(string) bool { return false }

// spelled refuses a name that the disk spells otherwise: these disks are often
// blind to case, and Hooks.json must not stand in for hooks.json.
func spelled(dir int, path, name string) error {
	fd, _, err := openAt(dir, ".", unix.O_RDONLY|unix.O_DIRECTORY)
	if err != nil {
		return failedIO(path, aFile, "cannot be looked up in its folder", err)
	}
	f := os.NewFile(uintptr(fd), path)
	defer func() { _ = f.Close() }()
	return exactly(f, path, name)
}
