package launch

import (
	"errors"

	"golang.org/x/sys/unix"
)

// put puts one piece into the root.
func (r *root) put(p piece) (err error) {
	switch p.rank {
	case shown:
		err = r.show(p)
	case linked:
		err = r.link(p)
	case held:
		err = r.over(p.at, attrWrite)
	case fixed:
		err = r.over(p.at, attrRead)
	case hidden:
		err = r.hide(p.at)
	}
	return failed(stepMount, p.at, err)
}

// show attaches a mount to its place, which is made where it is missing.
func (r *root) show(p piece) error {
	defer func() {
		if p.at != "/dev" {
			_ = unix.Close(p.tree)
		}
	}()
	if p.at == "/dev" {
		r.bare = append(r.bare, p.tree)
	}
	place, err := find(p.at)
	if err == unix.ENOENT && !isShown(r.plan, p.at) {
		place, err = r.make(p)
	}
	if err != nil {
		return err
	}
	defer unix.Close(place)
	return attach(p.tree, place)
}

// make makes the empty folder or file that a mount is put on.
func (r *root) make(p piece) (place int, err error) {
	if err := r.folder(above(p.at)); err != nil {
		return -1, err
	}
	folder, err := isFolder(p.tree)
	switch {
	case err != nil:
	case folder:
		err = unix.Mkdir(p.at, unlisted)
	default:
		err = unix.Mknod(p.at, unix.S_IFREG, 0)
	}
	if err != nil {
		return -1, err
	}
	return find(p.at)
}

// link makes a symbolic link where nothing is.
func (r *root) link(p piece) error {
	if err := r.folder(above(p.at)); err != nil {
		return err
	}
	if err := unix.Symlink(p.to, p.at); err != unix.EEXIST {
		return err
	}
	return nil
}

var errLinked = errors.New("it is a link, or lies behind one, and cannot be kept as it is in a folder that the server may write")

// over mounts what is at a path on itself. What is not there cannot be kept from
// being made; nothing can be mounted on a link, so that ends the start.
func (r *root) over(path string, attributes uint64) error {
	fd, err := find(path)
	switch err {
	case nil:
	case unix.ENOENT, unix.ENOTDIR:
		return nil
	case unix.ELOOP:
		return errLinked
	default:
		return err
	}
	defer unix.Close(fd)
	tree, err := copyTree(fd, attributes)
	if err != nil {
		return err
	}
	defer unix.Close(tree)
	return attach(tree, fd)
}

// hide covers what is at a path, if the root shows it at all. Where a link is,
// what it leads to is covered.
func (r *root) hide(path string) error {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	switch err {
	case nil:
	case unix.ENOENT, unix.ENOTDIR, unix.EACCES:
		return nil
	default:
		return err
	}
	defer unix.Close(fd)
	folder, err := isFolder(fd)
	if err != nil {
		return err
	}
	if !folder {
		tree, err := copyTree(r.dead, attrRead)
		if err != nil {
			return err
		}
		defer unix.Close(tree)
		return attach(tree, fd)
	}
	tree, err := scratch("0111", sizeBare, attrWrite)
	if err != nil {
		return err
	}
	r.bare = append(r.bare, tree)
	return attach(tree, fd)
}
