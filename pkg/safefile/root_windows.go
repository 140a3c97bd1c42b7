package safefile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Root is a folder held open. Its methods do not change it and may be used by
// several goroutines; Close ends them all.
type Root struct {
	path string
	dir  *os.Root
	who  Owner
}

// OpenRoot opens a folder by its absolute path, links on the way allowed, and
// checks its owner and access list on the handle. The folders above it are not
// checked on Windows. An absent one is fs.ErrNotExist.
func OpenRoot(path string, who Owner) (*Root, error) {
	if !filepath.IsAbs(path) {
		return nil, fail(path, aFolder, ruleName, "is not an absolute path", "", nil)
	}
	actual, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		if _, there := os.Lstat(path); there == nil {
			return nil, fail(path, aLink, ruleLink, "is a link to something that does not exist", "make what it points to, or remove it", err)
		}
		return nil, absent(path)
	}
	if err != nil {
		return nil, unopened(path, aFolder, err)
	}
	dir, err := os.OpenRoot(actual)
	if err != nil {
		return nil, unopened(actual, aFolder, err)
	}
	r := &Root{path: actual, dir: dir, who: who}
	f, err := r.open(".", aFolder)
	if err != nil {
		_ = dir.Close()
		return nil, err
	}
	_ = f.Close()
	return r, nil
}

// Path is the folder's real path, as it was when it was opened.
func (r *Root) Path() string { return r.path }

// Close lets the folder go; a second Close does nothing.
func (r *Root) Close() error { return r.dir.Close() }

// Read is the content of one file below the root, by its slash-separated name.
// No component may be a link or junction; the file must be regular, who's, not
// writable by others and at most max bytes (0: DefaultMax); it is read once. An
// absent file is fs.ErrNotExist; any other error is a *fault.Error.
func (r *Root) Read(name string, max int64) ([]byte, error) {
	if max <= 0 {
		max = DefaultMax
	}
	names, err := components(r.path, name)
	if err != nil {
		return nil, err
	}
	for i := range names[:len(names)-1] {
		f, err := r.open(strings.Join(names[:i+1], "/"), aFolder)
		if err != nil {
			return nil, err
		}
		_ = f.Close()
	}
	f, err := r.open(name, aFile)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	path := r.full(name)
	info, err := f.Stat()
	if err != nil {
		return nil, failedIO(path, aFile, "cannot be looked at", err)
	}
	if info.Size() > max {
		return nil, tooLarge(path, info.Size(), max)
	}
	data, err := io.ReadAll(io.LimitReader(f, max+1))
	if err != nil {
		return nil, failedIO(path, aFile, "cannot be read", err)
	}
	if int64(len(data)) > max {
		return nil, tooLarge(path, 0, max)
	}
	return data, nil
}

// Names are the entries of a folder below the root ("" or "." for the root
// itself), in byte order. More than max (0: 2000) is an error, not a cut list.
func (r *Root) Names(dir string, max int) ([]string, error) {
	if max <= 0 {
		max = defaultNames
	}
	if dir == "" {
		dir = "."
	}
	if dir != "." {
		names, err := components(r.path, dir)
		if err != nil {
			return nil, err
		}
		for i := range names {
			f, err := r.open(strings.Join(names[:i+1], "/"), aFolder)
			if err != nil {
				return nil, err
			}
			_ = f.Close()
		}
	}
	f, err := r.open(dir, aFolder)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	return listed(f, r.full(dir), max)
}

func (r *Root) full(name string) string { return filepath.Join(r.path, filepath.FromSlash(name)) }
