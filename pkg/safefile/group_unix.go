//go:build unix

package safefile

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// systemAccounts is where passwd and group lie.
const systemAccounts = "/etc"

// maxAccounts bounds what is read of passwd and of group, in bytes.
const maxAccounts = 8 << 20

// privateGroup reports whether a group is the user's own, as distributions that
// give everyone a group make it (SPEC Q2): its number is the user's or its name
// is, and nobody else is in it or has it as primary group. Where the files
// cannot tell, only equal numbers count. The files are read only when something
// is group-writable, so hardly ever.
func privateGroup(dir string, gid, uid uint32) bool {
	user := ""
	for _, f := range accounts(filepath.Join(dir, "passwd")) { // name:x:uid:gid:…
		if len(f) < 4 {
			continue
		}
		mine := isNumber(f[2], uid)
		if mine {
			user = f[0]
		}
		if !mine && isNumber(f[3], gid) {
			return false
		}
	}
	private := gid == uid
	for _, f := range accounts(filepath.Join(dir, "group")) { // name:x:gid:member,…
		if len(f) < 4 || !isNumber(f[2], gid) {
			continue
		}
		private = private || user != "" && f[0] == user
		others := slices.ContainsFunc(strings.Split(f[3], ","), func(m string) bool { return m != "" && m != user })
		if others {
			return false
		}
	}
	return private
}

func accounts(path string) [][]string {
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer func() { _ = f.Close() }()
	data, err := io.ReadAll(io.LimitReader(f, maxAccounts))
	if err != nil {
		return nil
	}
	var out [][]string
	for line := range strings.Lines(string(data)) {
		out = append(out, strings.Split(strings.TrimSpace(line), ":"))
	}
	return out
}

func isNumber(text string, n uint32) bool { return text == strconv.FormatUint(uint64(n), 10) }
