//go:build unix

package safefile

import (
	"errors"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// Administrator reports whether this process may write the machine's folder.
func Administrator() bool { return os.Geteuid() == 0 }

// ForEverybody makes a folder of the administrator's, and the folders above it that
// do not exist, with mode 0755 whatever the umask, or checks one that exists: it
// and what lies above it must be root's, writable by nobody else, and readable by
// everybody (SPEC L2). A folder that fails the check is an error of Kind Refused
// whose hint is the command to run.
func ForEverybody(dir string) error {
	at, err := resolve(dir, Machine)
	if err == nil && len(at.missing) > 0 {
		parent := at.path
		for _, name := range at.missing {
			if parent, err = makeOpen(parent, name); err != nil {
				return refused(err)
			}
		}
		at, err = resolve(dir, Machine)
	}
	if err == nil && !isDir(at.st) {
		err = notFolder(at.path, at.st)
	}
	if err == nil {
		err = checked(at.path, aFolder, at.st, Machine)
	}
	if err == nil {
		err = Legible(at.path)
	}
	return refused(err)
}

// makeOpen makes one folder that everybody may read; another usher may be faster.
func makeOpen(parent, name string) (string, error) {
	path := filepath.Join(parent, name)
	switch err := os.Mkdir(path, 0o755); {
	case errors.Is(err, os.ErrExist):
		return path, nil
	case err != nil:
		return "", failedIO(path, aFolder, "cannot be made", err)
	}
	if err := os.Chmod(path, 0o755); err != nil {
		return "", failedIO(path, aFolder, "cannot be opened to everybody", err)
	}
	return path, syncFolder(unix.AT_FDCWD, parent)
}
