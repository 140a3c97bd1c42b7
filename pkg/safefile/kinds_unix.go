//go:build unix

package safefile

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"

	"usher/pkg/fault"
)

func fileType(st unix.Stat_t) uint32 { return uint32(st.Mode) & unix.S_IFMT }
func isDir(st unix.Stat_t) bool      { return fileType(st) == unix.S_IFDIR }
func isLink(st unix.Stat_t) bool     { return fileType(st) == unix.S_IFLNK }
func isRegular(st unix.Stat_t) bool  { return fileType(st) == unix.S_IFREG }

// kind is what a person calls a kind of file.
func kind(st unix.Stat_t) string {
	switch fileType(st) {
	case unix.S_IFREG:
		return "a file"
	case unix.S_IFDIR:
		return "a folder"
	case unix.S_IFLNK:
		return "a link"
	case unix.S_IFIFO:
		return "a named pipe (FIFO)"
	case unix.S_IFSOCK:
		return "a socket"
	case unix.S_IFCHR, unix.S_IFBLK:
		return "a device"
	}
	return "something unknown"
}

// notFolder is the error for something else on the way to a root.
func notFolder(path string, st unix.Stat_t) *fault.Error {
	return fail(path, aFile, ruleNotRegular, "is "+kind(st)+", not a folder",
		"move it away: mv "+quote(path)+" "+quote(path+".old"), unix.ENOTDIR)
}

// misplaced is the error for something below a root that is of another kind than
// what is read there.
func misplaced(path string, st unix.Stat_t, what thing) *fault.Error {
	wanted := "a regular file"
	if what == aFolder {
		wanted = "a folder"
	}
	return fail(path, aFile, ruleNotRegular, "is "+kind(st)+", not "+wanted,
		"move it away: mv "+quote(path)+" "+quote(path+".old"), nil)
}

// linked is the error for a link below a root.
func linked(path, target string, what thing) *fault.Error {
	return fail(path, what, ruleLink, "is a link to "+target+", and links are not followed here",
		"put the "+string(what)+" itself there instead of the link: rm "+quote(path), unix.ELOOP)
}

func leadsNowhere(link, target string) *fault.Error {
	return fail(link, aLink, ruleLink, "is a link to "+target+", which does not exist", "make what it points to, or remove it: rm "+quote(link), nil)
}

// denied is the error for something the system does not let us open; need is
// the permission that is missing.
func denied(path string, what thing, st unix.Stat_t, who Owner, need string, err error) *fault.Error {
	us := os.Geteuid()
	hint := "sudo chmod a+" + need + " " + quote(path)
	switch {
	case int(st.Uid) == us:
		hint = "chmod u+" + need + " " + quote(path)
	case who == Self:
		hint = "if it should be yours: sudo chown " + strconv.Itoa(us) + " " + quote(path)
	}
	return fail(path, what, ruleDenied, "cannot be opened: permission denied", hint, err)
}
