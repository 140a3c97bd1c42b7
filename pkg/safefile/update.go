package safefile

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"time"

	"usher/pkg/fault"
)

// defaultWait is how long a lock is waited for (SPEC 18).
const defaultWait = 5 * time.Second

// Change says what Update changes and how long it may wait.
type Change struct {
	Path string        // absolute; its folder must exist
	Perm fs.FileMode   // mode of a new file (0: 0600); an existing one keeps its own
	Max  int64         // most bytes of the old and of the new content (0: DefaultMax)
	Lock string        // absolute path of the lock file, one for each Path ("": beside it, .NAME.lock); it is never removed
	Wait time.Duration // for the lock (0: 5 s)
	Who  Owner
}

// Update changes one file (SPEC F5): it takes the lock, reads the file as Read
// does (a link is refused), hands a copy of the bytes to edit, writes the
// answer to a new file beside the old one, fsyncs it, renames it into place and
// fsyncs the folder. The umask has no say. Another process sees, and a crash at
// any moment leaves, the old or the new file; new files that a crash left behind
// are removed by the next Update of the same Path.
//
// edit gets exists false and no bytes where there is no file yet. Its error is
// returned as it is and nothing is written; the same bytes, or nil, write
// nothing either. A lock not had in time, or any other failure, is a
// *fault.Error and leaves the old file, except where it says that the new one is
// in place; a cancelled ctx is one of Kind Interrupted.
func Update(ctx context.Context, c Change, edit func(old []byte, exists bool) ([]byte, error)) error {
	c = c.filled()
	return held(ctx, c, func(root *Root, name string) error {
		old, now, err := root.current(name, c)
		if err != nil {
			return err
		}
		next, err := edit(bytes.Clone(old), now.exists)
		if err != nil {
			return err
		}
		switch {
		case next == nil || now.exists && bytes.Equal(old, next):
			return nil
		case int64(len(next)) > c.Max:
			return fail(c.Path, aFile, ruleTooLarge, "would become larger than is read again; it is unchanged", "", nil)
		case ctx.Err() != nil:
			return stopped(c, ctx.Err())
		}
		root.sweep(name)
		return root.replace(name, next, now)
	})
}

func (c Change) filled() Change {
	c.Path = filepath.Clean(c.Path)
	if c.Perm == 0 {
		c.Perm = 0o600
	}
	if c.Max <= 0 {
		c.Max = DefaultMax
	}
	if c.Lock == "" {
		c.Lock = filepath.Join(filepath.Dir(c.Path), "."+filepath.Base(c.Path)+".lock")
	}
	if c.Wait <= 0 {
		c.Wait = defaultWait
	}
	return c
}

// standing is what is known of the file that is replaced.
type standing struct {
	exists bool
	perm   fs.FileMode
	gid    int // -1 where there is none to keep
}

// openFolder is OpenRoot for a folder that must exist.
func openFolder(path string, who Owner) (*Root, error) {
	root, err := OpenRoot(filepath.Clean(path), who)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fail(filepath.Clean(path), aFolder, ruleIO, "does not exist", "mkdir -p "+quote(filepath.Clean(path)), err)
	}
	return root, err
}

func unwritten(path string, err error) *fault.Error {
	return failedIO(path, aFile, "cannot be written and is unchanged", err)
}

// stopped is the end of an Update whose caller gave up.
func stopped(c Change, cause error) error {
	kind := fault.Failed
	if errors.Is(cause, context.Canceled) {
		kind = fault.Interrupted
	}
	return &fault.Error{Kind: kind, Message: c.Path + " is unchanged: the change was given up", Err: cause}
}
