package safefile

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// open opens one thing below the root and checks it: no link or junction, of
// the wanted kind, the same before and after it was opened, spelled as the disk
// spells it, and who's.
func (r *Root) open(name string, what thing) (*os.File, error) {
	full := r.full(name)
	before, err := r.dir.Lstat(name)
	if err != nil {
		return nil, unopened(full, what, err)
	}
	if err := suits(full, what, before); err != nil {
		return nil, err
	}
	f, err := r.dir.Open(name)
	if err != nil {
		return nil, unopened(full, what, err)
	}
	after, err := f.Stat()
	switch {
	case err != nil:
		err = failedIO(full, what, "cannot be looked at", err)
	case !os.SameFile(before, after):
		err = changed(full, what)
	default:
		err = suits(full, what, after)
	}
	if err == nil {
		err = r.spelled(name)
	}
	if err == nil {
		err = checked(full, what, f, r.who)
	}
	if err != nil {
		_ = f.Close()
		return nil, err
	}
	return f, nil
}

func suits(full string, what thing, info fs.FileInfo) error {
	switch {
	case info.Mode()&(fs.ModeSymlink|fs.ModeIrregular) != 0:
		return fail(full, what, ruleLink, "is a link or junction, and those are not followed", "put the "+string(what)+" itself there", nil)
	case what == aFolder && !info.IsDir():
		return fail(full, aFile, ruleNotRegular, "is not a folder", "move it away", nil)
	case what == aFile && !info.Mode().IsRegular():
		return fail(full, aFile, ruleNotRegular, "is not a regular file", "move it away", nil)
	}
	return nil
}

// spelled refuses a name that the disk spells otherwise: Hooks.json must not
// stand in for hooks.json.
func (r *Root) spelled(name string) error {
	if name == "." {
		return nil
	}
	f, err := r.dir.Open(path.Dir(name))
	if err != nil {
		return failedIO(r.full(name), aFile, "cannot be looked up in its folder", err)
	}
	defer func() { _ = f.Close() }()
	return exactly(f, r.full(name), path.Base(name))
}

func unopened(full string, what thing, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return absent(full)
	case errors.Is(err, fs.ErrPermission):
		return fail(full, what, ruleDenied, "cannot be opened: permission denied", "icacls \""+full+"\" shows who may", err)
	}
	return failedIO(full, what, "cannot be opened", err)
}

// localName refuses what Windows would read as a device, a stream or a path.
func localName(name string) bool {
	return filepath.IsLocal(filepath.FromSlash(name)) && !strings.ContainsAny(name, `\:`)
}
