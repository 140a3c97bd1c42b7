package safefile

import (
	"bytes"
	"errors"
	"io/fs"

	"github.com/natefinch/atomic"
)

// current reads the file that is to be replaced.
func (r *Root) current(name string, c Change) ([]byte, standing, error) {
	data, err := r.Read(name, c.Max)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, standing{perm: c.Perm, gid: -1}, nil
	}
	return data, standing{exists: err == nil, perm: c.Perm, gid: -1}, err
}

// replace puts a new file in the place of name, written through to the disk. The
// new file takes the folder's access list.
func (r *Root) replace(name string, data []byte, _ standing) error {
	if err := atomic.WriteFile(r.full(name), bytes.NewReader(data)); err != nil {
		return unwritten(r.full(name), err)
	}
	return nil
}

// sweep does nothing: a killed Update leaves at most one new file, named like
// the old one with a number behind, and readers never take it for another.
func (r *Root) sweep(string) {}
