//go:build unix

package safefile

import (
	"os"
	"path/filepath"
	"testing"
)

// Q2: the private group of a user is one nobody else is in.
func TestPrivateGroup(t *testing.T) {
	const passwd = `# accounts
root:x:0:0::/root:/bin/sh
ann:x:1000:1000::/home/ann:/bin/sh
bob:x:1001:100::/home/bob:/bin/sh
cid:x:1002:2002::/home/cid:/bin/sh
dan:x:1003:1003::/home/dan:/bin/sh
eve:x:1004:1003::/home/eve:/bin/sh
fay:x:1005:1005::/home/fay:/bin/sh
gus:x:1006:1006
bad line
`
	const group = `root:x:0:
users:x:100:
ann:x:1000:
cid:x:2002:cid
dan:x:1003:
fay:x:1005:fay,bob
staff:x:50:ann
eve:x:1004:
`
	dir := t.TempDir()
	write(t, filepath.Join(dir, "passwd"), passwd, 0o644)
	write(t, filepath.Join(dir, "group"), group, 0o644)
	for _, c := range []struct {
		why      string
		gid, uid uint32
		want     bool
	}{
		{"number and name are ann's", 1000, 1000, true},
		{"root's own", 0, 0, true},
		{"the name is cid's, the number another", 2002, 1002, true},
		{"a group of many", 100, 1001, false},
		{"a group ann is in, by another name", 50, 1000, false},
		{"dan's number, but it is eve's primary group too", 1003, 1003, false},
		{"eve's own name and number", 1004, 1004, true},
		{"bob is in fay's group", 1005, 1005, false},
		{"in no file, equal numbers", 4000, 4000, true},
		{"in no file, other numbers", 4001, 4000, false},
		{"somebody else's private group", 1000, 1001, false},
		{"a group without a line", 1006, 1006, true},
	} {
		if got := privateGroup(dir, c.gid, c.uid); got != c.want {
			t.Errorf("%s: gid %d, uid %d: %t", c.why, c.gid, c.uid, got)
		}
	}
	none := filepath.Join(dir, "none")
	if !privateGroup(none, 7, 7) || privateGroup(none, 8, 7) {
		t.Error("without the files only equal numbers count")
	}
}

// Q2: group-writable is refused, but for the private group, on a file and on a
// folder; which of the two ours is, the system's own files say.
func TestGroupWritable(t *testing.T) {
	dir := realDir(t)
	sub := mkdir(t, filepath.Join(dir, "sub"), 0o770)
	write(t, filepath.Join(dir, "f"), "x", 0o660)
	write(t, filepath.Join(sub, "f"), "x", 0o600)
	private := privateGroup(systemAccounts, uint32(os.Getegid()), uint32(os.Geteuid()))
	r := open(t, dir, Self)
	for name, file := range map[string]string{"f": "f", "sub/f": "sub"} {
		_, err := r.Read(name, 0)
		if private && err != nil {
			t.Errorf("our own group may write: %v", err)
		}
		if !private {
			wantProblem(t, err, "file/mode", filepath.Join(dir, file), "is writable by its group", "chmod go-w ")
		}
	}
}
