//go:build unix

package safefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/google/renameio/v2"
	"golang.org/x/sys/unix"
)

// current reads the file that is to be replaced and what is kept of it.
func (r *Root) current(name string, c Change) ([]byte, standing, error) {
	data, st, err := r.read(name, c.Max)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, standing{perm: c.Perm, gid: -1}, nil
	}
	if err != nil {
		return nil, standing{}, err
	}
	return data, standing{exists: true, perm: fs.FileMode(uint32(st.Mode) & 0o777), gid: int(st.Gid)}, nil
}

// replace puts a new file in the place of name.
func (r *Root) replace(name string, data []byte, now standing) error {
	path := filepath.Join(r.path, name)
	folder, err := os.OpenRoot(r.path)
	if err != nil {
		return unwritten(path, err)
	}
	defer func() { _ = folder.Close() }()
	if !r.same(folder) {
		return changed(r.path, aFolder)
	}
	f, err := renameio.NewPendingFile(name, renameio.WithRoot(folder), renameio.WithStaticPermissions(now.perm))
	if err != nil {
		return unwritten(path, err)
	}
	defer func() { _ = f.Cleanup() }()
	if _, err := f.Write(data); err != nil {
		return unwritten(path, err)
	}
	if now.gid >= 0 {
		_ = f.Chown(-1, now.gid) // as far as we may
	}
	if err := f.CloseAtomicallyReplace(); err != nil {
		return unwritten(path, err)
	}
	if err := syncFolder(r.fd, "."); err != nil {
		return failedIO(path, aFile, "is written, but the disk does not confirm it", err)
	}
	return nil
}

// same reports whether an os.Root is this very folder.
func (r *Root) same(other *os.Root) bool {
	info, err := other.Stat(".")
	if err != nil {
		return false
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && r.id == identity{uint64(st.Dev), uint64(st.Ino)}
}

// sweep removes new files that a killed Update of this name left behind. The
// lock is held, so nobody is writing one.
func (r *Root) sweep(name string) {
	names, err := r.Names("", maxSpelling)
	if err != nil {
		return
	}
	for _, n := range names {
		var st unix.Stat_t
		if leftover(n, name) && unix.Fstatat(r.fd, n, &st, unix.AT_SYMLINK_NOFOLLOW) == nil &&
			isRegular(st) && int(st.Uid) == os.Geteuid() {
			_ = unix.Unlinkat(r.fd, n, 0)
		}
	}
}

// minRandom is the fewest digits taken for renameio's random 63-bit number: a
// file of a person's own such as .hooks.json.2 is never one.
const minRandom = 13

// leftover reports whether an entry has the name renameio gives a new file.
func leftover(entry, name string) bool {
	digits, ok := strings.CutPrefix(entry, "."+name)
	return ok && len(digits) >= minRandom && strings.Trim(digits, "0123456789") == ""
}
