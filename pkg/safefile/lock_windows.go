package safefile

import (
	"errors"
	"io/fs"
	"os"
)

// lockFlags open a lock file that prepareLock made.
const lockFlags = os.O_RDWR

// prepareLock makes the lock file, or checks the one there is.
func (r *Root) prepareLock(name string) error {
	f, err := r.dir.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		f, err = r.open(name, aFile)
	} else if err != nil {
		err = unopened(r.full(name), aFile, err)
	}
	if err != nil {
		return err
	}
	return f.Close()
}
