//go:build unix

package safefile

import (
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// maxLinks is how many links on the way to a root are followed.
const maxLinks = 40

// resolved is where a path leads: the real path of what exists, and the names
// below it that do not.
type resolved struct {
	path    string
	st      unix.Stat_t
	missing []string
}

// resolve follows a path from the top, links included, and checks every folder
// it passes through and every link it follows: someone else who can write one
// of them could put another folder in the place of ours.
func resolve(path string, who Owner) (resolved, error) {
	if !filepath.IsAbs(path) {
		return resolved{}, fail(path, aFolder, ruleName, "is not an absolute path", "", nil)
	}
	w := walker{who: who, path: filepath.Clean(path), todo: split(path)}
	w.own = len(w.todo)
	if err := w.restart("/"); err != nil {
		return resolved{}, err
	}
	for len(w.todo) > 0 {
		if done, err := w.step(); done || err != nil {
			return w.at, err
		}
	}
	return w.at, nil
}

// walker is a resolve under way. The last own names of todo are the path's own;
// those before them came out of link, the last link followed.
type walker struct {
	who   Owner
	path  string
	at    resolved
	todo  []string
	own   int
	link  string
	links int
}

func (w *walker) restart(at string) error {
	w.at = resolved{path: at}
	if err := lstat(at, &w.at.st); err != nil {
		return failedIO(at, aFolder, "cannot be looked at", err)
	}
	return nil
}

func (w *walker) step() (done bool, err error) {
	if !isDir(w.at.st) {
		return false, notFolder(w.at.path, w.at.st)
	}
	if err := passable(w.at.path, w.at.st, w.who); err != nil {
		return false, err
	}
	foreign := len(w.todo) > w.own
	name := w.todo[0]
	w.todo = w.todo[1:]
	w.own = min(w.own, len(w.todo))
	if name == ".." {
		return false, w.restart(filepath.Dir(w.at.path))
	}
	next := below(w.at.path, name)
	var st unix.Stat_t
	switch err := lstat(next, &st); {
	case err == unix.ENOENT && foreign:
		return false, leadsNowhere(w.link, next)
	case err == unix.ENOENT:
		w.at.missing = append([]string{name}, w.todo...)
		return true, nil
	case err == unix.EACCES:
		return false, denied(w.at.path, aFolder, w.at.st, w.who, "x", err)
	case err != nil:
		return false, failedIO(next, aFile, "cannot be looked at", err)
	case isLink(st):
		return false, w.follow(next, st)
	}
	w.at = resolved{path: next, st: st}
	return false, nil
}

func (w *walker) follow(link string, st unix.Stat_t) error {
	if w.links++; w.links > maxLinks {
		return fail(w.path, aFolder, ruleLink, "leads through too many links", "", unix.ELOOP)
	}
	if err := ownedBy(link, aLink, st, w.who, true); err != nil {
		return err
	}
	target, err := readlink(unix.AT_FDCWD, link)
	if err != nil {
		return failedIO(link, aLink, "cannot be read", err)
	}
	w.link = link
	w.todo = append(split(target), w.todo...)
	if filepath.IsAbs(target) {
		return w.restart("/")
	}
	return nil
}

// split gives the names of a path, without empty ones and dots.
func split(path string) []string {
	names := make([]string, 0, strings.Count(path, "/")+1)
	for n := range strings.SplitSeq(path, "/") {
		if n != "" && n != "." {
			names = append(names, n)
		}
	}
	return names
}

// below is the path of a name in a folder whose path is clean.
func below(folder, name string) string {
	if folder == "/" {
		return "/" + name
	}
	return folder + "/" + name
}

func lstat(path string, st *unix.Stat_t) error {
	return retry(func() error { return unix.Lstat(path, st) })
}

// retry repeats a call that a signal interrupted, a bounded number of times.
func retry(call func() error) (err error) {
	for range 100 {
		if err = call(); err != unix.EINTR {
			return err
		}
	}
	return err
}
