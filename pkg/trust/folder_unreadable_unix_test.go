//go:build unix

package trust

import (
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"usher/pkg/fault"
)

const (
	userVar  = "USHER_TRUST_USER"
	nobody   = 65534
	stranger = 12345
	patience = 20 * time.Second // what hangs hangs for good; trust-15 asks for one second, on a machine with nothing else to do
)

// asOrdinary reports whether the caller runs as an ordinary user and should go
// on. Root passes every permission check, so as root the calling test is run
// again as nobody, its outcome is this test's, and the answer is no.
func asOrdinary(t *testing.T) bool {
	t.Helper()
	if os.Geteuid() != 0 {
		return true
	}
	self := "/proc/self/exe" // an ordinary user can start it wherever the go command has put it
	if _, err := os.Stat(self); err != nil {
		self = os.Args[0]
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, self, "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Dir = "/"
	cmd.Env = append(os.Environ(), userVar+"=1", "TMPDIR=/tmp", "HOME=/nonexistent", "GORACE=atexit_sleep_ms=0")
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Errorf("as an ordinary user: %v\n%s", err, out)
	}
	return false
}

// readSoon is ReadFolder that may not take long.
func readSoon(t *testing.T, dir string) Folder {
	t.Helper()
	start := time.Now()
	f := ReadFolder(dir, words)
	if took := time.Since(start); took > patience {
		t.Errorf("it took %v", took)
	}
	return f
}

// trick puts something strange at a path that does not exist.
type trick struct {
	rule, says string
	put        func(t *testing.T, path string) (undo func())
}

func tricks() map[string]trick {
	plain := func(f func(path string) error) func(*testing.T, string) func() {
		return func(t *testing.T, path string) func() { must(t, f(path)); return func() {} }
	}
	return map[string]trick{
		"link to a file": {"file/link", "is a link to ", func(t *testing.T, path string) func() {
			real := at(newFolder(t), "real")
			must(t, errFirst(os.WriteFile(real, []byte("x"), 0o644), os.Symlink(real, path)))
			return func() {}
		}},
		"link beside":     {"file/link", "is a link to real", plain(func(p string) error { return os.Symlink("real", p) })},
		"link to nowhere": {"file/link", "is a link to /nonexistent", plain(func(p string) error { return os.Symlink("/nonexistent", p) })},
		"link to device":  {"file/link", "is a link to /dev/zero", plain(func(p string) error { return os.Symlink("/dev/zero", p) })},
		"FIFO":            {"file/not-regular", "is a named pipe", plain(func(p string) error { return syscall.Mkfifo(p, 0o644) })},
		"socket": {"file/not-regular", "is a socket", func(t *testing.T, path string) func() {
			short := at(newFolder(t), "s") // a socket's path has at most 107 bytes
			l, err := net.Listen("unix", short)
			must(t, err)
			must(t, os.Rename(short, path))
			return func() { _ = l.Close() }
		}},
		"one byte over": {"file/too-large", "at most 1048576 are read", plain(func(p string) error { return errFirst(os.WriteFile(p, nil, 0o644), os.Truncate(p, MaxFile+1)) })},
		"50 GB of hole": {"file/too-large", "at most 1048576 are read", plain(func(p string) error { return errFirst(os.WriteFile(p, nil, 0o644), os.Truncate(p, 50<<30)) })},
		"writable by all": {"file/mode", "is writable by everyone", plain(func(p string) error {
			return errFirst(os.WriteFile(p, []byte("x"), 0o644), os.Chmod(p, 0o666))
		})},
	}
}

