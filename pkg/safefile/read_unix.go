//go:build unix

package safefile

import (
	"path/filepath"

	"golang.org/x/sys/unix"
)

// Read is the content of one file below the root, by its slash-separated name.
// No component may be a link; the file must be regular, who's, not writable by
// others and at most max bytes (0: DefaultMax), all seen on the open handle; it
// is read once. An absent file, or one below an absent folder, is fs.ErrNotExist;
// any other error is a *fault.Error naming the full path and why, whose Problem
// has one of the rules file/link, file/not-regular, file/too-large, file/owner,
// file/mode, file/denied, file/name, file/io.
func (r *Root) Read(name string, max int64) ([]byte, error) {
	data, _, err := r.read(name, max)
	return data, err
}

// read is Read with what fstat said of the file.
func (r *Root) read(name string, max int64) ([]byte, unix.Stat_t, error) {
	if max <= 0 {
		max = DefaultMax
	}
	names, err := components(r.path, name)
	if err != nil {
		return nil, unix.Stat_t{}, err
	}
	dir, path, err := r.walk(names[:len(names)-1])
	if err != nil {
		return nil, unix.Stat_t{}, err
	}
	defer r.leave(dir)
	last := names[len(names)-1]
	path = below(path, last)
	fd, st, err := openAt(dir, last, unix.O_RDONLY|unix.O_NONBLOCK|unix.O_NOCTTY|unix.O_NOFOLLOW)
	if err != nil {
		return nil, st, unopened(dir, last, path, aFile, r.who, err)
	}
	defer func() { _ = unix.Close(fd) }()
	if err := r.readable(dir, last, path, st, max); err != nil {
		return nil, st, err
	}
	data, err := drain(fd, path, st.Size, max)
	return data, st, err
}

func (r *Root) readable(dir int, name, path string, st unix.Stat_t, max int64) error {
	if !isRegular(st) {
		return misplaced(path, st, aFile)
	}
	if err := spelled(dir, path, name); err != nil {
		return err
	}
	if err := checked(path, aFile, st, r.who); err != nil {
		return err
	}
	if st.Size > max {
		return tooLarge(path, st.Size, max)
	}
	return nil
}

// usual is room for most definition files: one size for all of them is less work
// for the allocator, in a process that reads a handful and ends, than one each.
const usual = 1 << 10

// drain reads an open regular file to its end, never more than max+1 bytes.
func drain(fd int, path string, size, max int64) ([]byte, error) {
	room := size + 1
	if room < usual {
		room = usual
	}
	data := make([]byte, 0, room)
	for {
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
		var n int
		err := retry(func() (err error) { n, err = unix.Read(fd, data[len(data):cap(data)]); return err })
		if err != nil {
			return nil, failedIO(path, aFile, "cannot be read", err)
		}
		if n == 0 {
			return data, nil
		}
		data = data[:len(data)+n]
		if int64(len(data)) > max {
			return nil, tooLarge(path, 0, max)
		}
	}
}

// openAt opens a name in a folder and looks at what it opened. The descriptor is
// -1 on an error.
func openAt(dir int, name string, flags int) (fd int, st unix.Stat_t, err error) {
	err = retry(func() (err error) { fd, err = unix.Openat(dir, name, flags|unix.O_CLOEXEC, 0); return err })
	if err != nil {
		return -1, st, err
	}
	if err := retry(func() error { return unix.Fstat(fd, &st) }); err != nil {
		_ = unix.Close(fd)
		return -1, st, err
	}
	return fd, st, nil
}

// unopened says why a name in a folder could not be opened as what it should
// be. The look is made after the fact and only words the error.
func unopened(dir int, name, path string, what thing, who Owner, err error) error {
	if err == unix.ENOENT {
		return absent(path)
	}
	return unopenable(dir, name, path, what, who, err)
}

func unopenable(dir int, name, path string, what thing, who Owner, err error) error {
	var st unix.Stat_t
	look := retry(func() error { return unix.Fstatat(dir, name, &st, unix.AT_SYMLINK_NOFOLLOW) })
	if look == unix.EACCES {
		hint, above := "", filepath.Dir(path)
		if lstat(above, &st) == nil {
			hint = denied(above, aFolder, st, who, "x", err).Hints[0]
		}
		return fail(path, what, ruleDenied, "cannot be opened: permission denied", hint, err)
	}
	if look != nil {
		return failedIO(path, what, "cannot be opened", err)
	}
	switch {
	case isLink(st):
		target, _ := readlink(dir, name)
		return linked(path, target, what)
	case what == aFolder && !isDir(st), what == aFile && !isRegular(st):
		return misplaced(path, st, what)
	case (err == unix.EACCES || err == unix.EPERM) && what == aFolder:
		return denied(path, what, st, who, "rx", err)
	case err == unix.EACCES || err == unix.EPERM:
		return denied(path, what, st, who, "r", err)
	}
	return failedIO(path, what, "cannot be opened", err)
}

// readlink is where a link points, as it is written.
func readlink(dir int, name string) (target string, err error) {
	buf := make([]byte, unix.PathMax)
	var n int
	err = retry(func() (err error) { n, err = unix.Readlinkat(dir, name, buf); return err })
	if err != nil {
		return "", err
	}
	return string(buf[:n]), nil
}
