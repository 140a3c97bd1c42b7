//go:build unix

package proc

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// H9: each cause of a child that does not start is said in its own words.
func TestNotStartedSaysWhy(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	link := func(name, to string) string {
		path := filepath.Join(dir, name)
		if err := os.Symlink(to, path); err != nil {
			t.Fatal(err)
		}
		return path
	}
	gone := filepath.Join(dir, "gone")
	r := newReaper(t)
	for _, c := range []struct {
		path, dir, why string
	}{
		{gone, dir, "the program " + gone + " does not exist"},
		{gone + "/below", dir, "the program " + gone + "/below does not exist"},
		{dir, dir, "the program " + dir + " is a directory"},
		{"/dev/null", dir, "the program /dev/null is not a regular file"},
		{file("data", "#!/bin/sh\n", 0o644), dir, "the program " + dir + "/data is not executable"},
		{file("data", "", 0) + "/x", dir, "the program " + dir + "/data/x does not exist: a part of its path is not a directory"},
		{link("dangling", gone), dir, "the program " + dir + "/dangling is a link to " + gone + ", which does not exist"},
		{link("round", "round"), dir, "the program " + dir + "/round cannot be reached: its links go round in a circle"},
		{file("empty", "", 0o755), dir, "exec format error: " + dir + "/empty is empty"},
		{file("bare", "echo hello\n", 0o755), dir, "exec format error: " + dir + "/bare has no interpreter line (#!)"},
		{file("bom", "\xef\xbb\xbf#!/bin/sh\n", 0o755), dir, "exec format error: " + dir + "/bom has a byte order mark before its interpreter line"},
		{file("noname", "#! \nexit 0\n", 0o755), dir, "exec format error: " + dir + "/noname names no interpreter in its first line"},
		{file("crlf", "#!/bin/sh\r\nexit 0\r\n", 0o755), dir, "the program " + dir + "/crlf cannot run: its first line ends in CR LF"},
		{file("nointerp", "#! /no/such/interp -x\n", 0o755), dir, "the program " + dir + "/nointerp cannot run: its interpreter /no/such/interp does not exist"},
		{file("dirinterp", "#!"+dir+"\n", 0o755), dir, "the program " + dir + "/dirinterp cannot run: its interpreter " + dir + " is a directory"},
		{file("elf", "\x7fELF\x02\x01\x01"+strings.Repeat("\x00", 100), 0o755), dir, "exec format error: " + dir + "/elf is made for another kind of computer, or is damaged"},
		{"/bin/sh", gone, "the working directory " + gone + " does not exist"},
		{"/bin/sh", "/bin/sh", "the working directory /bin/sh is not a directory"},
		{"/bin/sh", "", "no working directory is named"},
		{"", dir, "no program is named"},
		{"sh", dir, "the program sh is not an absolute path"},
		{"/bin/sh", ".", "the working directory . is not an absolute path"},
		{"/bin/sh\x00x", dir, "the program or its working directory holds a NUL byte"},
	} {
		s := spec(t, c.path)
		s.Dir = c.dir
		res := r.Run(context.Background(), s)
		if res.Ending != NotStarted || res.Why != c.why {
			t.Errorf("%q in %q: ended %v %d\n got %q\nwant %q", c.path, c.dir, res.Ending, res.Code, res.Why, c.why)
		}
	}
	mustExit(t, r.Run(context.Background(), sh(t, "exit 4")), 4)
}

// H9: a working directory that was removed under usher does not keep a child
// from one that is there, and is said where it is the child's.
func TestDeadWorkingDirectoryIsSaid(t *testing.T) {
	dead := filepath.Join(t.TempDir(), "dead")
	if err := os.Mkdir(dead, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dead)
	if err := os.Remove(dead); err != nil {
		t.Fatal(err)
	}
	r := newReaper(t)
	mustExit(t, r.Run(context.Background(), sh(t, "exit 5")), 5)
	s := sh(t, "exit 0")
	s.Dir = dead
	if res := r.Run(context.Background(), s); res.Ending != NotStarted || res.Why != "the working directory "+dead+" does not exist" {
		t.Errorf("ended %v, %q", res.Ending, res.Why)
	}
}

// Limits of the system, in words and not in numbers.
func TestLimitsAreSaid(t *testing.T) {
	r := newReaper(t)
	s := sh(t, "exit 0")
	s.Args = append(s.Args, strings.Repeat("x", 4<<20))
	if res := r.Run(context.Background(), s); res.Why != "its arguments and environment are too long for this system" {
		t.Errorf("too long: %v %q", res.Ending, res.Why)
	}
	for name, s := range map[string]Spec{
		"an argument holds a NUL byte":     {Path: "/bin/sh", Dir: "/", Args: []string{"a\x00b"}},
		"its environment holds a NUL byte": {Path: "/bin/sh", Dir: "/", Env: []string{"A=\x00"}},
	} {
		if res := r.Run(context.Background(), s); res.Ending != NotStarted || res.Why != name {
			t.Errorf("%v %q, want %q", res.Ending, res.Why, name)
		}
	}
	for errno, want := range map[syscall.Errno]string{
		syscall.EAGAIN: "the limit on processes is reached",
		syscall.ENOMEM: "there is not enough memory",
		syscall.EMFILE: "the limit on open files is reached",
		syscall.ENFILE: "the limit on open files is reached",
	} {
		if got := whyNot(s, errno); got != want {
			t.Errorf("%v: %q", errno, got)
		}
	}
}

// H9: env that does not find "python3\r" ends with 127; the cause is said.
func TestCRLFBehindEnvIsSaid(t *testing.T) {
	s := spec(t, filepath.Join(t.TempDir(), "hook"))
	if err := os.WriteFile(s.Path, []byte("#!/usr/bin/env sh\r\nexit 0\r\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	res := newReaper(t).Run(context.Background(), s)
	mustExit(t, res, 127)
	if want := "the program " + s.Path + " cannot run: its first line ends in CR LF"; res.Why != want {
		t.Errorf("why %q", res.Why)
	}
}

// H9: as an ordinary user, what may not be entered or executed is said.
func TestPermissionsAreSaid(t *testing.T) {
	if ordinary(t) {
		return
	}
	dir := t.TempDir()
	closed := filepath.Join(dir, "closed")
	if err := os.Mkdir(closed, 0o700); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(closed, "hook")
	if err := os.WriteFile(program, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	unread := filepath.Join(dir, "others")
	if err := os.WriteFile(unread, []byte("#!/bin/sh\n"), 0o011); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(closed, 0); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(closed, 0o700)
	r := newReaper(t)
	for _, c := range []struct{ path, dir, why string }{
		{program, dir, "the program " + program + " cannot be reached: permission denied"},
		{unread, dir, "the program " + unread + " is not executable"},
		{"/bin/sh", closed, "the working directory " + closed + " cannot be entered: permission denied"},
	} {
		s := spec(t, c.path)
		s.Dir = c.dir
		if res := r.Run(context.Background(), s); res.Ending != NotStarted || res.Why != c.why {
			t.Errorf("ended %v\n got %q\nwant %q", res.Ending, res.Why, c.why)
		}
	}
}
