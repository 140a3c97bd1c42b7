package cmd

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"usher/pkg/fault"
	"usher/pkg/places"
)

// hostTarget is where a file of an assistant's is written.
type hostTarget struct {
	path   string // as the assistant names it
	file   string // path, or where its link leads
	linked bool
	make   []string // folders that are missing, the outer ones first
}

// targetOf follows a person's own link, to a folder of dotfiles say: the file it leads
// to is written and the link stays. In a project, whose links others lay, none is
// followed (SPEC F5, Q2).
func targetOf(path, project string) (hostTarget, error) {
	t := hostTarget{path: path, file: path}
	if project != "" {
		if !places.Inside(project, path) {
			return t, fault.New(fault.Refused, path+" is outside the project "+project)
		}
		at := textPlace{base: project, project: project}
		if err := at.unlinked(filepath.Dir(path)); err != nil {
			return t, err
		}
	}
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		t.make, err = missingAbove(path)
		return t, err
	case err != nil:
		return t, &fault.Error{Message: path + " cannot be looked at: " + err.Error(), Err: err}
	case info.Mode()&fs.ModeSymlink == 0:
		return t, nil
	case project != "":
		return t, fault.New(fault.Refused, path+" is a link, and in a project nothing is written through one", "make it a file of its own")
	}
	t.linked = true
	if t.file, err = filepath.EvalSymlinks(path); err != nil {
		return t, fault.New(fault.Refused, path+" is a link that leads nowhere", "make its target, or remove it")
	}
	return t, nil
}

// missingAbove are the folders that a file needs and that are not there.
func missingAbove(path string) ([]string, error) {
	var out []string
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		info, err := os.Stat(dir)
		switch {
		case err == nil && info.IsDir():
			return out, nil
		case err == nil, !errors.Is(err, fs.ErrNotExist), dir == filepath.Dir(dir):
			return nil, fault.New(fault.Refused, dir+" is no folder that can be used", "look at it: "+quoteFolder(dir))
		}
		if _, err := os.Lstat(dir); err == nil {
			return nil, fault.New(fault.Refused, dir+" is a link that leads nowhere", "make its target, or remove it")
		}
		out = append([]string{dir}, out...)
	}
}

// prepare makes the folders that are missing.
func (t hostTarget) prepare(project string) error {
	mode := fs.FileMode(0o700)
	if project != "" {
		mode = 0o755
	}
	for _, dir := range t.make {
		if err := os.Mkdir(dir, mode); err != nil && !errors.Is(err, fs.ErrExist) {
			return &fault.Error{Message: dir + " could not be made: " + err.Error(), Err: err}
		}
	}
	return nil
}
