//go:build unix

package safefile

import (
	"path/filepath"

	"golang.org/x/sys/unix"
)

const appendFlags = unix.O_RDWR | unix.O_APPEND | unix.O_CREAT | unix.O_NONBLOCK | unix.O_NOCTTY | unix.O_NOFOLLOW

// extend appends to a file of the root; the lock is held.
func (r *Root) extend(name string, c Change, data []byte) error {
	path := filepath.Join(r.path, name)
	fd, st, err := r.openToAppend(name, path)
	if err != nil {
		return err
	}
	if st.Size > 0 && st.Size+int64(len(data)) > c.Max {
		err = retry(func() error { return unix.Renameat(r.fd, name, r.fd, rotated(name)) })
		_ = unix.Close(fd)
		if err != nil {
			return failedIO(path, aFile, "cannot be moved to "+rotated(name), err)
		}
		if fd, st, err = r.openToAppend(name, path); err != nil {
			return err
		}
	}
	defer func() { _ = unix.Close(fd) }()
	if torn(fd, st.Size) {
		data = append([]byte{'\n'}, data...)
	}
	n := 0
	err = retry(func() (err error) { n, err = unix.Write(fd, data); return err })
	if err == nil && n < len(data) {
		err = unix.ENOSPC
	}
	if err != nil {
		return failedIO(path, aFile, "cannot be written to", err)
	}
	return nil
}

func (r *Root) openToAppend(name, path string) (fd int, st unix.Stat_t, err error) {
	err = retry(func() (err error) {
		fd, err = unix.Openat(r.fd, name, appendFlags|unix.O_CLOEXEC, 0o600)
		return err
	})
	if err != nil {
		return -1, st, unopened(r.fd, name, path, aFile, r.who, err)
	}
	if err = retry(func() error { return unix.Fstat(fd, &st) }); err != nil {
		err = failedIO(path, aFile, "cannot be looked at", err)
	} else if !isRegular(st) {
		err = misplaced(path, st, aFile)
	} else if err = checked(path, aFile, st, r.who); err == nil && st.Nlink > 1 {
		err = namedTwice(path)
	} else if err == nil {
		err = r.madePrivate(fd, path, st)
	}
	if err != nil {
		_ = unix.Close(fd)
		return -1, st, err
	}
	return fd, st, nil
}

func (r *Root) madePrivate(fd int, path string, st unix.Stat_t) error {
	if uint32(st.Mode)&0o777 == 0o600 {
		return nil
	}
	if err := retry(func() error { return unix.Fchmod(fd, 0o600) }); err != nil {
		return failedIO(path, aFile, "cannot be made private", err)
	}
	return nil
}

// torn reports a last line without its end.
func torn(fd int, size int64) bool {
	var last [1]byte
	if size == 0 {
		return false
	}
	n, err := unix.Pread(fd, last[:], size-1)
	return err == nil && n == 1 && last[0] != '\n'
}
