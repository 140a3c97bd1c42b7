//go:build unix

package safefile

import (
	"os"
	"path/filepath"
	"testing"
)

// L2: what stands beside the machine's definitions is root's too, every folder and
// file of it; a link leads to what nobody looked at, and what is not there is nothing.
func TestKeptLooksAtEveryFile_L2(t *testing.T) {
	dir := realDir(t)
	at := func(name string) string { return filepath.Join(dir, name) }
	mkdir(t, at("hooks/sub"), 0o755)
	write(t, at("hooks/guard.sh"), "x", 0o755)
	write(t, at("hooks/sub/f"), "x", 0o644)
	r := open(t, dir, Self)
	for _, name := range []string{"hooks", "hooks/sub/f", "none"} {
		if err := r.Kept(name, 10); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	wantProblem(t, r.Kept("hooks", 2), "file/too-many", at("hooks"), "holds more than 2", "")
	for _, c := range []struct {
		name string
		mode os.FileMode
	}{{"hooks", 0o777}, {"hooks/sub", 0o757}, {"hooks/guard.sh", 0o757}, {"hooks/sub/f", 0o646}} {
		info, err := os.Stat(at(c.name))
		if err != nil {
			t.Fatal(err)
		}
		chmod(t, at(c.name), c.mode)
		wantProblem(t, r.Kept("hooks", 10), "file/mode", at(c.name), "is writable by everyone", "chmod go-w "+at(c.name))
		chmod(t, at(c.name), info.Mode())
	}
	link(t, "hooks", at("whole"))
	wantProblem(t, r.Kept("whole", 10), "file/link", at("whole"), "is a link to hooks, and links are not followed here", "rm "+at("whole"))
	if os.Geteuid() != 0 {
		chmod(t, at("hooks/sub/f"), 0o200)
		wantProblem(t, r.Kept("hooks", 10), "file/denied", at("hooks/sub/f"), "permission denied", "chmod u+r ")
		r.who = Machine
		wantProblem(t, r.Kept("hooks", 10), "file/owner", at("hooks"), "not to root", "sudo chown root ")
		return
	}
	r.who = Machine
	link(t, "sub/f", at("hooks/link"))
	wantProblem(t, r.Kept("hooks", 10), "file/link", at("hooks/link"), "is a link to sub/f", "rm ")
	if err := os.Lchown(at("hooks/link"), 54321, 0); err != nil {
		t.Fatal(err)
	}
	wantProblem(t, r.Kept("hooks", 10), "file/owner", at("hooks/link"), "belongs to user 54321, not to root", "chown root ")
}

// L2: what is written for everybody is written where everybody can read it, with
// the modes said and not the umask's.
func TestForEverybodyIsReadByEverybody_L2(t *testing.T) {
	dir := realDir(t)
	at := func(name string) string { return filepath.Join(dir, name) }
	if os.Geteuid() != 0 {
		if Administrator() {
			t.Error("an ordinary user is no administrator")
		}
		wantProblem(t, ForEverybody(at("etc")), "file/owner", filepath.Dir(dir), "not to root", "sudo chown root ")
		return
	}
	chmod(t, filepath.Dir(dir), 0o755) // the testing package makes it private
	chmod(t, dir, 0o755)
	if err := ForEverybody(at("etc/usher")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"etc", "etc/usher"} {
		if info, err := os.Stat(at(name)); err != nil || info.Mode().Perm() != 0o755 {
			t.Errorf("%s: %v %v", name, info.Mode(), err)
		}
	}
	write(t, at("etc/usher/f"), "x", 0o640)
	wantProblem(t, Legible(at("etc/usher/f")), "file/denied", at("etc/usher/f"), "may not be read by everybody", "chmod a+r ")
	chmod(t, at("etc/usher/f"), 0o644)
	chmod(t, at("etc"), 0o700)
	wantProblem(t, Legible(at("etc/usher/f")), "file/denied", at("etc"), "may not be read by everybody", "chmod a+x ")
	wantProblem(t, ForEverybody(at("etc/usher")), "file/denied", at("etc"), "may not be read by everybody", "chmod a+x ")
	chmod(t, at("etc"), 0o755)
	chmod(t, at("etc/usher"), 0o775)
	wantProblem(t, ForEverybody(at("etc/usher")), "file/mode", at("etc/usher"), "is writable by its group", "chmod go-w ")
	if err := Legible(at("none")); err != nil {
		t.Error(err)
	}
}
