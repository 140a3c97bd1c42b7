//go:build unix

package secrets

import (
	"errors"
	"io/fs"
	"os"
	"strconv"
	"syscall"
)

// private refuses a folder or file of secrets that others may look into, a file
// of another name too, and what is not the person's own (SPEC E1). safefile
// refuses links and what others may write; a look by name is enough here, for
// nobody else can put another file into a folder that this has passed.
func private(dir, file string) error {
	for _, path := range [...]string{dir, file} {
		info, err := os.Lstat(path)
		if errors.Is(err, fs.ErrNotExist) || err == nil && info.Mode()&fs.ModeSymlink != 0 {
			continue // none yet; and a link in the way to the folder is safefile's to judge
		}
		if err != nil {
			return err
		}
		st, ok := info.Sys().(*syscall.Stat_t)
		mode, name := "600", "file"
		if info.IsDir() {
			mode, name = "700", "folder"
		}
		switch {
		case !ok || int(st.Uid) != os.Geteuid():
			return exposed(path, "does not belong to you", "if it should be yours: sudo chown "+strconv.Itoa(os.Geteuid())+" "+quote(path))
		case info.Mode().Perm()&0o077 != 0:
			return exposed(path, "can be read by others; this "+name+" holds secrets", "chmod "+mode+" "+quote(path))
		case !info.IsDir() && st.Nlink > 1:
			return exposed(path, "has a second name, by which others may reach it", "cp -p "+quote(path)+" "+quote(path+".new")+" && mv "+quote(path+".new")+" "+quote(path))
		}
	}
	return nil
}
