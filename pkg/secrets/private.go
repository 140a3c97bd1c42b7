package secrets

import (
	"errors"
	"io/fs"
	"path/filepath"

	"usher/pkg/fault"
	"usher/pkg/safefile"
)

const fileName = "secrets.json"

func (s *Store) path() string { return filepath.Join(s.dir, fileName) }

// read is the document as it stands. A missing folder or file is first use;
// anything else that cannot be read, or that others could, is an error.
func (s *Store) read() (document, error) {
	root, err := safefile.OpenRoot(s.dir, safefile.Self)
	if errors.Is(err, fs.ErrNotExist) {
		return document{}, nil
	}
	if err != nil {
		return document{}, err
	}
	defer func() { _ = root.Close() }()
	if err := private(s.dir, s.path()); err != nil {
		return document{}, err
	}
	data, err := root.Read(fileName, maxFile)
	if errors.Is(err, fs.ErrNotExist) {
		return document{}, nil
	}
	if err != nil {
		return document{}, err
	}
	defer clear(data)
	return parse(s.path(), data)
}

// exposed is the refusal of a file or folder that others can get at.
func exposed(path, why, hint string) error {
	message := path + " " + why
	return &fault.Error{Kind: fault.Refused, Message: message, Hints: []string{hint},
		Problems: []fault.Problem{{File: path, Rule: "secrets/exposed", Message: message, Hint: hint}}}
}