// T3, A06, A13, A14: whatever stands in the place of a definition file, of any
// layout, of a file below skills or prompts: the folder is unreadable at once,
// the file is named, nothing is loaded. Taking it away brings the trust back.
func TestStrangeFilesMakeAFolderUnreadable_T3_A06(t *testing.T) {
	for what, tr := range tricks() {
		t.Run(what, func(t *testing.T) {
			dir := wholeProject().in(t, newFolder(t))
			l := trusted(t, dir)
			for _, name := range []string{
				".usher/mcp.json", ".kkss/assistant/hooks.json", ".kkss/assistant/instructions.md", ".usher/skills/plan/SKILL.md",
				".usher/skills/plan/ref/more", ".usher/skills/loose", ".usher/prompts/deep/down/y.md", ".kkss/assistant/prompts/new.md",
			} {
				path := at(dir, name)
				old, had := wholeProject()[name]
				must(t, os.RemoveAll(path))
				undo := tr.put(t, path)
				wantUnreadable(t, readSoon(t, dir), path, tr.rule, tr.says)
				undo()
				must(t, os.RemoveAll(path))
				if had {
					put(t, dir, name, old)
				}
				wantState(t, l, dir, Trusted, "without it")
			}
		})
	}
}

// T3, A06, A07: a folder in place of a file, a file or a FIFO in place of a
// folder, and a link anywhere on the way.
func TestStrangeFoldersMakeAFolderUnreadable_T3_A07(t *testing.T) {
	mkdir := func(p string) error { return os.Mkdir(p, 0o755) }
	file := func(p string) error { return os.WriteFile(p, nil, 0o644) }
	fifo := func(p string) error { return syscall.Mkfifo(p, 0o644) }
	link := func(p string) error { return os.Symlink(p+".real", p) }
	for _, c := range []struct {
		name, rule, says string
		put              func(string) error
	}{
		{".usher/mcp.json", "file/not-regular", "is a folder, not a regular file", mkdir},
		{".kkss/assistant/hooks.json", "file/not-regular", "is a folder, not a regular file", mkdir},
		{".usher/skills", "file/not-regular", "is a file, not a folder", file},
		{".usher/prompts", "file/not-regular", "is a named pipe", fifo},
		{".usher", "file/link", "is a link to", link},
		{".kkss", "file/link", "is a link to", link},
		{".kkss/assistant", "file/link", "is a link to", link},
		{".usher/skills", "file/link", "is a link to", link},
		{".usher/skills/plan", "file/link", "is a link to", link},
		{".usher/prompts/deep", "file/link", "is a link to", link},
		{".usher", "file/not-regular", "is a file, not a folder", file},
		{".kkss/assistant", "file/not-regular", "is a named pipe", fifo},
	} {
		dir := wholeProject().in(t, newFolder(t))
		path := at(dir, c.name)
		must(t, errFirst(os.Rename(path, path+".real"), c.put(path)))
		wantUnreadable(t, readSoon(t, dir), path, c.rule, c.says)
	}
	for _, c := range [][2]string{{"link", "file/link"}, {"file", "file/not-regular"}} {
		dir := newFolder(t) // and where nothing at all is behind it
		path := at(dir, ".usher")
		must(t, map[string]func() error{
			"link": func() error { return os.Symlink("nowhere", path) },
			"file": func() error { return os.WriteFile(path, nil, 0o644) },
		}[c[0]]())
		f := readSoon(t, dir)
		if f.Err == nil || ruleOf(f.Err) != c[1] {
			t.Errorf("%s in place of the layout: %v", c[0], f.Err)
		}
	}
}

