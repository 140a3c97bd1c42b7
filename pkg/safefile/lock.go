package safefile

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// poll is how often a held lock is tried again.
const poll = 5 * time.Millisecond

// lock takes the change's lock file and gives what lets it go. The system lets
// it go by itself when the process dies; the file stays.
func lock(ctx context.Context, c Change) (unlock func(), err error) {
	folder, name := filepath.Split(filepath.Clean(c.Lock))
	root, err := openFolder(folder, c.Who)
	if err != nil {
		return nil, err
	}
	defer func() { _ = root.Close() }()
	path := filepath.Join(root.Path(), name)
	limit, cancel := context.WithTimeout(ctx, c.Wait)
	defer cancel()
	for {
		if err := root.prepareLock(name); err != nil {
			return nil, err
		}
		l := flock.New(path, flock.SetFlag(lockFlags))
		if _, err := l.TryLockContext(limit, poll); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, unlocked(ctx, c, err)
		}
		if stands(l, path) {
			return func() { _ = l.Close() }, nil
		}
		_ = l.Close() // someone removed the file meanwhile: what we hold, nobody else sees
	}
}

// stands reports whether a held lock is on the file that has its name now.
func stands(l *flock.Flock, path string) bool {
	if !l.Locked() {
		return false
	}
	held, err := l.Stat()
	if err != nil {
		return false
	}
	named, err := os.Lstat(path)
	return err == nil && os.SameFile(held, named)
}

func unlocked(ctx context.Context, c Change, err error) error {
	if ctx.Err() != nil {
		return stopped(c, ctx.Err())
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return fail(c.Path, aFile, ruleBusy, "is in use by another usher, which holds "+c.Lock+"; it is unchanged",
			"try again, or see who holds it: lsof "+quote(c.Lock), err)
	}
	return failedIO(c.Lock, aFile, "cannot be locked", err)
}
