package safefile

import (
	"io"
	"io/fs"
	"os"
)

// ReadPlain reads a file that somebody named on a command line: regular, not a
// link itself, at most max bytes (0: DefaultMax). Whose it is does not matter,
// since checking a file decides nothing (SPEC Y3). An absent file is
// fs.ErrNotExist; other errors are *fault.Error, as Root.Read's.
func ReadPlain(path string, max int64) ([]byte, error) {
	if max <= 0 {
		max = DefaultMax
	}
	before, err := os.Lstat(path)
	switch {
	case os.IsNotExist(err):
		return nil, absent(path)
	case err != nil:
		return nil, failedIO(path, aFile, "cannot be looked at", err)
	case before.Mode()&fs.ModeSymlink != 0:
		target, _ := os.Readlink(path)
		return nil, fail(path, aFile, ruleLink, "is a link to "+target+", and links are not followed here",
			"name the file itself", nil)
	case !before.Mode().IsRegular():
		return nil, fail(path, aFile, ruleNotRegular, "is not a regular file", "", nil)
	}
	f, err := os.OpenFile(path, os.O_RDONLY|nonBlocking, 0)
	if err != nil {
		return nil, fail(path, aFile, ruleDenied, "cannot be opened: "+reason(err), "", err)
	}
	defer f.Close()
	if now, err := f.Stat(); err != nil || !os.SameFile(before, now) {
		return nil, changed(path, aFile)
	}
	data, err := io.ReadAll(io.LimitReader(f, max+1))
	switch {
	case err != nil:
		return nil, failedIO(path, aFile, "cannot be read", err)
	case int64(len(data)) > max:
		return nil, tooLarge(path, before.Size(), max)
	}
	return data, nil
}
