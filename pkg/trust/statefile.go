package trust

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"usher/pkg/fault"
	"usher/pkg/safefile"
	"usher/pkg/strictjson"
)

// stateFile is one kind of document in the state folder: what messages call it,
// the prefix of its rules, and its bounds.
type stateFile struct {
	what    string // "the conversation allowances"
	rules   string // "allowances"
	version int
	max     int64
	way     string // the way out when it is broken: "to start with no allowances"
}

// readState reads a file below the state folder; a missing folder or file is
// fs.ErrNotExist.
func readState(state, name string, max int64) ([]byte, error) {
	root, err := safefile.OpenRoot(state, safefile.Self)
	if err != nil {
		return nil, err
	}
	defer func() { _ = root.Close() }()
	return root.Read(name, max)
}

// changeState makes the folders of a state file if they are missing and changes
// the file under a lock beside the folder it lies in.
func changeState(ctx context.Context, state, name string, max int64, edit func(old []byte, exists bool) ([]byte, error)) error {
	if err := safefile.Private(state); err != nil {
		return err
	}
	path := filepath.Join(state, filepath.FromSlash(name))
	lock := filepath.Join(state, filepath.Base(name)+".lock")
	if dir := filepath.Dir(path); dir != filepath.Clean(state) {
		if err := safefile.Private(dir); err != nil {
			return err
		}
		lock = dir + ".lock"
	}
	return safefile.Update(ctx, safefile.Change{
		Path: path, Perm: 0o600, Max: max, Lock: lock, Wait: ledgerWait, Who: safefile.Self,
	}, edit)
}

// removeState removes a file below the state folder; a missing one is no error.
func removeState(state, name string) error {
	err := os.Remove(filepath.Join(state, filepath.FromSlash(name)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// open reads a versioned document with exactly the known keys beside version.
func (s stateFile) open(path string, data []byte, known ...string) (*strictjson.Value, error) {
	doc, problems := strictjson.Decode(data, strictjson.Options{File: path, Rules: s.rules, MaxBytes: int(s.max)})
	switch {
	case doc == nil || len(problems) > 0:
		e := fault.New(fault.Failed, s.what+" "+path+" cannot be read", s.hint(path))
		e.Problems = problems
		return nil, e
	case doc.Kind() != strictjson.KindObject:
		return nil, s.broken(path, doc.Place(), "it must be an object")
	}
	for _, stray := range strictjson.Unknown(doc, append(known, "version")) {
		return nil, s.broken(path, stray.Member.Place, "it holds a key that this usher does not know")
	}
	v := doc.Get("version")
	if v == nil {
		return nil, s.broken(path, doc.Place(), "it has no version")
	}
	if n, ok := v.Int(); !ok || n < 1 {
		return nil, s.broken(path, v.Place(), "its version is not a number")
	} else if n > int64(s.version) {
		return nil, s.broken(path, v.Place(), fmt.Sprintf("it was written by a newer usher (version %d; this one knows %d)", n, s.version))
	}
	return doc, nil
}

// list gives the objects under a key, each with no other keys than known.
func (s stateFile) list(path string, doc *strictjson.Value, key string, known ...string) ([]*strictjson.Value, error) {
	list := doc.Get(key)
	if list == nil || list.Kind() != strictjson.KindArray {
		return nil, s.broken(path, doc.Place(), "it has no list of "+key)
	}
	for _, it := range list.Items() {
		if it.Kind() != strictjson.KindObject || len(strictjson.Unknown(it, known)) > 0 {
			return nil, s.broken(path, it.Place(), "one of its "+key+" is no object that this usher knows")
		}
	}
	return list.Items(), nil
}

func (s stateFile) broken(path string, at strictjson.Place, why string) error {
	e := fault.New(fault.Failed, fmt.Sprintf("%s %s cannot be used: %s", s.what, path, why), s.hint(path))
	e.Problems = []fault.Problem{{File: path, Line: at.Line, Column: at.Column, Rule: s.rules + "/corrupt", Message: why}}
	return e
}

func (s stateFile) hint(path string) string {
	return "restore it from a backup, or move it away " + s.way + ": mv " + path + " " + path + ".broken"
}

// textOf is the text under a key, "" where there is none or something else.
func textOf(v *strictjson.Value, key string) string {
	m := v.Get(key)
	if m == nil {
		return ""
	}
	s, _ := m.Text()
	return s
}
