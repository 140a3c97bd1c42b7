package safefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
)

// Strange looks through a folder below the root without opening a file and gives
// the first thing in it that usher would not read: a link, something that is no
// regular file, one of more than maxSize bytes, or one file too many. An absent
// folder is fine. It is for refusing early; what is used is still checked on its
// own handle by Read.
func (r *Root) Strange(name string, maxFiles int, maxSize int64) error {
	at := filepath.Join(r.path, filepath.FromSlash(name))
	files := 0
	err := filepath.WalkDir(at, func(path string, d fs.DirEntry, err error) error {
		switch {
		case path == at && errors.Is(err, fs.ErrNotExist):
			return fs.SkipAll
		case errors.Is(err, fs.ErrPermission):
			return unpassed(path, err)
		case err != nil:
			return failedIO(path, aFolder, "cannot be looked through", err)
		case d.IsDir():
			return nil
		}
		if files++; files > maxFiles {
			return fail(at, aFolder, ruleTooMany, "holds more than "+strconv.Itoa(maxFiles)+" files", "take some out", nil)
		}
		return strange(path, d, maxSize)
	})
	return err
}

func strange(path string, d fs.DirEntry, maxSize int64) error {
	info, err := d.Info()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return failedIO(path, aFile, "cannot be looked at", err)
	case info.Mode()&fs.ModeSymlink != 0:
		target, _ := os.Readlink(path)
		return fail(path, aFile, ruleLink, "is a link to "+target+", and links are not followed here",
			"put the file itself there instead of the link: rm "+quote(path), nil)
	case !info.Mode().IsRegular():
		return fail(path, aFile, ruleNotRegular, "is not a regular file", "move it away: mv "+quote(path)+" "+quote(path+".old"), nil)
	case info.Size() > maxSize:
		return tooLarge(path, info.Size(), maxSize)
	}
	return nil
}
