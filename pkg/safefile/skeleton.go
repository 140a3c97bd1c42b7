package safefile

import (
	"context"
	"io/fs"
	"time"

	"usher/pkg/fault"
)

// Root is a folder held open; see the package comment.
type Root struct{ path string }

// OpenRoot opens a folder.
func OpenRoot(path string, who Owner) (*Root, error) {
	return nil, fault.New(fault.Failed, path+" cannot be opened yet")
}

// Path is the real path.
func (r *Root) Path() string { return r.path }

// Read reads one file.
func (r *Root) Read(name string, max int64) ([]byte, error) {
	return nil, fault.New(fault.Failed, name+" cannot be read yet")
}

// Names lists a folder.
func (r *Root) Names(dir string, max int) ([]string, error) {
	return nil, fault.New(fault.Failed, dir+" cannot be listed yet")
}

// Close lets go.
func (r *Root) Close() error { return nil }

// Private makes or checks a folder of one's own.
func Private(dir string) error { return fault.New(fault.Failed, dir+" cannot be made yet") }

// Change names what Update changes.
type Change struct {
	Path string
	Perm fs.FileMode
	Max  int64
	Lock string
	Wait time.Duration
	Who  Owner
}

// Update changes one file.
func Update(ctx context.Context, c Change, edit func(old []byte, exists bool) ([]byte, error)) error {
	return fault.New(fault.Failed, c.Path+" cannot be changed yet")
}
