package launch

import (
	"strings"

	"golang.org/x/sys/unix"

	"usher/pkg/sandbox"
)

// root is the new root while it is being filled.
type root struct {
	plan sandbox.Plan
	dead int   // a file that nobody can open, for what is hidden
	bare []int // mounts in memory that end read-only
}

const (
	deadFile = "/.hidden"
	unlisted = 0o111 // can be walked through, not listed
)

// buildRoot changes this process's root to a new one that shows what the plan
// says and nothing else (SPEC B1, B2). Everything shown is opened first; then the
// old root is gone for good, and the new one is filled by its own paths only.
func buildRoot(p sandbox.Plan) error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return failed(stepMount, "/", err)
	}
	r := root{plan: p}
	pieces, err := gather(p)
	if err == nil {
		err = r.enterEmpty()
	}
	if err == nil {
		err = r.begin()
	}
	if err != nil {
		return err
	}
	for _, piece := range pieces {
		if err := r.put(piece); err != nil {
			return err
		}
	}
	return r.finish()
}

// enterEmpty makes an empty folder in memory the root and lets go of the old one.
// It is mounted where every computer has a folder; what that shows is opened already.
func (r *root) enterEmpty() error {
	tree, err := scratch("0755", sizeBare, attrWrite)
	if err != nil {
		return failed(stepMount, "/", err)
	}
	r.bare = append(r.bare, tree)
	place, err := unix.Open("/usr", unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return failed(stepMount, "/usr", err)
	}
	defer unix.Close(place)
	for _, step := range []func() error{
		func() error { return attach(tree, place) },
		func() error { return unix.Fchdir(tree) },
		func() error { return unix.PivotRoot(".", ".") },
		func() error { return unix.Unmount(".", unix.MNT_DETACH) },
		func() error { return unix.Chdir("/") },
	} {
		if err := step(); err != nil {
			return failed(stepMount, "/", err)
		}
	}
	return nil
}

// begin makes what may be listed, and the file that hides others.
func (r *root) begin() error {
	for _, dir := range []string{"/etc", "/proc"} {
		if err := unix.Mkdir(dir, 0o755); err != nil {
			return failed(stepMount, dir, err)
		}
	}
	fd, err := unix.Open(deadFile, unix.O_CREAT|unix.O_EXCL|unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return failed(stepMount, deadFile, err)
	}
	_ = unix.Close(fd)
	r.dead, err = find(deadFile)
	return failed(stepMount, deadFile, err)
}

// finish makes the folder that the server starts in, and the root read-only.
func (r *root) finish() error {
	if err := r.folder(r.plan.Dir); err != nil {
		return failed(stepMount, r.plan.Dir, err)
	}
	_ = unix.Close(r.dead)
	if err := unix.Unlink(deadFile); err != nil {
		return failed(stepMount, deadFile, err)
	}
	for _, tree := range r.bare {
		if err := readOnly(tree); err != nil {
			return failed(stepMount, "read-only", err)
		}
		_ = unix.Close(tree)
	}
	return nil
}

// folder makes a folder and those above it. Each may be walked through and not
// listed. Nothing is made in a folder that is shown: what is missing there is
// missing outside.
func (r *root) folder(path string) error {
	for i := 1; i <= len(path); i++ {
		if i < len(path) && path[i] != '/' || isShown(r.plan, path[:i]) {
			continue
		}
		err := unix.Mkdir(path[:i], unlisted)
		if err != nil && err != unix.EEXIST {
			return err
		}
	}
	fd, err := find(path)
	if err != nil {
		return err
	}
	return unix.Close(fd)
}

// above is the folder that holds a path.
func above(path string) string { return path[:max(strings.LastIndexByte(path, '/'), 1)] }
