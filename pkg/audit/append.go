package audit

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"usher/pkg/fault"
	"usher/pkg/safefile"
)

// wait bounds how long a decision waits for other writers.
const wait = 2 * time.Second

// Append adds a decision to a file and gives the new head. The sequence, the time where
// it is not set, the process and both hashes are filled in. A line that a crash left
// unfinished is ended first, and the record says how long it was. Other writers at the
// same time wait for one another, and their lines are one chain. An error leaves the
// chain as it was.
func Append(ctx context.Context, path string, r Record) (Head, error) {
	var head Head
	if err := ours(path); err != nil {
		return head, err
	}
	err := safefile.Chain(ctx, path, wait, func(tail []byte, size int64) ([]byte, error) {
		was, torn, ok := last(tail, size)
		if !ok {
			return nil, lost(path)
		}
		line := r.after(was, torn)
		head, _ = intact(line[:len(line)-1])
		if n := len(tail); n > 0 && tail[n-1] != '\n' {
			line = append([]byte{'\n'}, line...)
		}
		return line, nil
	})
	return head, err
}

// after is the line that follows a head.
func (r Record) after(was Head, torn int64) []byte {
	if r.Time.IsZero() {
		r.Time = time.Now()
	}
	r.Sequence, r.Prev, r.Torn = was.Sequence+1, was.Hash, torn
	line := r.line()
	if len(line) > maxLine { // paths of many hooks and voices: who decided stays
		r.More += len(r.Hooks) + max(0, len(r.Reasons)-1)
		r.Hooks, r.Reasons = nil, r.Reasons[:min(1, len(r.Reasons))]
		line = r.line()
	}
	return line
}

// lost is the error for a file whose end is no line of a chain.
func lost(path string) error {
	return fault.New(fault.Failed, "the end of "+path+" is no line of an audit file, so that no line can be chained to it",
		"see what is wrong with it: usher audit verify", "keep it under another name, and usher begins a new one")
}

// Rotate moves the file to a name with the time behind it and begins a new one, whose
// first line is chained to the last of the old. The old file's path comes back. A
// second one within the same second has a number behind it.
func Rotate(ctx context.Context, path string, now time.Time) (older string, err error) {
	older = filepath.Base(path) + "." + now.UTC().Format("20060102T150405Z")
	for n, name := 2, older; exists(filepath.Join(filepath.Dir(path), older)) && n < 100; n++ {
		older = name + "-" + strconv.Itoa(n)
	}
	err = safefile.Turn(ctx, path, older, wait, func(tail []byte, size int64) ([]byte, error) {
		was, torn, ok := last(tail, size)
		if !ok || was.Hash == "" {
			return nil, lost(path)
		}
		return Record{Time: now, Surface: "rotate", After: older}.after(was, torn), nil
	})
	return filepath.Join(filepath.Dir(path), older), err
}

// exists reports that something stands there; Turn writes over nothing all the same.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
