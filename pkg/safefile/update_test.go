//go:build unix

package safefile

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"usher/pkg/fault"
)

func set(text string) func([]byte, bool) ([]byte, error) {
	return func([]byte, bool) ([]byte, error) { return []byte(text), nil }
}

func content(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// F5: a new file has the mode that was asked for, an existing one keeps its own.
func TestUpdateKeepsTheMode(t *testing.T) {
	dir := realDir(t)
	for i, c := range []struct{ had, perm, want os.FileMode }{
		{0, 0, 0o600}, {0, 0o644, 0o644}, {0o600, 0o644, 0o600}, {0o640, 0, 0o640}, {0o644, 0o600, 0o644}, {0o400, 0, 0o400},
	} {
		path := filepath.Join(dir, strconv.Itoa(i))
		if c.had != 0 {
			write(t, path, "old", c.had)
		}
		if err := Update(t.Context(), Change{Path: path, Perm: c.perm}, set("new")); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != c.want || content(t, path) != "new" {
			t.Errorf("%+v: %v %v", c, info.Mode(), err)
		}
	}
}

func TestUpdateHandsOverWhatIsThere(t *testing.T) {
	path := filepath.Join(realDir(t), "f")
	for i, want := range []string{"", "0\n", "0\n1\n"} {
		err := Update(t.Context(), Change{Path: path}, func(old []byte, exists bool) ([]byte, error) {
			if string(old) != want || exists != (i > 0) {
				t.Errorf("edit got %q %t, want %q", old, exists, want)
			}
			return append(old, strconv.Itoa(i)+"\n"...), nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// The same bytes write nothing: not a byte, not a time, not another file. An
// edit that changed what it was handed has still changed it.
func TestSameBytesWriteNothing(t *testing.T) {
	path := filepath.Join(realDir(t), "f")
	nothing := func([]byte, bool) ([]byte, error) { return nil, nil }
	if err := Update(t.Context(), Change{Path: path}, nothing); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Error("nil made a file")
	}
	write(t, path, "old", 0o600)
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	same := func(old []byte, _ bool) ([]byte, error) { return old, nil }
	for _, edit := range []func([]byte, bool) ([]byte, error){same, nothing, set("old")} {
		if err := Update(t.Context(), Change{Path: path}, edit); err != nil {
			t.Fatal(err)
		}
	}
	after, err := os.Stat(path)
	if err != nil || !os.SameFile(before, after) || !before.ModTime().Equal(after.ModTime()) || content(t, path) != "old" {
		t.Error("the file was written again")
	}
	inPlace := func(old []byte, _ bool) ([]byte, error) { old[0] = 'O'; return old, nil }
	if err := Update(t.Context(), Change{Path: path}, inPlace); err != nil || content(t, path) != "Old" {
		t.Errorf("%q %v", content(t, path), err)
	}
	if err := Update(t.Context(), Change{Path: path}, set("")); err != nil || content(t, path) != "" {
		t.Errorf("empty, not nil, must empty the file: %q %v", content(t, path), err)
	}
}

// Whatever stops an Update leaves the old file, and nothing beside it.
func TestStoppedUpdateLeavesTheOldFile(t *testing.T) {
	dir := realDir(t)
	path := filepath.Join(dir, "f")
	write(t, path, "old", 0o600)
	mine := errors.New("mine")
	cancelled, cancel := context.WithCancel(t.Context())
	if err := Update(t.Context(), Change{Path: path}, func([]byte, bool) ([]byte, error) { return []byte("new"), mine }); err != mine {
		t.Errorf("the edit's error came back as %v", err)
	}
	err := Update(t.Context(), Change{Path: path, Max: 5}, set("longer"))
	wantProblem(t, err, "file/too-large", path, "would become larger", "")
	err = Update(cancelled, Change{Path: path}, func([]byte, bool) ([]byte, error) { cancel(); return []byte("new"), nil })
	var e *fault.Error
	if !errors.As(err, &e) || e.Kind != fault.Interrupted || !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled in the edit: %v", err)
	}
	err = Update(cancelled, Change{Path: path}, func([]byte, bool) ([]byte, error) { t.Error("edit ran"); return nil, nil })
	if fault.ExitStatus(err) != 130 {
		t.Errorf("cancelled before: %v", err)
	}
	func() {
		defer func() { _ = recover() }()
		_ = Update(t.Context(), Change{Path: path}, func([]byte, bool) ([]byte, error) { panic("edit") })
	}()
	if err := Update(t.Context(), Change{Path: path, Max: 5}, set("old")); err != nil {
		t.Errorf("the lock is still held after a panic: %v", err)
	}
	wantEntries(t, dir, "old", path)
}

// wantEntries checks that a folder holds nothing but path, with that content,
// and its lock.
func wantEntries(t *testing.T, dir, text, path string) {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		if n := filepath.Base(path); e.Name() != n && e.Name() != "."+n+".lock" {
			t.Errorf("%s was left behind", e.Name())
		}
	}
	if content(t, path) != text {
		t.Errorf("the file holds %q, want %q", content(t, path), text)
	}
}

// F1, L4: Update refuses what Read refuses; a link is neither followed nor replaced.
func TestUpdateRefusesWhatReadRefuses(t *testing.T) {
	dir := realDir(t)
	at := func(name string) string { return filepath.Join(dir, name) }
	write(t, at("real"), "real", 0o600)
	link(t, "real", at("link"))
	link(t, "new", at("dangling"))
	write(t, at("open"), "old", 0o666)
	write(t, at("big"), strings.Repeat("x", 100), 0o600)
	mkdir(t, at("folder"), 0o700)
	for _, c := range []struct{ name, rule string }{
		{"link", "file/link"}, {"dangling", "file/link"}, {"open", "file/mode"}, {"big", "file/too-large"}, {"folder", "file/not-regular"},
	} {
		err := Update(t.Context(), Change{Path: at(c.name), Max: 99}, set("new"))
		if p := problem(t, err); p.Rule != c.rule || p.File != at(c.name) {
			t.Errorf("%s: %+v", c.name, p)
		}
	}
	if target, err := os.Readlink(at("link")); err != nil || target != "real" || content(t, at("real")) != "real" {
		t.Error("the link or its target was changed")
	}
	err := Update(t.Context(), Change{Path: at("none/f")}, set("new"))
	wantProblem(t, err, "file/io", at("none"), "does not exist", "mkdir -p ")
}

// A leftover of a killed run is removed by the next Update of that file; what
// looks like a person's own is not.
func TestLeftoversAreSwept(t *testing.T) {
	dir := realDir(t)
	path := filepath.Join(dir, "f")
	gone := []string{".f1234567890123", ".f9223372036854775807"}
	kept := []string{".f", ".f12", ".f123456789012x", ".g1234567890123", "f1234567890123", ".f.1234567890123"}
	for _, n := range append(gone, kept...) {
		write(t, filepath.Join(dir, n), "x", 0)
	}
	link(t, "kept", filepath.Join(dir, ".f1111111111111"))
	mkdir(t, filepath.Join(dir, ".f2222222222222"), 0o700)
	if err := Update(t.Context(), Change{Path: path}, set("new")); err != nil {
		t.Fatal(err)
	}
	for _, n := range gone {
		if _, err := os.Lstat(filepath.Join(dir, n)); err == nil {
			t.Errorf("%s is still there", n)
		}
	}
	for _, n := range append(kept, ".f1111111111111", ".f2222222222222") {
		if _, err := os.Lstat(filepath.Join(dir, n)); err != nil {
			t.Error(err)
		}
	}
}

// A disk that takes nothing: the old file stays, the error says so, nothing is
// left behind.
func TestFullDiskLeavesTheOldFile(t *testing.T) {
	dir := realDir(t)
	path := filepath.Join(dir, "f")
	write(t, path, "old", 0o600)
	write(t, filepath.Join(dir, ".f.lock"), "", 0o600)
	cmd := spawn(t.Context(), "full", path)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Run(); err == nil || !strings.Contains(stderr.String(), path+" cannot be written and is unchanged: file too large") {
		t.Errorf("%v: %s", err, stderr.String())
	}
	wantEntries(t, dir, "old", path)
}