// A14, Q2: whose the folder, its files and the way to them are, and who else can
// write them. Ordinary user.
func TestWhatOthersCanWriteIsUnreadable_A14(t *testing.T) {
	if !asOrdinary(t) {
		return
	}
	for _, c := range []struct {
		name       string
		mode       os.FileMode
		rule, says string
	}{
		{"", 0o777, "file/mode", "is writable by everyone"},
		{"..", 0o777, "file/mode", "is writable by everyone"},
		{".usher", 0o777, "file/mode", "is writable by everyone"},
		{".usher/skills/plan", 0o777, "file/mode", "is writable by everyone"},
		{".usher/skills/plan/ref/notes.txt", 0o646, "file/mode", "is writable by everyone"},
		{".usher/mcp.json", 0o000, "file/denied", "permission denied"},
		{".usher/prompts/x.md", 0o200, "file/denied", "permission denied"},
		{".usher/prompts", 0o300, "file/denied", "permission denied"},
		{".kkss/assistant", 0o600, "file/denied", "permission denied"},
		{"", 0o000, "file/denied", "permission denied"},
	} {
		dir := wholeProject().in(t, at(newFolder(t), "p"))
		must(t, os.Chmod(dir, 0o755))
		path := at(dir, c.name)
		must(t, os.Chmod(path, c.mode))
		f := readSoon(t, dir)
		if p := problemOf(f.Err); f.Err == nil || p.Rule != c.rule || !strings.Contains(f.Err.Error(), c.says) || p.Hint == "" || f.Files != nil {
			t.Errorf("%q with mode %o: %v, %+v", c.name, c.mode, f.Err, p)
		}
		if f.Path != dir {
			t.Errorf("%q with mode %o: the folder is taken for %s", c.name, c.mode, f.Path)
		}
		must(t, os.Chmod(path, 0o700))
	}
	named := tree{".usher/mcp.json": "open hidden pipe below/x", "open": "o", "hidden": "h", "below/x": "x"}.in(t, newFolder(t))
	must(t, errFirst(os.Chmod(at(named, "open"), 0o666), os.Chmod(at(named, "hidden"), 0), os.Chmod(at(named, "below"), 0), syscall.Mkfifo(at(named, "pipe"), 0o600)))
	want := []Uncovered{{"below/x", "may not be read"}, {"hidden", "may not be read"}, {"open", "can be written by others"}, {"pipe", "is not a regular file"}}
	if f := readSoon(t, named); !slices.Equal(f.Uncovered, want) {
		t.Errorf("named files: %+v %v", f.Uncovered, f.Err)
	}
	must(t, os.Chmod(at(named, "below"), 0o700))
	if f := ReadFolder("/root", words); f.Err == nil || f.Files != nil {
		t.Errorf("root's own folder: %+v", f)
	}
}

// A14: what belongs to somebody else is unreadable, for root too.
func TestWhatBelongsToOthersIsUnreadable_A14(t *testing.T) {
	if os.Geteuid() != 0 {
		// an ordinary user cannot give files away; root's are fine, others' are not
		if f := ReadFolder("/", nil); f.Err != nil {
			t.Errorf("the top folder: %v", f.Err)
		}
		return
	}
	for _, name := range []string{"", "..", ".usher", ".usher/mcp.json", ".usher/skills/plan/ref", ".kkss/assistant/skills/s/bin/tool.bin"} {
		dir := wholeProject().in(t, at(newFolder(t), "p"))
		path := at(dir, name)
		must(t, os.Chown(path, stranger, stranger))
		wantUnreadable(t, readSoon(t, dir), path, "file/owner", "belongs to user 12345")
	}
	dir := wholeProject().in(t, newFolder(t))
	must(t, os.Chown(at(dir, "tools/other.py"), stranger, stranger))
	f := readSoon(t, dir)
	if f.Err != nil || len(f.Uncovered) != 1 || f.Uncovered[0] != (Uncovered{"tools/other.py", "belongs to somebody else"}) {
		t.Errorf("a named file of somebody else: %+v %v", f.Uncovered, f.Err)
	}
}

// A device that somebody could make in a definition's place; only root can.
func TestDeviceIsUnreadable_A06(t *testing.T) {
	dir := tree{".usher/hooks.json": "x"}.in(t, newFolder(t))
	path := at(dir, ".usher/mcp.json")
	if err := syscall.Mknod(path, syscall.S_IFCHR|0o600, 1<<8|5); err != nil { // /dev/zero
		if os.Geteuid() == 0 && err != syscall.EPERM {
			t.Fatal(err)
		}
		return // where none can be made, none can stand there
	}
	wantUnreadable(t, readSoon(t, dir), path, "file/not-regular", "is a device")
}

