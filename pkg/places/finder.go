package places

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"usher/pkg/fault"
)

// finder is a Find under way.
type finder struct {
	in         Input
	goos       string
	project    string      // real path, "" for none
	spelled    string      // the same as it was named
	folder     os.FileInfo // of project
	byVariable bool        // $USHER_PROJECT names it
	home       string      // the home folder that was found usable, "" for none yet
}

func newFinder(in Input) *finder {
	f := &finder{in: in, goos: in.GOOS}
	if f.goos == "" {
		f.goos = runtime.GOOS
	}
	return f
}

// find is one place. homeless says that the error is about the home folder, the
// last resort, and not about something that was set for this very place.
func (f *finder) find(s source, flag string) (path string, homeless bool, err error) {
	if flag != "" {
		path, err = f.absolute(s.flag, flag)
		return path, false, err
	}
	if v := f.in.Getenv(s.own); v != "" {
		path, err = f.outside(s, s.own, v, "")
		return path, false, err
	}
	if v := f.variable(s.base); v != "" {
		path, err = f.outside(s, s.base, v, s.tail)
		return path, false, err
	}
	home := f.in.Getenv(s.home)
	if home == "" || home != f.home {
		if err := usable(s, home); err != nil {
			return "", true, err
		}
		f.home = home
	}
	path, err = f.outside(s, s.home, home, s.rest)
	return path, err != nil, err
}

func (f *finder) variable(name string) string {
	if name == "" {
		return ""
	}
	return f.in.Getenv(name)
}

// absolute resolves the value of a flag against the working directory.
func (f *finder) absolute(flag, value string) (string, error) {
	if filepath.IsAbs(value) {
		return filepath.Clean(value), nil
	}
	if !filepath.IsAbs(f.in.WorkDir) {
		return "", fault.New(fault.Refused, flag+" is not absolute, and the working directory cannot be told",
			"give the full path: "+flag+" DIR")
	}
	return filepath.Join(f.in.WorkDir, value), nil
}

// outside is a place out of the environment: absolute and, with every link
// followed, not in the project, which could otherwise bring its own hooks and
// decisions along.
func (f *finder) outside(s source, variable, value, tail string) (string, error) {
	if !filepath.IsAbs(value) {
		return "", refuse(s, variable, "is not absolute")
	}
	path := filepath.Join(value, filepath.FromSlash(tail))
	if f.holds(path) {
		return "", refuse(s, variable, "leads into the project folder "+f.project)
	}
	return path, nil
}

// usable checks the home folder, which is the last resort.
func usable(s source, home string) error {
	if home == "" {
		return refuse(s, s.home, "is not set")
	}
	if !filepath.IsAbs(home) {
		return refuse(s, s.home, "is not absolute")
	}
	info, err := os.Stat(home)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return refuse(s, s.home, "names a folder that does not exist")
	case err != nil:
		return refuse(s, s.home, "names a folder that cannot be looked at")
	case !info.IsDir():
		return refuse(s, s.home, "names a file, not a folder")
	}
	return nil
}

// refuse names a variable and why its value, which is not repeated, will not do.
func refuse(s source, variable, why string) error {
	return fault.New(fault.Refused, "$"+variable+" "+why, "set "+variable+" right, or give the full path, which wins: "+s.flag+" DIR")
}
