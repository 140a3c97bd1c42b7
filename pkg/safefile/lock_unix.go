//go:build unix

package safefile

import (
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// lockFlags open a lock file that prepareLock made; a link or a FIFO put in its
// place is not followed or waited for.
const lockFlags = unix.O_RDWR | unix.O_NOFOLLOW | unix.O_NONBLOCK | unix.O_CLOEXEC

// prepareLock makes the lock file, or checks the one there is, and gives it mode
// 0600: one made under an odd umask by a run that was killed heals here.
func (r *Root) prepareLock(name string) error {
	path := filepath.Join(r.path, name)
	fd, err := r.openLock(name)
	if err == unix.EACCES {
		var st unix.Stat_t
		err = retry(func() error { return unix.Fstatat(r.fd, name, &st, unix.AT_SYMLINK_NOFOLLOW) })
		if err == nil && isRegular(st) && int(st.Uid) == os.Geteuid() {
			_ = unix.Fchmodat(r.fd, name, 0o600, 0)
			fd, err = r.openLock(name)
		} else {
			err = unix.EACCES
		}
	}
	if err != nil {
		return unopened(r.fd, name, path, aFile, r.who, err)
	}
	defer func() { _ = unix.Close(fd) }()
	var st unix.Stat_t
	if err := retry(func() error { return unix.Fstat(fd, &st) }); err != nil {
		return failedIO(path, aFile, "cannot be looked at", err)
	}
	if !isRegular(st) {
		return misplaced(path, st, aFile)
	}
	if err := ownedBy(path, aFile, st, r.who, false); err != nil {
		return err
	}
	if uint32(st.Mode)&0o777 != 0o600 {
		if err := retry(func() error { return unix.Fchmod(fd, 0o600) }); err != nil {
			return failedIO(path, aFile, "cannot be made private", err)
		}
	}
	return nil
}

func (r *Root) openLock(name string) (fd int, err error) {
	err = retry(func() (err error) { fd, err = unix.Openat(r.fd, name, lockFlags|unix.O_CREAT, 0o600); return err })
	return fd, err
}
