package safefile

import (
	"time"

	"golang.org/x/sys/unix"
)

type mark struct {
	path  string
	place bool
	was   look
}

// look is what lstat says, "absent" being one thing it can say.
type look struct {
	absent         bool
	dev, ino       uint64
	mode, uid, gid uint32
	size           int64
	mtime, ctime   unix.Timespec
}

func lookAt(path string, place bool) (look, bool) {
	var st unix.Stat_t
	switch err := lstat(path, &st); err {
	case nil:
	case unix.ENOENT, unix.ENOTDIR:
		return look{absent: true}, true
	default:
		return look{}, false
	}
	l := look{dev: uint64(st.Dev), ino: st.Ino, mode: st.Mode, uid: st.Uid, gid: st.Gid}
	if !place {
		l.size, l.mtime, l.ctime = st.Size, st.Mtim, st.Ctim
	}
	return l, true
}

func marksOf(paths []Watch, now time.Time) (Marks, bool) {
	m := Marks{list: make([]mark, 0, len(paths))}
	kept := map[uint64]bool{}
	for _, w := range paths {
		l, ok := lookAt(w.Path, w.Place)
		if !ok {
			return Marks{}, false
		}
		m.list = append(m.list, mark{path: w.Path, place: w.Place, was: l})
		switch {
		case l.absent || w.Place:
			continue
		case now.Sub(time.Unix(l.ctime.Unix())) < fresh:
			return Marks{}, false
		}
		if _, known := kept[l.dev]; !known {
			kept[l.dev] = exact(w.Path)
		}
		if !kept[l.dev] {
			return Marks{}, false
		}
	}
	return m, len(m.list) > 0
}

func (m Marks) same() bool {
	for i := range m.list {
		at := &m.list[i]
		if l, ok := lookAt(at.path, at.place); !ok || l != at.was {
			return false
		}
	}
	return len(m.list) > 0
}

// exact reports a file system of this computer whose times tell of every change.
// Network ones answer from what they remember, and those of programs as they like.
func exact(path string) bool {
	var st unix.Statfs_t
	if retry(func() error { return unix.Statfs(path, &st) }) != nil {
		return false
	}
	switch int64(st.Type) {
	case unix.EXT4_SUPER_MAGIC, unix.XFS_SUPER_MAGIC, unix.BTRFS_SUPER_MAGIC, unix.TMPFS_MAGIC, unix.F2FS_SUPER_MAGIC,
		unix.OVERLAYFS_SUPER_MAGIC, unix.RAMFS_MAGIC, unix.SQUASHFS_MAGIC:
		return true
	}
	return false
}
