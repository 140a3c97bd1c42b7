//go:build unix

package secrets

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"usher/pkg/fault"
	"usher/pkg/redact"
	"usher/pkg/secrets/wire"
)

// inFile is a store that has one secret in its file.
func inFile(t *testing.T) *Store {
	t.Helper()
	s := New(t.TempDir(), newFake().all(wire.Absent).Ask)
	mustSet(t, s, "LAB_TOKEN", canary)
	return s
}

// E1: 0600 in 0700, whatever the umask and whatever the state folder is.
func TestTheFileIsPrivate(t *testing.T) {
	s := New(filepath.Join(t.TempDir(), "new", "state"), newFake().all(wire.Absent).Ask)
	old := syscall.Umask(0)
	defer syscall.Umask(old)
	mustSet(t, s, "LAB_TOKEN", canary)
	for path, want := range map[string]os.FileMode{s.dir: 0o700 | os.ModeDir, s.path(): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode() != want {
			t.Errorf("%s: %v %v", path, info.Mode(), err)
		}
	}
	wantValue(t, s, "LAB_TOKEN", canary)
}

// E1: what others may look into is refused, for reading and for writing, with
// the command that mends it; nothing is changed.
func TestAnExposedFileIsRefused(t *testing.T) {
	for what, c := range map[string]struct {
		spoil func(s *Store) error
		hint  func(s *Store) string
	}{
		"readable by all":         {func(s *Store) error { return os.Chmod(s.path(), 0o644) }, func(s *Store) string { return "chmod 600 " + s.path() }},
		"readable by a group":     {func(s *Store) error { return os.Chmod(s.path(), 0o640) }, func(s *Store) string { return "chmod 600 " + s.path() }},
		"writable by all":         {func(s *Store) error { return os.Chmod(s.path(), 0o622) }, func(s *Store) string { return "chmod 600 " + s.path() }},
		"an open folder":          {func(s *Store) error { return os.Chmod(s.dir, 0o755) }, func(s *Store) string { return "chmod 700 " + s.dir }},
		"a folder others may use": {func(s *Store) error { return os.Chmod(s.dir, 0o711) }, func(s *Store) string { return "chmod 700 " + s.dir }},
		"a second name": {func(s *Store) error { return os.Link(s.path(), filepath.Join(s.dir, "copy")) },
			func(s *Store) string { return "mv " + s.path() + ".new " + s.path() }},
		"a link": {func(s *Store) error {
			_ = os.Rename(s.path(), s.path()+".real")
			return os.Symlink(s.path()+".real", s.path())
		}, func(s *Store) string { return "rm " + s.path() }},
		"a pipe": {func(s *Store) error { _ = os.Remove(s.path()); return syscall.Mkfifo(s.path(), 0o600) },
			func(s *Store) string { return "mv " + s.path() }},
	} {
		s := inFile(t)
		if err := c.spoil(s); err != nil {
			t.Fatal(err)
		}
		_, _, err := s.Get(t.Context(), secret(t, "LAB_TOKEN"))
		wantHint(t, err, c.hint(s))
		_, _, err = s.List()
		wantHint(t, err, c.hint(s))
		_, err = s.Set(t.Context(), secret(t, "NEW"), redact.New("new"))
		wantHint(t, err, c.hint(s))
		if what != "a link" && what != "a pipe" && strings.Contains(file(t, s), "NEW") {
			t.Errorf("%s: written all the same", what)
		}
	}
}

// A stranger's file is refused. Only root can make one; an ordinary user sees
// that another's cannot be read.
func TestAStrangersFileIsRefused(t *testing.T) {
	s := inFile(t)
	if os.Geteuid() != 0 {
		if err := private("/", "/etc/passwd"); fault.ExitStatus(err) != 2 {
			t.Error(err)
		}
		return
	}
	if err := os.Chown(s.path(), 54321, 0); err != nil {
		t.Fatal(err)
	}
	_, _, err := s.Get(t.Context(), secret(t, "LAB_TOKEN"))
	wantHint(t, err, "chown 0 ")
}

