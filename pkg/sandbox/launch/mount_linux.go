package launch

import (
	"golang.org/x/sys/unix"
)

// Attributes of a mount. None lets a file give privileges; only the devices' own
// mounts let a device be one.
const (
	attrWrite  = unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV
	attrRead   = attrWrite | unix.MOUNT_ATTR_RDONLY
	attrDevice = unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NOEXEC
)

// find opens a path without following any link in it: the plan's paths are real
// ones, and one that is not any more was changed since it was approved.
func find(path string) (fd int, err error) {
	return unix.Openat2(unix.AT_FDCWD, path, &unix.OpenHow{Flags: unix.O_PATH | unix.O_CLOEXEC, Resolve: unix.RESOLVE_NO_SYMLINKS})
}

// copyTree is a mount of its own of what fd is, with all that is mounted below,
// and not attached anywhere yet. The attributes hold for all of it before
// anybody can see it.
func copyTree(fd int, attributes uint64) (tree int, err error) {
	tree, err = unix.OpenTree(fd, "", unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC|unix.AT_RECURSIVE|unix.AT_EMPTY_PATH)
	if err != nil {
		return -1, err
	}
	err = unix.MountSetattr(tree, "", unix.AT_EMPTY_PATH|unix.AT_RECURSIVE, &unix.MountAttr{Attr_set: attributes})
	if err != nil {
		_ = unix.Close(tree)
		return -1, err
	}
	return tree, nil
}

// attach puts a mount on what target is.
func attach(tree, target int) error {
	return unix.MoveMount(tree, "", target, "", unix.MOVE_MOUNT_F_EMPTY_PATH|unix.MOVE_MOUNT_T_EMPTY_PATH)
}

// fresh is a new file system of a kind, not attached anywhere yet; options come
// in pairs.
func fresh(kind string, attributes int, options ...string) (tree int, err error) {
	fs, err := unix.Fsopen(kind, unix.FSOPEN_CLOEXEC)
	if err != nil {
		return -1, err
	}
	defer unix.Close(fs)
	for ; len(options) > 1; options = options[2:] {
		if err := unix.FsconfigSetString(fs, options[0], options[1]); err != nil {
			return -1, err
		}
	}
	if err := unix.FsconfigCreate(fs); err != nil {
		return -1, err
	}
	return unix.Fsmount(fs, unix.FSMOUNT_CLOEXEC, attributes)
}

// scratch is an empty file system in memory, of bounded size.
func scratch(mode, size string, attributes int) (tree int, err error) {
	return fresh("tmpfs", attributes, "mode", mode, "size", size)
}

// readOnly makes one mount read-only from now on, not those on top of it.
func readOnly(tree int) error {
	return unix.MountSetattr(tree, "", unix.AT_EMPTY_PATH, &unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY})
}

// isFolder reports what a descriptor is.
func isFolder(fd int) (bool, error) {
	var st unix.Stat_t
	err := unix.Fstat(fd, &st)
	return st.Mode&unix.S_IFMT == unix.S_IFDIR, err
}
