package launch

import (
	"golang.org/x/sys/unix"

	"usher/pkg/sandbox"
)

// Sizes of what a server may keep in memory (pitfall 13).
const (
	sizeTmp    = "512m"
	sizeShared = "64m"
	sizeBare   = "1m" // folders and links only
)

// systemPieces are what is there in every sandbox.
func systemPieces(p sandbox.Plan) (pieces []piece, err error) {
	for _, step := range []func(sandbox.Plan) ([]piece, error){foldersOfSystem, filesOfSystem, freshOnes, deviceNodes} {
		more, err := step(p)
		pieces = append(pieces, more...)
		if err != nil {
			return pieces, err
		}
	}
	return pieces, nil
}

// foldersOfSystem are shown as they are on this computer, links included.
func foldersOfSystem(p sandbox.Plan) (pieces []piece, err error) {
	for _, path := range systemFolders {
		buf := make([]byte, 256)
		if n, err := unix.Readlink(path, buf); err == nil && n < len(buf) {
			pieces = append(pieces, piece{at: path, rank: linked, to: string(buf[:n])})
			continue
		}
		if pieces, err = addFound(p, pieces, path); err != nil {
			return pieces, err
		}
	}
	return pieces, nil
}

// filesOfSystem are shown where their links lead, for what these lead to is not
// shown in its own place (resolv.conf in /run).
func filesOfSystem(p sandbox.Plan) (pieces []piece, err error) {
	for _, path := range systemFiles(p.Network) {
		if pieces, err = addFound(p, pieces, path); err != nil {
			return pieces, err
		}
	}
	return pieces, nil
}

// addFound adds a path of the system, read-only, if this computer has it and no
// grant shows it.
func addFound(p sandbox.Plan, pieces []piece, path string) ([]piece, error) {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err == unix.ENOENT {
		return pieces, nil
	}
	if err != nil {
		return pieces, failed(stepMount, path, err)
	}
	defer unix.Close(fd)
	if isShown(p, path) {
		return pieces, nil
	}
	tree, err := copyTree(fd, attrRead)
	if err != nil {
		return pieces, failed(stepMount, path, err)
	}
	return append(pieces, piece{at: path, tree: tree}), nil
}

// freshOnes are file systems of the server's own. Where /proc is masked, as in a
// container, the kernel gives no new one, and there is none (pitfall 12).
func freshOnes(sandbox.Plan) (pieces []piece, err error) {
	for _, f := range []struct {
		at   string
		make func() (int, error)
	}{
		{"/proc", freshProc},
		{"/tmp", func() (int, error) { return scratch("1777", sizeTmp, attrWrite) }},
		{"/dev", func() (int, error) { return scratch("0755", sizeBare, attrWrite|unix.MOUNT_ATTR_NOEXEC) }},
		{"/dev/shm", func() (int, error) { return scratch("1777", sizeShared, attrWrite) }},
		{"/dev/pts", func() (int, error) { return fresh("devpts", attrDevice, "ptmxmode", "0666", "mode", "0600") }},
	} {
		tree, err := f.make()
		if f.at == "/proc" && err == unix.EPERM {
			continue
		}
		if err != nil {
			return pieces, failed(stepMount, f.at, err)
		}
		pieces = append(pieces, piece{at: f.at, tree: tree})
	}
	return pieces, nil
}

// freshProc is a /proc of these namespaces, in which no user namespaces can be
// made (the filter refuses them too). It ends read-only: the modes and times of most
// of it are the whole computer's, and its owner's to change.
func freshProc() (tree int, err error) {
	tree, err = fresh("proc", attrWrite|unix.MOUNT_ATTR_NOEXEC)
	if err != nil {
		return -1, err
	}
	fd, err := unix.Openat(tree, "sys/user/max_user_namespaces", unix.O_WRONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return tree, readOnly(tree) // a kernel without a limit
	}
	_, err = unix.Write(fd, []byte("0"))
	_ = unix.Close(fd) // a mount that is written to does not become read-only
	if err != nil {
		return tree, err
	}
	return tree, readOnly(tree)
}

// deviceNodes are the devices that hold nothing, and the links that belong to them.
// A device can be written to on a read-only mount; its mode and times stay.
func deviceNodes(sandbox.Plan) (pieces []piece, err error) {
	for _, name := range devices {
		tree, err := treeOf("/dev/"+name, attrDevice|unix.MOUNT_ATTR_RDONLY)
		if err != nil {
			return pieces, failed(stepMount, "/dev/"+name, err)
		}
		pieces = append(pieces, piece{at: "/dev/" + name, tree: tree})
	}
	for _, l := range [][2]string{
		{"fd", "/proc/self/fd"}, {"stdin", "/proc/self/fd/0"}, {"stdout", "/proc/self/fd/1"}, {"stderr", "/proc/self/fd/2"}, {"ptmx", "pts/ptmx"},
	} {
		pieces = append(pieces, piece{at: "/dev/" + l[0], rank: linked, to: l[1]})
	}
	return pieces, nil
}
