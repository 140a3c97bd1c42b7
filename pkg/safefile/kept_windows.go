package safefile

import (
	"errors"
	"io/fs"
	"os"
)

// kept is the check of one entry.
func (r *Root) kept(path string, d fs.DirEntry) error {
	if d.Type()&(fs.ModeSymlink|fs.ModeIrregular) != 0 {
		return fail(path, aFile, ruleLink, "is a link, and links are not followed here", "put the file itself there instead of the link", nil)
	}
	if !d.IsDir() && !d.Type().IsRegular() {
		return nil
	}
	what := aFile
	if d.IsDir() {
		what = aFolder
	}
	f, err := os.Open(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return failedIO(path, what, "cannot be opened", err)
	}
	defer func() { _ = f.Close() }()
	return checked(path, what, f, r.who)
}
