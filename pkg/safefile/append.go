package safefile

import (
	"context"
	"path/filepath"
)

// Append adds data to the end of a file in one write, under the change's lock, so
// that of many writers at once each has all of its bytes in one piece. A missing
// file is made; one that is not who's, not regular, a link, writable by others or
// known by a second name is refused and unchanged. A file that would become larger than c.Max is first
// moved to its name with .1 behind, over the one that is there. A last line that
// a crash left without its end is ended first. Perm is 0600 whatever the umask, and
// whatever an older one had.
//
// It does not wait for the disk: what is appended may be lost with the machine,
// never with the process.
func Append(ctx context.Context, c Change, data []byte) error {
	c = c.filled()
	return held(ctx, c, func(root *Root, name string) error { return root.extend(name, c, data) })
}

// held does something to c.Path's file in its folder, under the change's lock.
func held(ctx context.Context, c Change, do func(folder *Root, name string) error) error {
	unlock, err := lock(ctx, c)
	if err != nil {
		return err
	}
	defer unlock()
	folder, name := filepath.Split(c.Path)
	root, err := openFolder(folder, c.Who)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	return do(root, name)
}

// namedTwice is the error for a file that has another name, a hard link: whatever is
// appended would turn up there too.
func namedTwice(path string) error {
	return fail(path, aFile, ruleLink, "has a second name (a hard link), under which everything added to it would stand too",
		"move it away, and a new one is made: mv "+quote(path)+" "+quote(path+".old"), nil)
}

// rotated is the name of the older file.
func rotated(name string) string { return name + ".1" }