// Q10: what usher did not write is an error, for every use, and never a new
// start; no message holds a value.
func TestACorruptFileIsNeverANewStart(t *testing.T) {
	good := file(t, inFile(t))
	for what, text := range map[string]string{
		"empty":          "",
		"half":           good[:len(good)/2],
		"no JSON":        "hello",
		"a list":         "[]",
		"no version":     `{"store":"file","secrets":[]}`,
		"newer":          strings.Replace(good, `"version":1`, `"version":2`, 1),
		"version 0":      strings.Replace(good, `"version":1`, `"version":0`, 1),
		"no store":       `{"version":1,"secrets":[]}`,
		"another store":  strings.Replace(good, `"file"`, `"pass"`, 1),
		"no list":        `{"version":1,"store":"file"}`,
		"another key":    strings.Replace(good, `{"version"`, `{"more":1,"version"`, 1),
		"a key twice":    strings.Replace(good, `{"version":1`, `{"version":1,"version":1`, 1),
		"a bad name":     strings.Replace(good, "secret/LAB", "secret/../LAB", 1),
		"another kind":   strings.Replace(good, "secret/LAB", "probe/LAB", 1),
		"no value":       `{"version":1,"store":"file","secrets":[{"name":"secret/A"}]}`,
		"empty value":    `{"version":1,"store":"file","secrets":[{"name":"secret/A","value":""}]}`,
		"a control":      `{"version":1,"store":"file","secrets":[{"name":"secret/A","value":"a\nb"}]}`,
		"values kept":    strings.Replace(good, `"file"`, `"keychain"`, 1),
		"a name twice":   `{"version":1,"store":"keychain","secrets":[{"name":"secret/A"},{"name":"secret/A"}]}`,
		"more behind it": good + good,
		"bytes no text":  strings.Replace(good, "LAB", "L\xffB", 1),
	} {
		s := inFile(t)
		if err := os.WriteFile(s.path(), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, _, getErr := s.Get(t.Context(), secret(t, "LAB_TOKEN"))
		_, _, listErr := s.List()
		_, setErr := s.Set(t.Context(), secret(t, "A"), redact.New("new"))
		_, removeErr := s.Remove(t.Context(), secret(t, "A"))
		_, moveErr := s.Move(t.Context(), File)
		for _, err := range []error{getErr, listErr, setErr, removeErr, moveErr} {
			var e *fault.Error
			if !errors.As(err, &e) || len(e.Problems) == 0 {
				t.Errorf("%s: %v", what, err)
				continue
			}
			said := e.Error() + strings.Join(e.Hints, "")
			for _, p := range e.Problems {
				said += p.Message + p.Hint
			}
			if strings.Contains(said, "not-real") {
				t.Errorf("%s: a value in %s", what, said)
			}
		}
		if file(t, s) != text {
			t.Errorf("%s: the file was changed", what)
		}
	}
}

// F5: forty writers at once, in one process and in many, lose nothing.
func TestFortyWritersLoseNothing(t *testing.T) {
	state := t.TempDir()
	var group sync.WaitGroup
	for i := range 40 {
		name := "TOKEN_" + strconv.Itoa(i)
		group.Go(func() {
			if i%4 > 0 {
				_, err := New(state, newFake().all(wire.Absent).Ask).Set(t.Context(), secret(t, name), redact.New("value-of-"+name))
				if err != nil {
					t.Error(err)
				}
				return
			}
			self, err := os.Executable()
			if err != nil {
				t.Error(err)
				return
			}
			cmd := exec.CommandContext(t.Context(), self, name)
			cmd.Env = append(os.Environ(), childVar+"="+state)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
	group.Wait()
	s := New(state, nil)
	keys, _, err := s.List()
	if err != nil || len(keys) != 40 {
		t.Fatalf("%d secrets, %v", len(keys), err)
	}
	for i := range 40 {
		name := "TOKEN_" + strconv.Itoa(i)
		wantValue(t, s, name, "value-of-"+name)
	}
}

// What is written reads back unchanged, whatever a value is made of.
func TestValuesComeBackUnchanged(t *testing.T) {
	s := New(t.TempDir(), newFake().all(wire.Absent).Ask)
	values := []string{canary, " ", `\`, `\n`, `"`, "</script>", "\u2028", "\u202e", "😀", "${secret:OTHER}", "a=b", "end", "value x", strings.Repeat("é", wire.MaxValue/2)}
	for i, v := range values {
		mustSet(t, s, "V"+strconv.Itoa(i), v)
	}
	for i, v := range values {
		wantValue(t, s, "V"+strconv.Itoa(i), v)
	}
}
