package places

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"usher/pkg/fault"
)

// projectVariable names the project where --project does not.
const projectVariable = "USHER_PROJECT"

// findProject takes the folder that was named and nothing else: no folder is
// inferred here (SPEC L5).
func (f *finder) findProject() error {
	switch {
	case f.in.NoProject && f.in.Project != "" && !f.in.Upward:
		return fault.New(fault.Refused, "--project and --no-project say opposite things", "give one of the two")
	case f.in.NoProject:
		return nil
	}
	path, hint := f.in.Project, "give another folder: --project DIR, or none: --no-project"
	var err error
	if path != "" {
		path, err = f.absolute("--project", path)
	} else if path = f.in.Getenv(projectVariable); path != "" {
		f.byVariable = true
		hint = "set " + projectVariable + " right, or give --project DIR, which wins, or --no-project"
		if !filepath.IsAbs(path) {
			err = fault.New(fault.Refused, "$"+projectVariable+" is not absolute", hint)
		}
	}
	if err != nil || path == "" {
		return err
	}
	return f.takeProject(filepath.Clean(path), hint)
}

// takeProject makes a folder the project, by its real path, or says why not.
func (f *finder) takeProject(path, hint string) error {
	refuse := func(why string) error {
		return fault.New(fault.Refused, "the project folder "+path+" "+why, hint)
	}
	actual, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		return refuse("does not exist")
	}
	info, statErr := os.Stat(actual)
	switch {
	case err != nil || statErr != nil:
		return refuse("cannot be looked at")
	case !info.IsDir():
		return refuse("is not a folder")
	case f.isHome(info):
		return refuse("is your home folder, which is never a project")
	}
	f.project, f.spelled, f.folder = actual, path, info
	return nil
}

// isHome compares with the home folder as the system sees both, so under any
// name and through any link.
func (f *finder) isHome(folder os.FileInfo) bool {
	home := f.in.Getenv(homeVariable(f.goos))
	if !filepath.IsAbs(home) {
		return false
	}
	info, err := os.Stat(home)
	return err == nil && os.SameFile(info, folder)
}
