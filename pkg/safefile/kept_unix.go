//go:build unix

package safefile

import (
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// kept is the check of one entry. The mode of a link says nothing.
func (r *Root) kept(path string, d fs.DirEntry) error {
	what := aFile
	switch {
	case d.IsDir():
		what = aFolder
	case d.Type()&fs.ModeSymlink != 0:
		what = aLink
	}
	var st unix.Stat_t
	switch err := lstat(path, &st); {
	case err == unix.ENOENT: // gone meanwhile
		return nil
	case err != nil:
		return failedIO(path, what, "cannot be looked at", err)
	case what == aLink:
		if err := ownedBy(path, what, st, r.who, false); err != nil {
			return err
		}
		target, _ := os.Readlink(path)
		return linked(path, target, aFile) // what it leads to is not looked at, so it may be anybody's
	}
	if err := checked(path, what, st, r.who); err != nil {
		return err
	}
	if program := uint32(st.Mode)&0o111 != 0; what == aFile && !program && unix.Access(path, unix.R_OK) == unix.EACCES {
		return denied(path, what, st, r.who, "r", unix.EACCES)
	}
	return nil
}
