package proc

import (
	"path/filepath"
	"strings"
)

// complete fills in what a zero field stands for.
func (s Spec) complete() Spec {
	if s.Argv0 == "" {
		s.Argv0 = s.Path
	}
	if s.Grace <= 0 {
		s.Grace = DefaultGrace
	}
	if s.Drain <= 0 {
		s.Drain = DefaultDrain
	}
	return s
}

// ending is why nothing starts after Close.
const ending = "usher is ending"

// unfit says why nothing can be started from s; "" when that is for the system to say.
func (s Spec) unfit() string {
	switch {
	case s.Path == "":
		return "no program is named"
	case !filepath.IsAbs(s.Path):
		return "the program " + s.Path + " is not an absolute path"
	case s.Dir == "":
		return "no working directory is named"
	case !filepath.IsAbs(s.Dir):
		return "the working directory " + s.Dir + " is not an absolute path"
	case strings.IndexByte(s.Path, 0) >= 0 || strings.IndexByte(s.Dir, 0) >= 0:
		return "the program or its working directory holds a NUL byte"
	case holdsNUL(s.Args) || strings.IndexByte(s.Argv0, 0) >= 0:
		return "an argument holds a NUL byte"
	case holdsNUL(s.Env):
		return "its environment holds a NUL byte"
	}
	return ""
}

func holdsNUL(list []string) bool {
	for _, v := range list {
		if strings.IndexByte(v, 0) >= 0 {
			return true
		}
	}
	return false
}
