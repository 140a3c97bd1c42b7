package launch

import (
	"errors"
	"os"
	"slices"

	"golang.org/x/sys/unix"

	"usher/pkg/sandbox"
)

// bubblewrapped is bwrap's argv for a plan. Only paths are in it: arguments and
// environment go to the inner step in descriptor planFd, and bwrap itself gets an
// empty environment, since process 1 inside is bwrap and can be looked at there.
func bubblewrapped(p sandbox.Plan) ([]string, error) {
	self, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return nil, failed(stepPlan, "usher-run", err)
	}
	if err := sane(p); err != nil {
		return nil, err
	}
	for _, list := range [...][]string{{p.Data}, p.Read, p.Write, p.Runtimes, p.Files, p.Protect, p.Mask} {
		for _, path := range list {
			if err := straight(path); err != nil {
				return nil, failed(stepMount, path, err)
			}
		}
	}
	return wrapping(p, self, lookAt), nil
}

// straight refuses a path that has become a link since the plan was made. That one
// is missing is for bwrap to say.
func straight(path string) error {
	fd, err := find(path)
	switch {
	case errors.Is(err, unix.ENOENT):
		return nil
	case err != nil:
		return err
	}
	return unix.Close(fd)
}

// kind is what stands at a path outside.
type kind uint8

const (
	kindNone kind = iota
	kindFolder
	kindFile // or a socket, or a device
	kindLink
)

// lookAt is the kind of what stands at a path, and where a link leads.
func lookAt(path string) (kind, string) {
	var st unix.Stat_t
	if unix.Lstat(path, &st) != nil {
		return kindNone, ""
	}
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFDIR:
		return kindFolder, ""
	case unix.S_IFLNK:
		to, err := os.Readlink(path)
		if err != nil {
			return kindNone, ""
		}
		return kindLink, to
	}
	return kindFile, ""
}

// wrapping is the argv, as a value of the plan and of what look says: self is
// usher-run. Order is all in it: a path comes after those above it, and what holds
// for the whole comes last.
func wrapping(p sandbox.Plan, self string, look func(string) (kind, string)) []string {
	w := &wrap{plan: p, look: look, argv: []string{"bwrap",
		"--unshare-user", "--unshare-ipc", "--unshare-pid", "--unshare-uts", "--unshare-cgroup-try",
		"--cap-drop", "ALL", "--die-with-parent", "--new-session"}}
	if p.Network != sandbox.NetworkOn {
		w.add("--unshare-net")
	}
	if w.knows(optionNoUserns) {
		w.add(optionNoUserns)
	}
	w.system()
	w.kernel()
	w.places()
	if !w.shown(p.Dir) {
		w.folder(p.Dir)
	}
	w.add("--ro-bind", self, stageFile)
	for _, dir := range w.last {
		w.add("--remount-ro", dir)
	}
	return append(w.argv, "--remount-ro", "/", "--", stageFile, innerWord)
}

// stageFile is usher-run inside. The inner step shuts it out with all the rest
// that no field of the plan names.
const stageFile = "/.usher-run"

// wrap is an argv that is being written.
type wrap struct {
	plan    sandbox.Plan
	look    func(string) (kind, string)
	argv    []string
	mounted []string // where something of the outside, or a file system, is
	made    []string // empty folders
	last    []string // file systems that are shut when all is in them
}

func (w *wrap) add(words ...string)      { w.argv = append(w.argv, words...) }
func (w *wrap) knows(option string) bool { return slices.Contains(w.plan.Options, option) }

// shown reports whether a path is on something that was mounted from outside.
func (w *wrap) shown(path string) bool {
	return slices.ContainsFunc(w.mounted, func(at string) bool { return within(path, at) })
}
