//go:build unix

package safefile

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/sys/unix"

	"usher/pkg/fault"
)

// Private makes a folder, and the folders above it that do not exist, with mode
// 0700 whatever the umask, or checks one that exists: it must belong to the
// person who runs this, not to root instead, and be writable by nobody else
// (SPEC L4). It may be reached through a link. A folder that fails the check is
// an error of Kind Refused whose hint is the command to run.
func Private(dir string) error {
	at, err := resolve(dir, Self)
	if err == nil && len(at.missing) > 0 {
		if err = makeAll(at.path, at.missing); err == nil {
			at, err = resolve(dir, Self)
		}
	}
	if err == nil {
		err = ours(at)
	}
	return refused(err)
}

func ours(at resolved) error {
	if !isDir(at.st) {
		return notFolder(at.path, at.st)
	}
	if us := os.Geteuid(); int(at.st.Uid) != us && at.st.Uid == 0 {
		return fail(at.path, aFolder, ruleOwner, "belongs to root, not to you", "if it should be yours: sudo chown -R "+strconv.Itoa(us)+" "+quote(at.path), nil)
	}
	if err := checked(at.path, aFolder, at.st, Self); err != nil {
		return err
	}
	if uint32(at.st.Mode)&unix.S_IRWXU != unix.S_IRWXU {
		return denied(at.path, aFolder, at.st, Self, "rwx", unix.EACCES)
	}
	return nil
}

// makeAll makes the folders of names below parent, which nobody else can change.
func makeAll(parent string, names []string) error {
	for _, name := range names {
		path := filepath.Join(parent, name)
		err := os.Mkdir(path, 0o700)
		switch {
		case errors.Is(err, os.ErrExist): // another usher was faster; it is checked like any other
		case err != nil:
			return failedIO(path, aFolder, "cannot be made", err)
		default:
			if err := os.Chmod(path, 0o700); err != nil {
				return failedIO(path, aFolder, "cannot be made private", err)
			}
			if err := syncFolder(unix.AT_FDCWD, parent); err != nil {
				return err
			}
		}
		parent = path
	}
	return nil
}

// syncFolder makes the names in a folder durable. A file system that cannot
// sync folders is left to itself, and so is a folder that may not be read.
func syncFolder(dir int, path string) error {
	fd, _, err := openAt(dir, path, unix.O_RDONLY|unix.O_DIRECTORY)
	if err == unix.EACCES {
		return nil
	}
	if err != nil {
		return failedIO(path, aFolder, "cannot be opened to be synced", err)
	}
	defer func() { _ = unix.Close(fd) }()
	err = retry(func() error { return unix.Fsync(fd) })
	if err != nil && err != unix.EINVAL && err != unix.ENOTSUP {
		return failedIO(path, aFolder, "is not confirmed by the disk", err)
	}
	return nil
}

// refused makes the errors of a check refusals; what the system said stays a
// failure.
func refused(err error) error {
	var e *fault.Error
	if errors.As(err, &e) && e.Problems[0].Rule != ruleIO {
		e.Kind = fault.Refused
	}
	return err
}
