package audit

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
)

// maxOlder bounds how many rotated files are gone back to.
const maxOlder = 1000

// errFound ends a search.
var errFound = errors.New("found")

// Place is how far a reader has come: the last line it had, and where that ends in the
// file, if the file is still the same.
type Place struct {
	Head
	Offset int64
}

// Since calls each for every line after a place, over the files that were rotated since,
// the oldest first, with the place behind it. Where the chain does not hold the place it
// is another one, and all of it is given. broken counts lines that are none.
func Since(path string, after Place, each func(Record, Place) error) (broken int, err error) {
	f, err := open(path)
	if err != nil {
		return 0, err
	}
	defer func() { _ = f.Close() }()
	if ends(f, after) {
		return given(f, path, after.Offset, true, after.Head, each)
	}
	files, err := back(path, after.Head)
	if err != nil {
		return 0, err
	}
	past := after.Hash == "" || !holds(files[0], after.Head)
	for _, file := range files {
		f, err := open(file)
		if err != nil {
			return broken, err
		}
		n, err := given(f, file, 0, past, after.Head, each)
		_ = f.Close()
		broken, past = broken+n, true
		if err != nil {
			return broken, err
		}
	}
	return broken, nil
}

// given calls each for the lines of one file that come after a head; past says that all
// of them do.
func given(f *os.File, path string, from int64, past bool, after Head, each func(Record, Place) error) (broken int, err error) {
	if _, err := f.Seek(from, io.SeekStart); err != nil {
		return 0, err
	}
	at := from
	err = linesOf(f, path, func(line []byte, whole bool) error {
		at += int64(len(line)) + 1
		h, ok := intact(line)
		switch {
		case !whole: // perhaps a writer is at it
			return nil
		case !ok:
			broken++
			return nil
		case !past:
			past = h == after
			return nil
		}
		r, ok := Parse(line)
		if !ok {
			broken++
			return nil
		}
		return each(r, Place{Head: h, Offset: at})
	})
	return broken, err
}

// ends reports a file in which the place's line ends where it did.
func ends(f *os.File, p Place) bool {
	if p.Hash == "" || p.Offset <= 1 {
		return false
	}
	buf := make([]byte, min(p.Offset, 2*maxLine))
	if n, err := f.ReadAt(buf, p.Offset-int64(len(buf))); n < len(buf) || err != nil && !errors.Is(err, io.EOF) || buf[n-1] != '\n' {
		return false
	}
	line := buf[bytes.LastIndexByte(buf[:len(buf)-1], '\n')+1 : len(buf)-1]
	h, ok := intact(line)
	return ok && h == p.Head
}

// back are the files from the one that may hold a head on, the oldest first.
func back(path string, after Head) ([]string, error) {
	files := []string{path}
	for len(files) < maxOlder && after.Hash != "" {
		first, err := firstOf(files[0])
		if err != nil {
			return nil, err
		}
		if first.After == "" || first.Sequence <= after.Sequence {
			break
		}
		older := filepath.Join(filepath.Dir(path), filepath.Base(first.After))
		if _, err := os.Lstat(older); err != nil {
			break // it was taken away
		}
		files = append([]string{older}, files...)
	}
	return files, nil
}

// holds reports a file in which a head stands.
func holds(path string, h Head) bool {
	err := lines(path, func(line []byte, _ bool) error {
		if now, ok := intact(line); ok && now == h {
			return errFound
		}
		return nil
	})
	return errors.Is(err, errFound)
}

func firstOf(path string) (r Record, err error) {
	err = lines(path, func(line []byte, _ bool) error {
		var ok bool
		if r, ok = Parse(line); ok {
			return errFound
		}
		return nil
	})
	if errors.Is(err, errFound) {
		err = nil
	}
	return r, err
}