// A15: a second hard link is no fault: what counts is the bytes that were read.
func TestHardLinkedTwinCountsByItsBytes_A15(t *testing.T) {
	dir := tree{".usher/mcp.json": "x"}.in(t, newFolder(t))
	l := trusted(t, dir)
	twin := at(newFolder(t), "twin")
	must(t, os.Link(at(dir, ".usher/mcp.json"), twin))
	wantState(t, l, dir, Trusted, "a twin was made")
	must(t, os.WriteFile(twin, []byte("y"), 0o644))
	wantState(t, l, dir, Changed, "the twin was edited")
}

// T3, F2: every file that is wrong is named, not the first alone, each once.
func TestEveryWrongFileIsNamed_T3(t *testing.T) {
	dir := wholeProject().in(t, newFolder(t))
	var want []string
	for _, name := range []string{".usher/mcp.json", ".usher/skills/plan/SKILL.md", ".kkss/assistant/prompts/z.md"} {
		path := at(dir, name)
		must(t, errFirst(os.Remove(path), syscall.Mkfifo(path, 0o600)))
		want = append(want, path)
	}
	f := readSoon(t, dir)
	wantUnreadable(t, f, want[0], "file/not-regular", "(and 2 more like it)")
	e := asFault(t, f.Err)
	if len(e.Problems) != 3 || len(e.Hints) != 3 {
		t.Fatalf("%+v", e)
	}
	for i, p := range e.Problems {
		if p.File != want[i] || !strings.Contains(e.Hints[i], want[i]) {
			t.Errorf("%d: %+v, %s", i, p, e.Hints[i])
		}
	}
}

// SPEC 18, A13: the limits of a folder, at the limit and one over.
func TestLimitsOfAFolder_A13(t *testing.T) {
	many := func(n int, name func(i int) string) func(t *testing.T, dir string) {
		return func(t *testing.T, dir string) {
			for i := range n {
				put(t, dir, name(i), "")
			}
		}
	}
	prompt := func(i int) string { return ".usher/prompts/p" + strconv.Itoa(i) + ".md" }
	skill := func(i int) string { return ".kkss/assistant/skills/s" + strconv.Itoa(i) + "/SKILL.md" }
	nested := func(i int) string { return ".usher/prompts/d" + strconv.Itoa(i%7) + "/p" + strconv.Itoa(i) + ".md" }
	beside := func(i int) string {
		return ".usher/skills/s" + strconv.Itoa(i%7) + "/f" + strconv.Itoa(i)
	}
	mega := func(n int) func(t *testing.T, dir string) {
		return func(t *testing.T, dir string) {
			for i := range n {
				put(t, dir, ".usher/skills/s/big"+strconv.Itoa(i), strings.Repeat("x", MaxFile))
			}
		}
	}
	deep := func(n int) func(t *testing.T, dir string) {
		return func(t *testing.T, dir string) { put(t, dir, ".usher/prompts"+strings.Repeat("/d", n)+"/x.md", "") }
	}
	for name, c := range map[string]struct {
		make func(t *testing.T, dir string)
		rule string
		says string
	}{
		"512 prompts":          {many(512, prompt), "", ""},
		"513 prompts":          {many(513, prompt), "folder/too-many", "more than 512 skills and prompts"},
		"513 nested prompts":   {many(513, nested), "folder/too-many", "more than 512 skills and prompts"},
		"513 skills":           {many(513, skill), "folder/too-many", "more than 512 skills and prompts"},
		"2000 files":           {many(2000, beside), "", ""},
		"2001 files":           {many(2001, beside), "folder/too-many", "more than 2000 files"},
		"8 MiB":                {mega(8), "", ""},
		"9 MiB":                {mega(9), "folder/too-large", "more than 8 MiB together"},
		"16 deep":              {deep(15), "", ""},
		"17 deep":              {deep(16), "folder/too-deep", "deeper than 16"},
		"300 deep":             {deep(300), "folder/too-deep", "deeper than 16"},
		"513 empty skills":     {emptyFolders, "folder/too-many", "more than 512 skills and prompts"},
		"2001 folders of none": {emptyTree, "folder/too-many", "more than 2000 folders"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := newFolder(t)
			c.make(t, dir)
			f := readSoon(t, dir)
			if c.rule == "" {
				if f.Err != nil {
					t.Error(f.Err)
				}
				return
			}
			p := problemOf(f.Err)
			if f.Err == nil || p.Rule != c.rule || !strings.Contains(f.Err.Error(), c.says) || f.Files != nil || p.Hint == "" ||
				!strings.HasPrefix(p.File, dir) || !strings.Contains(f.Err.Error(), p.File) {
				t.Errorf("%v %+v", f.Err, p)
			}
		})
	}
}

