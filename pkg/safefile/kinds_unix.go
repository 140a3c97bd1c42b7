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

func notFolder(path string, st unix.Stat_t) *fault.Error {
	return fail(path, aFile, ruleNotRegular, "is "+kind(st)+", not a folder", "move it away: mv "+quote(path)+" "+quote(path+".old"), unix.ENOTDIR)
}

func notRegular(path string, st unix.Stat_t) *fault.Error {
	return fail(path, aFile, ruleNotRegular, "is "+kind(st)+", not a regular file", "move it away: mv "+quote(path)+" "+quote(path+".old"), nil)
}

// linked is the error for a link below a root.
func linked(path, target string, what thing) *fault.Error {
	hint := "put the file itself there: rm " + quote(path) + " && cp " + quote(target) + " " + quote(path)
	if what == aFolder {
		hint = "put the folder itself there: rm " + quote(path) + " && cp -R " + quote(target) + " " + quote(path)
	}
	return fail(path, what, ruleLink, "is a link to "+target+", and links are not followed", hint, unix.ELOOP)
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
