package safefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
)

// Kept looks through a folder or file below the root without opening it, and gives
// the first thing in it that is not the root's owner's, that others may write, that
// is a link, or that this process may not read, unless it is a program: a script that
// somebody else can change is theirs, whoever names it (SPEC L2). An absent one is
// fine. It is for refusing early; what is used is still checked on its own handle by
// Read.
func (r *Root) Kept(name string, maxFiles int) error {
	at := filepath.Join(r.path, filepath.FromSlash(name))
	entries := 0
	return filepath.WalkDir(at, func(path string, d fs.DirEntry, err error) error {
		switch {
		case path == at && errors.Is(err, fs.ErrNotExist):
			return fs.SkipAll
		case errors.Is(err, fs.ErrPermission):
			return unpassed(path, err)
		case err != nil:
			return failedIO(path, aFolder, "cannot be looked through", err)
		}
		if entries++; entries > maxFiles {
			return fail(at, aFolder, ruleTooMany, "holds more than "+strconv.Itoa(maxFiles)+" files and folders", "take some out", nil)
		}
		return r.kept(path, d)
	})
}

// unpassed is the error for a folder that a look through may not enter, by the path
// at which that was seen: the folder, or what stands in it.
func unpassed(path string, err error) error {
	folder := path
	if info, look := os.Lstat(path); look != nil || !info.IsDir() {
		folder = filepath.Dir(path)
	}
	return fail(folder, aFolder, ruleDenied, "cannot be looked through: permission denied", "let those who use it in: chmod a+rx "+quote(folder), err)
}