func emptyFolders(t *testing.T, dir string) {
	for i := range 513 {
		must(t, os.MkdirAll(at(dir, ".usher/skills/s"+strconv.Itoa(i)), 0o755))
	}
}

func emptyTree(t *testing.T, dir string) {
	for i := range 2100 {
		must(t, os.MkdirAll(at(dir, ".usher/prompts/"+strconv.Itoa(i%10)+"/"+strconv.Itoa(i)), 0o755))
	}
}

// SPEC 18: what definitions name counts for the limits of a folder too, and
// naming without end ends.
func TestLimitsOfNamedFiles_A13(t *testing.T) {
	dir := newFolder(t)
	var names []string
	for i := range 9 {
		name := "big" + strconv.Itoa(i)
		put(t, dir, name, strings.Repeat("x", MaxFile))
		names = append(names, name)
	}
	put(t, dir, ".usher/mcp.json", strings.Join(names, " "))
	wantUnreadable(t, readSoon(t, dir), at(dir, "big7"), "folder/too-large", "more than 8 MiB together")
	put(t, dir, ".usher/mcp.json", strings.Repeat(strings.Repeat("a/", 10_000)+strings.Repeat("../", 10_000)+" ", 20))
	if f := readSoon(t, dir); f.Err != nil || len(f.Files) != 1 {
		t.Errorf("ways longer than any: %+v", f)
	}
	put(t, dir, ".usher/mcp.json", "x")
	for _, n := range []int{maxNamed, maxNamed + 1} {
		start := time.Now()
		f := ReadFolder(dir, func(string, []byte) ([]string, []Uncovered) {
			out := make([]string, n)
			for i := range out {
				out[i] = "none/" + strconv.Itoa(i)
			}
			return out, nil
		})
		if (f.Err != nil) != (n > maxNamed) || time.Since(start) > patience {
			t.Errorf("%d names: %v in %v", n, f.Err, time.Since(start))
		}
	}
}

// A name that could not be shown or written down as it is is refused where it is
// a definition's.
func TestNamesThatAreNotUTF8_T3(t *testing.T) {
	dir := tree{".usher/mcp.json": "x"}.in(t, newFolder(t))
	must(t, os.MkdirAll(at(dir, ".usher/prompts"), 0o755))
	if err := os.WriteFile(at(dir, "odd\xff"), nil, 0o644); err != nil {
		return // a disk that has no such names
	}
	read(t, dir)
	must(t, os.WriteFile(at(dir, ".usher/prompts/odd\xff.md"), nil, 0o644))
	wantUnreadable(t, readSoon(t, dir), at(dir, ".usher/prompts"), "file/name", `"odd\xff.md" is not UTF-8`)
	odd := filepath.Join(newFolder(t), "odd\xff")
	tree{".usher/mcp.json": "x"}.in(t, odd)
	var l Ledger
	if err := l.TrustFolder(read(t, odd), false, false); err == nil || l.Decided(odd) {
		t.Error("a folder whose path cannot be written down was trusted")
	}
}

// T3: a file where a folder of definitions would have to be stands in the way of
// all of them, and is told of once.
func TestOneFaultIsToldOnce_T3(t *testing.T) {
	dir := newFolder(t)
	put(t, dir, ".usher", "a file")
	f := ReadFolder(dir, words)
	var e *fault.Error
	if !errors.As(f.Err, &e) || len(e.Problems) != 1 || e.Problems[0].File != at(dir, ".usher") || strings.Contains(e.Message, "more like it") {
		t.Errorf("%v, %+v", f.Err, e)
	}
}
