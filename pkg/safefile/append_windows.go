package safefile

import (
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sys/windows"
)

// extend appends to a file of the root; the lock is held.
func (r *Root) extend(name string, c Change, data []byte) error {
	size, last, err := r.tail(name)
	if err != nil {
		return err
	}
	if size > 0 && size+int64(len(data)) > c.Max {
		if err := os.Rename(r.full(name), r.full(rotated(name))); err != nil {
			return failedIO(r.full(name), aFile, "cannot be moved to "+rotated(name), err)
		}
		size = 0
	}
	f, err := r.dir.OpenFile(name, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return unopened(r.full(name), aFile, err)
	}
	if size > 0 && last != '\n' {
		data = append([]byte{'\n'}, data...)
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		return failedIO(r.full(name), aFile, "cannot be written to", err)
	}
	return nil
}

// tail checks the file there is and gives its size and last byte.
func (r *Root) tail(name string) (size int64, last byte, err error) {
	f, err := r.open(name, aFile)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, 0, nil
	}
	if err != nil {
		return 0, 0, err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return 0, 0, failedIO(r.full(name), aFile, "cannot be looked at", err)
	}
	var id windows.ByHandleFileInformation
	if err := windows.GetFileInformationByHandle(windows.Handle(f.Fd()), &id); err != nil {
		return 0, 0, failedIO(r.full(name), aFile, "cannot be looked at", err)
	}
	if id.NumberOfLinks > 1 {
		return 0, 0, namedTwice(r.full(name))
	}
	var end [1]byte
	if info.Size() > 0 {
		if _, err := f.ReadAt(end[:], info.Size()-1); err != nil {
			return 0, 0, failedIO(r.full(name), aFile, "cannot be read", err)
		}
	}
	return info.Size(), end[0], nil
}
