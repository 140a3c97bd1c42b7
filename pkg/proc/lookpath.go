package proc

import (
	"os"
	"path/filepath"
	"strings"
)

// LookPath finds a program once; the path it gives is shown, digested and
// started (SPEC Q4). A name with a slash is that file, relative to dir. Any
// other is looked for in the absolute entries of path (the text of PATH), none
// of them inside the folder outside (the project; "": none): neither the
// working directory nor a project decides what a bare name means.
//
// program is absolute; links are not resolved. When it is "", why says so in
// words: "the program jq does not exist in any folder of PATH".
func LookPath(name, dir, path, outside string) (program, why string) {
	switch {
	case name == "":
		return "", "no program is named"
	case strings.IndexByte(name, 0) >= 0:
		return "", "the program's name holds a NUL byte"
	case hasSeparator(name):
		return lookFile(name, dir)
	}
	skipped, seen := false, ""
	for _, entry := range filepath.SplitList(path) {
		if !filepath.IsAbs(entry) {
			continue
		}
		if outside != "" && inside(outside, entry) {
			skipped = true
			continue
		}
		found, why := findIn(entry, name)
		if found != "" {
			return found, ""
		}
		if _, err := os.Lstat(filepath.Join(entry, name)); err == nil && seen == "" {
			seen = why
		}
	}
	switch {
	case seen != "":
		return "", seen
	case skipped:
		return "", "the program " + name + missing + " in any folder of PATH outside the project"
	}
	return "", "the program " + name + missing + " in any folder of PATH"
}

const missing = " does not exist"

func lookFile(name, dir string) (program, why string) {
	if !filepath.IsAbs(name) {
		if !filepath.IsAbs(dir) {
			return "", "the program " + name + " is relative, and so is the folder it is looked for in"
		}
		name = dir + string(filepath.Separator) + name
	}
	folder, base := filepath.Split(name)
	if strings.Contains(folder, "..") {
		// Behind a link, ".." is not what the text of the path says.
		folder = target(folder)
	}
	return findIn(folder, base)
}

// inside reports whether path is dir or below it, as written or as the file
// system has it.
func inside(dir, path string) bool {
	if below(dir, path) {
		return true
	}
	return below(target(dir), target(path))
}

func below(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	up := ".." + string(filepath.Separator)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, up)
}

// SelfRefuse reports whether program is usher itself or one of the programs
// beside it that would do usher's work (SPEC Q4): the same file as self, under
// whatever name or link. self is the path of the running program. The demo
// server is a server like any other.
func SelfRefuse(program, self string) bool {
	st, err := os.Stat(program)
	if err != nil {
		return false
	}
	same := func(path string) bool {
		other, err := os.Stat(path)
		return err == nil && os.SameFile(st, other)
	}
	if same(self) {
		return true
	}
	for _, dir := range [...]string{filepath.Dir(self), filepath.Dir(target(self))} {
		for _, name := range [...]string{"usher", "usher-gate", runner, "usher-keychain"} {
			if same(filepath.Join(dir, name+programSuffix)) {
				return true
			}
		}
	}
	return false
}

// FindReaper is usher-run beside the running program, else the program itself
// with ReaperWord. self is its path (os.Executable).
func FindReaper(self string) Program {
	p := Program{Path: self, Args: []string{ReaperWord}}
	if found, _ := findIn(filepath.Dir(self), runner); found != "" {
		p.Path = found
	} else if found, _ := findIn(filepath.Dir(target(self)), runner); found != "" {
		p.Path = found
	}
	return p
}

const runner = "usher-run"

// target is path with its links resolved, as far as that is possible.
func target(path string) string {
	if t, err := filepath.EvalSymlinks(path); err == nil {
		return t
	}
	return path
}
