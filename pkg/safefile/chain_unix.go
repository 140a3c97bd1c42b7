//go:build unix

package safefile

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"
)

// chained is a chained file, locked.
type chained struct {
	fd   int
	st   unix.Stat_t
	path string
}

func (c chained) close() { _ = unix.Close(c.fd) }

func (r *Root) chain(ctx context.Context, name string, until time.Time, next Next) error {
	c, err := r.lockChain(ctx, name, unix.O_CREAT, until)
	if err != nil {
		return err
	}
	defer c.close()
	data, err := c.next(next)
	if err != nil {
		return err
	}
	return c.write(data)
}

func (r *Root) turn(ctx context.Context, name, older string, until time.Time, next Next) error {
	c, err := r.lockChain(ctx, name, 0, until)
	if err != nil {
		return err
	}
	defer c.close()
	data, err := c.next(next)
	if err != nil {
		return err
	}
	var st unix.Stat_t
	if err := unix.Fstatat(r.fd, older, &st, unix.AT_SYMLINK_NOFOLLOW); err != unix.ENOENT {
		return fail(filepath.Join(r.path, older), aFile, ruleIO, "stands there already, and is not written over", "", err)
	}
	if err := retry(func() error { return unix.Renameat(r.fd, name, r.fd, older) }); err != nil {
		return failedIO(c.path, aFile, "cannot be moved to "+older, err)
	}
	fd, err := unix.Openat(r.fd, name, appendFlags|unix.O_EXCL|unix.O_CLOEXEC, 0o600)
	if err != nil {
		return failedIO(c.path, aFile, "was moved to "+older+", and no new one can be made", err)
	}
	begun := chained{fd: fd, path: c.path}
	defer begun.close()
	if int(c.st.Uid) != os.Geteuid() || int(c.st.Gid) != os.Getegid() {
		if err := unix.Fchown(fd, int(c.st.Uid), int(c.st.Gid)); err != nil {
			return failedIO(c.path, aFile, "was begun anew, and cannot be given its owner", err)
		}
	}
	if err := unix.Fchmod(fd, uint32(c.st.Mode)&0o777); err != nil {
		return failedIO(c.path, aFile, "was begun anew, and cannot be given its mode", err)
	}
	return begun.write(data)
}

// lockChain opens a chained file, checks it and locks it. One that was moved away
// meanwhile is opened again.
func (r *Root) lockChain(ctx context.Context, name string, create int, until time.Time) (chained, error) {
	c := chained{path: filepath.Join(r.path, name)}
	for {
		fd, err := r.openChain(&c, name, create)
		if err != nil {
			return c, err
		}
		err = retry(func() error { return unix.Flock(fd, unix.LOCK_EX|unix.LOCK_NB) })
		var named unix.Stat_t
		if err == nil {
			err = retry(func() error { return unix.Fstatat(r.fd, name, &named, unix.AT_SYMLINK_NOFOLLOW) })
			if err == nil && identify(named) == identify(c.st) {
				err = retry(func() error { return unix.Fstat(fd, &c.st) }) // others wrote since it was opened
			} else if err == nil || err == unix.ENOENT {
				err = unix.EWOULDBLOCK
			}
		}
		if err == nil {
			c.fd = fd
			return c, nil
		}
		_ = unix.Close(fd)
		if err != unix.EWOULDBLOCK {
			return c, failedIO(c.path, aFile, "cannot be locked", err)
		}
		if err := waited(ctx, c.path, until); err != nil {
			return c, err
		}
	}
}

func (r *Root) openChain(c *chained, name string, create int) (fd int, err error) {
	flags := unix.O_RDWR | unix.O_APPEND | unix.O_NONBLOCK | unix.O_NOCTTY | unix.O_NOFOLLOW | unix.O_CLOEXEC | create
	err = retry(func() (err error) { fd, err = unix.Openat(r.fd, name, flags, 0o600); return err })
	if err != nil {
		return -1, unopened(r.fd, name, c.path, aFile, r.who, err)
	}
	if err = retry(func() error { return unix.Fstat(fd, &c.st) }); err != nil {
		err = failedIO(c.path, aFile, "cannot be looked at", err)
	} else if !isRegular(c.st) {
		err = misplaced(c.path, c.st, aFile)
	} else if c.st.Nlink > 1 {
		err = namedTwice(c.path)
	} else if err = ownedBy(c.path, aFile, c.st, r.who, false); err == nil && (c.st.Uid != 0 || uint32(c.st.Mode)&unix.S_IWOTH != 0) {
		err = unwritable(c.path, aFile, c.st, r.who)
	}
	if err != nil {
		_ = unix.Close(fd)
		return -1, err
	}
	return fd, nil
}

// next is what is added, made of the file's end.
func (c chained) next(next Next) ([]byte, error) {
	tail := make([]byte, min(c.st.Size, chainTail))
	n := 0
	err := retry(func() (err error) { n, err = unix.Pread(c.fd, tail, c.st.Size-int64(len(tail))); return err })
	if err == nil && n < len(tail) {
		err = unix.EIO
	}
	if err != nil {
		return nil, failedIO(c.path, aFile, "cannot be read", err)
	}
	return next(tail, c.st.Size)
}

func (c chained) write(data []byte) error {
	n := 0
	err := retry(func() (err error) { n, err = unix.Write(c.fd, data); return err })
	if err == nil && n < len(data) {
		err = unix.ENOSPC
	}
	if err != nil {
		return failedIO(c.path, aFile, "cannot be written to", err)
	}
	return nil
}
