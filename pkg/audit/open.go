package audit

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"

	"usher/pkg/fault"
)

// lines calls each for every line of a file, without its end; whole is false for a last
// one that has none. It reads what is there when it comes to the end, and no link.
func lines(path string, each func(line []byte, whole bool) error) error {
	f, err := open(path)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	return linesOf(f, path, each)
}

// linesOf is lines from where an open file stands.
func linesOf(f *os.File, path string, each func(line []byte, whole bool) error) error {
	r := bufio.NewReaderSize(f, 4*maxLine)
	for {
		line, err := r.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull): // no line of ours is that long
			if err := each(line, false); err != nil {
				return err
			}
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = r.ReadSlice('\n')
			}
		case err == nil:
			if err := each(line[:len(line)-1], true); err != nil {
				return err
			}
		case len(line) > 0:
			if err := each(line, false); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return &fault.Error{Kind: fault.Failed, Message: path + " cannot be read: " + err.Error(), Err: err}
		}
	}
}

// ours refuses a file that begins with anything but a line of usher's, whatever stands
// at its end; none at all is fine.
func ours(path string) error {
	f, err := open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	start := make([]byte, len(lineStart))
	n, err := f.ReadAt(start, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return &fault.Error{Kind: fault.Failed, Message: path + " cannot be read: " + err.Error(), Err: err}
	}
	if first, _, _ := bytes.Cut(start[:n], []byte("\n")); !begun(first) {
		return fault.New(fault.Failed, path+" is no audit file: it begins with something else", "name a file that is not there yet: usher policy set audit.file FILE")
	}
	return nil
}

func open(path string) (*os.File, error) {
	before, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, &fault.Error{Kind: fault.Failed, Message: path + " does not exist: no decision was recorded there yet", Err: err}
	case err != nil:
		return nil, &fault.Error{Kind: fault.Failed, Message: path + " cannot be looked at: " + err.Error(), Err: err}
	case !before.Mode().IsRegular():
		return nil, fault.New(fault.Failed, path+" is not a regular file, and links are not followed here", "name the file itself")
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, &fault.Error{Kind: fault.Failed, Message: path + " cannot be opened", Hints: []string{"who may read it: ls -l " + path}, Err: err}
	}
	if now, err := f.Stat(); err != nil || !os.SameFile(before, now) {
		_ = f.Close()
		return nil, fault.New(fault.Failed, path+" was replaced while it was opened", "try again")
	}
	return f, nil
}
