//go:build unix

package safefile

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// checked is Q2's check of one opened file or folder: its owner and its mode.
func checked(path string, what thing, st unix.Stat_t, who Owner) error {
	if err := ownedBy(path, what, st, who, false); err != nil {
		return err
	}
	return unwritable(path, what, st, who)
}

// passable is the check of a folder on the way to a root: whoever can write it
// can put another folder in ours' place, except in a sticky one such as /tmp.
func passable(path string, st unix.Stat_t, who Owner) error {
	if err := ownedBy(path, aFolder, st, who, true); err != nil {
		return err
	}
	if uint32(st.Mode)&unix.S_ISVTX != 0 {
		return nil
	}
	return unwritable(path, aFolder, st, who)
}

// ownedBy refuses what belongs to a stranger. On the way to a root (passing) an
// owner that this user namespace cannot name counts as root: inside a rootless
// container "/" itself looks like that.
func ownedBy(path string, what thing, st unix.Stat_t, who Owner, passing bool) error {
	if st.Uid == 0 || passing && unmapped(st.Uid) {
		return nil
	}
	us := os.Geteuid()
	switch who {
	case Self:
		if int(st.Uid) == us {
			return nil
		}
		whose := ", not to you or root"
		if us == 0 {
			whose = ", not to root, who runs this"
		}
		return fail(path, what, ruleOwner, "belongs to user "+strconv.Itoa(int(st.Uid))+whose,
			"if you know what it holds: "+sudo(0)+"chown "+strconv.Itoa(us)+" "+quote(path), nil)
	case Machine:
	}
	return fail(path, what, ruleOwner, "belongs to user "+strconv.Itoa(int(st.Uid))+", not to root",
		"if you know what it holds: "+sudo(0)+"chown root "+quote(path), nil)
}

// unwritable refuses what others can change.
func unwritable(path string, what thing, st unix.Stat_t, who Owner) error {
	mode := uint32(st.Mode)
	all := mode&unix.S_IWOTH != 0
	group := mode&unix.S_IWGRP != 0
	if !all && (!group || who == Self && privateGroup(systemAccounts, st.Gid, uint32(os.Geteuid())) && !hasACL(path)) {
		return nil
	}
	why := "is writable by its group " + strconv.Itoa(int(st.Gid))
	if all {
		why = "is writable by everyone"
	}
	return fail(path, what, ruleMode, why, sudo(int(st.Uid))+"chmod go-w "+quote(path), nil)
}

// sudo is the prefix of a command that only that user (or root) may run.
func sudo(uid int) string {
	if us := os.Geteuid(); us == uid || us == 0 {
		return ""
	}
	return "sudo "
}
