//go:build unix

package safefile

import (
	"os"
	"path/filepath"
	"sync"

	"golang.org/x/sys/unix"
)

// Root is a folder held open. Its methods do not change it and may be used by
// several goroutines; Close ends them all.
type Root struct {
	path string
	fd   int
	who  Owner
	id   identity
	once sync.Once
}

// identity is what makes two looks at a file the same file.
type identity struct{ dev, ino uint64 }

func identify(st unix.Stat_t) identity { return identity{uint64(st.Dev), uint64(st.Ino)} }

// OpenRoot opens a folder by its absolute path. The folder may be reached
// through links; every folder and link on the way, and the folder itself on its
// handle, must be who's. An absent one is fs.ErrNotExist; a link that leads
// nowhere is not absent but an error. Other errors are *fault.Error, as Read's.
func OpenRoot(path string, who Owner) (*Root, error) {
	at, err := resolve(path, who)
	if err != nil {
		return nil, err
	}
	if len(at.missing) > 0 {
		return nil, absent(path)
	}
	if !isDir(at.st) {
		return nil, notFolder(at.path, at.st)
	}
	fd, st, err := openAt(unix.AT_FDCWD, at.path, folderFlags)
	if err != nil {
		return nil, unopened(unix.AT_FDCWD, at.path, at.path, aFolder, who, err)
	}
	r := &Root{path: at.path, fd: fd, who: who, id: identify(st)}
	if r.id != identify(at.st) {
		_ = r.Close()
		return nil, changed(at.path, aFolder)
	}
	if err := checked(at.path, aFolder, st, who); err != nil {
		_ = r.Close()
		return nil, err
	}
	return r, nil
}

// Path is the folder's real path, as it was when it was opened.
func (r *Root) Path() string { return r.path }

// Close lets the folder go; a second Close does nothing.
func (r *Root) Close() (err error) {
	r.once.Do(func() { err = unix.Close(r.fd) })
	return err
}

// Folder opens a folder below the root as a root of its own, checked on the way
// as Read's folders are, for Read and Names: many files of one folder are read
// without walking there for each. An absent one is fs.ErrNotExist.
func (r *Root) Folder(name string) (*Root, error) {
	names, err := components(r.path, name)
	if err != nil {
		return nil, err
	}
	fd, path, err := r.walk(names)
	if err != nil {
		return nil, err
	}
	var st unix.Stat_t
	if err := retry(func() error { return unix.Fstat(fd, &st) }); err != nil {
		r.leave(fd)
		return nil, failedIO(path, aFolder, "cannot be looked at", err)
	}
	return &Root{path: path, fd: fd, who: r.who, id: identify(st)}, nil
}

// Names are the entries of a folder below the root ("" or "." for the root
// itself), in byte order, without "." and "..". More than max (0: 2000) is an
// error, not a cut list.
func (r *Root) Names(dir string, max int) ([]string, error) {
	if max <= 0 {
		max = defaultNames
	}
	fd, path, err := r.folder(dir)
	if err != nil {
		return nil, err
	}
	defer r.leave(fd)
	list, st, err := openAt(fd, ".", unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NONBLOCK)
	if err != nil {
		if err == unix.EACCES {
			return nil, denied(path, aFolder, st, r.who, "r", err)
		}
		return nil, failedIO(path, aFolder, "cannot be listed", err)
	}
	f := os.NewFile(uintptr(list), path)
	defer func() { _ = f.Close() }()
	return listed(f, path, max)
}

// folder opens a folder below the root; leave takes what it gives.
func (r *Root) folder(dir string) (fd int, path string, err error) {
	if dir == "" || dir == "." {
		return r.fd, r.path, nil
	}
	names, err := components(r.path, dir)
	if err != nil {
		return -1, "", err
	}
	return r.walk(names)
}

// walk opens the folders of names one after the other, each checked on its
// handle. The descriptor is the root's own where names is empty.
func (r *Root) walk(names []string) (fd int, path string, err error) {
	fd, path = r.fd, r.path
	for _, name := range names {
		path = filepath.Join(path, name)
		next, st, err := openAt(fd, name, folderFlags)
		if err != nil {
			err = unopened(fd, name, path, aFolder, r.who, err)
		} else {
			err = spelled(fd, path, name)
		}
		r.leave(fd)
		if err == nil {
			err = checked(path, aFolder, st, r.who)
		}
		if err != nil {
			r.leave(next)
			return -1, "", err
		}
		fd = next
	}
	return fd, path, nil
}

func (r *Root) leave(fd int) {
	if fd >= 0 && fd != r.fd {
		_ = unix.Close(fd)
	}
}
