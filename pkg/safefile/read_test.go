//go:build unix

package safefile

import (
	"bytes"
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"usher/pkg/fault"
)

// F1: what is read is a regular file, byte for byte.
func TestReadGivesTheBytes(t *testing.T) {
	dir := t.TempDir()
	big := bytes.Repeat([]byte("usher"), 50_000)
	mkdir(t, filepath.Join(dir, "skills", "a b"), 0o755)
	for name, text := range map[string]string{
		"hooks.json": "{}\r\n", "empty": "", "zero\x01byte": "\x00\xff", "skills/a b/SKILL.md": "---", "big": string(big),
	} {
		write(t, filepath.Join(dir, name), text, 0o644)
		got, err := open(t, dir, Self).Read(name, 1<<20)
		if err != nil || string(got) != text {
			t.Errorf("%q: %d bytes, %v; want %d bytes", name, len(got), err, len(text))
		}
	}
}

func TestAbsentIsNotExistAndNoFault(t *testing.T) {
	dir := t.TempDir()
	r := open(t, dir, Self)
	_, errFile := r.Read("hooks.json", 0)
	_, errBelow := r.Read("skills/x/SKILL.md", 0)
	_, errNames := r.Names("prompts", 0)
	_, errRoot := OpenRoot(filepath.Join(dir, "none", "at", "all"), Self)
	for _, err := range []error{errFile, errBelow, errNames, errRoot} {
		var e *fault.Error
		if !errors.Is(err, fs.ErrNotExist) || errors.As(err, &e) {
			t.Errorf("got %T %v, want plain fs.ErrNotExist", err, err)
		}
	}
}

// F1, Q2, A06: anything but a regular file is refused at once, a FIFO without
// waiting for a writer, and the error says what it is.
func TestStrangeKindsAreRefused(t *testing.T) {
	dir := realDir(t)
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := unix.Mkfifo(at("fifo"), 0o600); err != nil {
		t.Fatal(err)
	}
	mkdir(t, at("folder"), 0o700)
	write(t, at("plain"), "x", 0o600)
	l, err := net.Listen("unix", at("socket"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	link(t, "plain", at("link"))
	link(t, "/nonexistent/target", at("dangling"))
	link(t, "folder", at("linkdir"))
	link(t, "loop", at("loop"))
	for _, c := range []struct{ name, file, rule, says, hint string }{
		{"fifo", "fifo", "file/not-regular", "is a named pipe (FIFO), not a regular file", "mv "},
		{"fifo/x", "fifo", "file/not-regular", "is a named pipe (FIFO), not a folder", "mv "},
		{"socket", "socket", "file/not-regular", "is a socket, not a regular file", "mv "},
		{"folder", "folder", "file/not-regular", "is a folder, not a regular file", "mv "},
		{"plain/x", "plain", "file/not-regular", "is a file, not a folder", "mv "},
		{"link", "link", "file/link", "is a link to plain", "rm " + at("link")},
		{"dangling", "dangling", "file/link", "is a link to /nonexistent/target", "rm "},
		{"loop", "loop", "file/link", "is a link to loop", "rm "},
		{"linkdir/x", "linkdir", "file/link", "is a link to folder", "rm "},
	} {
		_, err := open(t, dir, Self).Read(c.name, 0)
		t.Run(c.name, func(t *testing.T) { wantProblem(t, err, c.rule, at(c.file), c.says, c.hint) })
	}
}

// Q2: a device is opened without waiting and refused.
func TestDeviceIsRefused(t *testing.T) {
	if _, err := open(t, "/dev", Machine).Read("null", 0); problem(t, err).Rule != "file/not-regular" {
		t.Error(err)
	}
}

// SPEC 18, A13: the limit is exact, and a huge sparse file costs nothing.
func TestSizeIsBounded(t *testing.T) {
	dir := realDir(t)
	path := filepath.Join(dir, "f")
	write(t, path, "12345", 0o600)
	r := open(t, dir, Self)
	if got, err := r.Read("f", 5); err != nil || string(got) != "12345" {
		t.Errorf("%q %v", got, err)
	}
	_, err := r.Read("f", 4)
	wantProblem(t, err, "file/too-large", path, "has 5 bytes; at most 4 are read", "smaller")
	if err := os.Truncate(path, 1<<40); err != nil {
		t.Fatal(err)
	}
	_, err = r.Read("f", 0)
	wantProblem(t, err, "file/too-large", path, "has 1099511627776 bytes; at most 1048576 are read", "")
}

// A file that says it is empty and is not (as those of /proc do) is bounded too.
func TestGrowingFileIsBounded(t *testing.T) {
	f, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	if _, err := f.WriteString(strings.Repeat("x", 100)); err != nil {
		t.Fatal(err)
	}
	for max, ok := range map[int64]bool{99: false, 100: true} {
		if _, err := f.Seek(0, 0); err != nil {
			t.Fatal(err)
		}
		data, err := drain(int(f.Fd()), f.Name(), 0, max)
		if ok != (err == nil) || ok && len(data) != 100 {
			t.Errorf("max %d: %d bytes, %v", max, len(data), err)
		}
		if !ok && problem(t, err).Rule != "file/too-large" {
			t.Error(err)
		}
	}
}

// A name is a plain relative one, whatever the caller was told.
func TestNamesThatLeaveTheRootAreRefused(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "f"), "x", 0o600)
	r := open(t, mkdir(t, filepath.Join(dir, "in"), 0o700), Self)
	for _, name := range []string{"", ".", "..", "../f", "a/../../f", "/etc/passwd", "a//b", "a/", "./f", "f\x00", "f/."} {
		if _, err := r.Read(name, 0); problem(t, err).Rule != "file/name" {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// A15: a second hard link is no fault; the bytes that are read are what counts.
func TestHardLinkIsRead(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a"), "x", 0o600)
	if err := os.Link(filepath.Join(dir, "a"), filepath.Join(dir, "b")); err != nil {
		t.Fatal(err)
	}
	if got, err := open(t, dir, Self).Read("b", 0); err != nil || string(got) != "x" {
		t.Errorf("%q %v", got, err)
	}
}
