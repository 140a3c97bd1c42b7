package safefile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Root is a folder held open. Its methods do not change it and may be used by
// several goroutines; Close ends them all.
type Root struct {
	path  string
	dir   *os.Root
	who   Owner
	below string // what Folder was asked for: names are taken from there
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
func (r *Root) Path() string { return r.full(r.below) }

// Close lets the folder go; a second Close does nothing.
func (r *Root) Close() error {
	if r.below != "" { // the handle is that of the root it was opened in
		return nil
	}
	return r.dir.Close()
}

// Folder opens a folder below the root as a root of its own, checked on the way
// as Read's folders are. It is for Read and Names, and lives as long as the root.
// An absent one is fs.ErrNotExist.
func (r *Root) Folder(name string) (*Root, error) {
	name, names, err := r.inside(name)
	if err != nil {
		return nil, err
	}
	if err := r.passed(names); err != nil {
		return nil, err
	}
	return &Root{path: r.path, dir: r.dir, who: r.who, below: name}, nil
}

// inside is a name below this root as the handle knows it, and its elements.
func (r *Root) inside(name string) (whole string, names []string, err error) {
	if _, err := components(r.Path(), name); err != nil {
		return "", nil, err
	}
	whole = path.Join(r.below, name)
	return whole, strings.Split(whole, "/"), nil
}

// passed checks the folders of names one after the other.
func (r *Root) passed(names []string) error {
	for i := range names {
		f, err := r.open(strings.Join(names[:i+1], "/"), aFolder)
		if err != nil {
			return err
		}
		_ = f.Close()
	}
	return nil
}

// Read is the content of one file below the root, by its slash-separated name.
// No component may be a link or junction; the file must be regular, who's, not
// writable by others and at most max bytes (0: DefaultMax); it is read once. An
// absent file is fs.ErrNotExist; any other error is a *fault.Error.
func (r *Root) Read(name string, max int64) ([]byte, error) {
	if max <= 0 {
		max = DefaultMax
	}
	name, names, err := r.inside(name)
	if err != nil {
		return nil, err
	}
	if err := r.passed(names[:len(names)-1]); err != nil {
		return nil, err
	}
	f, err := r.open(name, aFile)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	at := r.full(name)
	info, err := f.Stat()
	if err != nil {
		return nil, failedIO(at, aFile, "cannot be looked at", err)
	}
	if info.Size() > max {
		return nil, tooLarge(at, info.Size(), max)
	}
	data, err := io.ReadAll(io.LimitReader(f, max+1))
	if err != nil {
		return nil, failedIO(at, aFile, "cannot be read", err)
	}
	if int64(len(data)) > max {
		return nil, tooLarge(at, 0, max)
	}
	return data, nil
}

// Names are the entries of a folder below the root ("" or "." for the root
// itself), in byte order. More than max (0: 2000) is an error, not a cut list.
func (r *Root) Names(dir string, max int) ([]string, error) {
	if max <= 0 {
		max = defaultNames
	}
	at := path.Join(r.below, ".")
	if dir != "" && dir != "." {
		whole, names, err := r.inside(dir)
		if err != nil {
			return nil, err
		}
		if err := r.passed(names); err != nil {
			return nil, err
		}
		at = whole
	}
	f, err := r.open(at, aFolder)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	return listed(f, r.full(at), max)
}

func (r *Root) full(name string) string { return filepath.Join(r.path, filepath.FromSlash(name)) }
