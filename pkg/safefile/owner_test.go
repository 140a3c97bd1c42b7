//go:build unix

package safefile

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"golang.org/x/sys/unix"
)

func stat(uid, gid, mode uint32) (st unix.Stat_t) {
	st.Uid, st.Gid = uid, gid
	st.Mode |= unix.S_IFREG
	for bit := uint32(1); bit <= 0o7777; bit <<= 1 { // the field's width differs between systems
		if mode&bit != 0 {
			st.Mode |= 1 << len2(bit)
		}
	}
	return st
}

func len2(bit uint32) (n int) {
	for ; bit > 1; bit >>= 1 {
		n++
	}
	return n
}

// Q2: us or root, and writable by nobody else; L2: the machine's is root's alone.
func TestOwnerAndModeTable(t *testing.T) {
	us, other := uint32(os.Geteuid()), uint32(54321)
	for _, c := range []struct {
		name     string
		who      Owner
		uid, gid uint32
		mode     uint32
		rule     string
		hint     string
	}{
		{"ours", Self, us, 7, 0o644, "", ""},
		{"root's", Self, 0, 0, 0o644, "", ""},
		{"a stranger's", Self, other, 7, 0o600, "file/owner", "chown " + strconv.Itoa(int(us)) + " /d/f"},
		{"world-writable", Self, us, 7, 0o602, "file/mode", "chmod go-w /d/f"},
		{"root's, world-writable", Self, 0, 0, 0o666, "file/mode", "chmod go-w /d/f"},
		{"writable by a shared group", Self, us, other, 0o660, "file/mode", "chmod go-w /d/f"},
		{"sticky changes nothing for a file", Self, us, 7, 0o1777, "file/mode", "chmod go-w /d/f"},
		{"the machine's", Machine, 0, 0, 0o644, "", ""},
		{"a stranger's in the machine's", Machine, other, 0, 0o644, "file/owner", "chown root /d/f"},
		{"the machine's, group-writable", Machine, 0, 0, 0o664, "file/mode", "chmod go-w /d/f"},
		{"the machine's, world-writable", Machine, 0, 0, 0o646, "file/mode", "chmod go-w /d/f"},
		{"nobody's in an unknown layer", Owner(9), other, 0, 0o600, "file/owner", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := checked("/d/f", aFile, stat(c.uid, c.gid, c.mode), c.who)
			if c.rule == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			wantProblem(t, err, c.rule, "/d/f", "", c.hint)
		})
	}
}

// The machine's own files are not ours: only root may own them.
func TestMachineRootMustBeRoots(t *testing.T) {
	if !asOrdinary(t) {
		return
	}
	dir := realDir(t)
	_, err := OpenRoot(dir, Machine)
	wantProblem(t, err, "file/owner", filepath.Dir(dir), "belongs to user "+strconv.Itoa(os.Geteuid())+", not to root", "sudo chown root ")
	if got, err := open(t, "/etc", Machine).Read("passwd", 1<<22); err != nil || len(got) == 0 {
		t.Errorf("a file of root's: %v", err)
	}
}

// A14: the folder, every folder between it and the file, and the file, each on
// its handle; and the folders above it, where a sticky one is fine.
func TestEveryFolderIsChecked(t *testing.T) {
	if !asOrdinary(t) {
		return
	}
	top := realDir(t)
	root := mkdir(t, filepath.Join(top, "above", "root"), 0o700)
	mkdir(t, filepath.Join(root, "a", "b"), 0o755)
	at := func(name string) string { return filepath.Join(top, "above", name) }
	write(t, at("root/a/b/f"), "x", 0o644)
	for _, c := range []struct {
		path string
		mode os.FileMode
		ok   bool
	}{
		{"", 0o777, false}, {"", 0o777 | os.ModeSticky, true}, {"", 0o700, true},
		{"root", 0o702, false}, {"root", 0o777 | os.ModeSticky, false}, {"root", 0o711, true},
		{"root/a", 0o757, false}, {"root/a", 0o755, true},
		{"root/a/b", 0o707, false}, {"root/a/b", 0o700, true},
		{"root/a/b/f", 0o666, false}, {"root/a/b/f", 0o602, false}, {"root/a/b/f", 0o444, true},
	} {
		t.Run(c.path+" "+c.mode.String(), func(t *testing.T) {
			info, err := os.Stat(at(c.path))
			if err != nil {
				t.Fatal(err)
			}
			chmod(t, at(c.path), c.mode)
			defer chmod(t, at(c.path), info.Mode())
			r, err := OpenRoot(root, Self)
			if err == nil {
				defer func() { _ = r.Close() }()
				_, err = r.Read("a/b/f", 0)
			}
			if c.ok && err != nil {
				t.Error(err)
			}
			if !c.ok {
				wantProblem(t, err, "file/mode", at(c.path), "is writable by everyone", "chmod go-w "+at(c.path))
			}
		})
	}
}

// What may not be opened is named, with the permission that is missing.
func TestDeniedNamesThePermission(t *testing.T) {
	if !asOrdinary(t) {
		return
	}
	top := realDir(t)
	root := mkdir(t, filepath.Join(top, "root"), 0o700)
	sub := mkdir(t, filepath.Join(root, "sub"), 0o700)
	file := filepath.Join(sub, "f")
	write(t, file, "x", 0o600)
	for _, c := range []struct {
		path string
		mode os.FileMode
		file string
		hint string
	}{
		{file, 0o200, file, "chmod u+r " + file},
		{sub, 0o600, file, "chmod u+x " + sub},
		{top, 0o600, top, "chmod u+x " + top},
	} {
		info, err := os.Stat(c.path)
		if err != nil {
			t.Fatal(err)
		}
		chmod(t, c.path, c.mode)
		r, err := OpenRoot(root, Self)
		if err == nil {
			_, err = r.Read("sub/f", 0)
			_ = r.Close()
		}
		chmod(t, c.path, info.Mode())
		wantProblem(t, err, "file/denied", c.file, "permission denied", c.hint)
	}
}

// A stranger's file, folder, or link on the way. Only root can make one.
func TestStrangersThingsAreRefused(t *testing.T) {
	if os.Geteuid() != 0 {
		err := ownedBy("/x", aLink, stat(54321, 0, 0o777), Self, true)
		wantProblem(t, err, "file/owner", "/x", "belongs to user 54321, not to you or root", "sudo chown ")
		return
	}
	dir := realDir(t)
	at := func(name string) string { return filepath.Join(dir, name) }
	mkdir(t, at("root/sub"), 0o755)
	write(t, at("root/f"), "x", 0o644)
	write(t, at("root/sub/f"), "x", 0o644)
	mkdir(t, at("above/root"), 0o755)
	link(t, "root", at("link"))
	for _, name := range []string{"root/f", "root/sub", "above", "above/root", "link"} {
		if err := os.Lchown(at(name), 54321, 0); err != nil {
			t.Fatal(err)
		}
	}
	r := open(t, at("root"), Self)
	_, errFile := r.Read("f", 0)
	_, errSub := r.Read("sub/f", 0)
	_, errNames := r.Names("sub", 0)
	_, errAbove := OpenRoot(at("above/root"), Self)
	_, errLink := OpenRoot(at("link"), Self)
	for file, err := range map[string]error{"root/f": errFile, "root/sub": errSub, "above": errAbove, "link": errLink} {
		wantProblem(t, err, "file/owner", at(file), "belongs to user 54321, not to root, who runs this", "chown 0 ")
	}
	wantProblem(t, errNames, "file/owner", at("root/sub"), "belongs to user 54321", "chown 0 ")
}
