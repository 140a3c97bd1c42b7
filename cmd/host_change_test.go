package cmd

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"usher/pkg/fault"
)

// lab is a connection to an assistant whose file is a list of lines: usher's is "U".
func lab(t *testing.T) (connection, hostPart) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	p := hostPart{
		path: filepath.Join(dir, "app", "deep", "conf"), format: "text", holds: []string{holdsHooks},
		wire: func(old []byte) ([]byte, []fault.Problem, error) {
			if strings.Contains(string(old), "U\n") {
				return old, nil, nil
			}
			return append(old, "U\n"...), nil, nil
		},
		unwire: func(old []byte) ([]byte, bool, error) {
			next := strings.ReplaceAll(string(old), "U\n", "")
			return []byte(next), next == "", nil
		},
		look: func([]byte) []hostPresence { return nil },
	}
	return connection{client: "x", scope: scopeUser, number: 1, store: hostStore{state: filepath.Join(dir, "state")}}, p
}

func holds(t *testing.T, path, want string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if string(data) != want || (want == "") != errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s holds %q (%v), want %q", path, data, err, want)
	}
}

// What a person altered is not taken out, and that is said (SPEC F4).
func TestWhatIsLeftOfUsherIsSaid_F4(t *testing.T) {
	c, p := lab(t)
	for text, notes := range map[string]int{"U\nX=1 /opt/usher-gate\n": 1, "U\nmine\n": 0} {
		h, err := c.edited(hostChange{part: p, old: []byte(text), exists: true})
		if err != nil || len(h.notes) != notes {
			t.Errorf("%q: %v %q", text, err, h.notes)
		}
	}
}

func connects(t *testing.T, c connection, p hostPart) {
	t.Helper()
	h, err := c.wired(p)
	if err == nil && h.changes() {
		err = c.connect(t.Context(), h)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func disconnects(t *testing.T, c connection, p hostPart) hostChange {
	t.Helper()
	all, err := c.store.read()
	if err != nil || len(all.Files) != 1 {
		t.Fatalf("%+v %v", all, err)
	}
	h, err := c.undone(p, &all.Files[0])
	if err == nil {
		err = c.disconnect(t.Context(), h)
	}
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// G10: undoing gives back the very bytes, whatever was connected again in between, and
// a file and folders that were made for usher go.
func TestUndoIsExact_G10(t *testing.T) {
	for _, before := range []string{"", "mine\n", "mine"} {
		c, p := lab(t)
		if before != "" {
			if err := os.MkdirAll(filepath.Dir(p.path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(p.path, []byte(before), 0o640); err != nil {
				t.Fatal(err)
			}
		}
		connects(t, c, p)
		connects(t, c, p)
		h := disconnects(t, c, p)
		if !h.exact {
			t.Error("it was not exact")
		}
		holds(t, p.path, before)
		if _, err := os.Stat(filepath.Dir(filepath.Dir(p.path))); (before == "") != errors.Is(err, os.ErrNotExist) {
			t.Errorf("the folder that was made: %v", err)
		}
		if _, err := os.Stat(c.store.dir()); !errors.Is(err, os.ErrNotExist) {
			t.Error("records are left")
		}
	}
}

// G10: of a file that was changed since, usher's parts alone go; a file that was
// connected again after such a change gets back what it was without usher.
func TestUndoKeepsWhatOthersWrote_G10(t *testing.T) {
	c, p := lab(t)
	connects(t, c, p)
	if err := os.WriteFile(p.path, []byte("U\nmine\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if h := disconnects(t, c, p); h.exact || len(h.notes) != 1 || !strings.Contains(h.notes[0], "changed since") {
		t.Errorf("%+v", h)
	}
	holds(t, p.path, "mine\n")

	connects(t, c, p)
	if err := os.WriteFile(p.path, []byte("mine\nyours\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	connects(t, c, p)
	holds(t, p.path, "mine\nyours\nU\n")
	if h := disconnects(t, c, p); !h.exact {
		t.Errorf("%+v", h)
	}
	holds(t, p.path, "mine\nyours\n")
}

// F5: a command that died between the record and the file leaves what is undone as well.
func TestACrashWhileConnectingIsUndone_G10(t *testing.T) {
	c, p := lab(t)
	h, err := c.wired(p)
	if err != nil {
		t.Fatal(err)
	}
	died := errors.New("died")
	if err := h.target.prepare(""); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p.path, []byte("mine\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if h, err = c.wired(p); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(c.store.state, 0o700); err != nil {
		t.Fatal(err)
	}
	err = c.update(t.Context(), h, func() error {
		r, err := c.before(t.Context(), h)
		if err != nil {
			return err
		}
		r.Client, r.Scope, r.Number, r.Path, r.File, r.Holds, r.After = "x", scopeUser, 1, p.path, p.path, p.holds, sumOf(h.next)
		if err := c.store.record(t.Context(), r, nil); err != nil {
			return err
		}
		return died
	})
	if !errors.Is(err, died) {
		t.Fatal(err)
	}
	holds(t, p.path, "mine\n")
	if h := disconnects(t, c, p); h.changes() {
		t.Errorf("%+v", h)
	}
	connects(t, c, p)
	disconnects(t, c, p)
	holds(t, p.path, "mine\n")
}

// G10: a file that changes under the command is left alone; a backup that is not what
// it was is not put back.
func TestNothingIsOverwrittenUnseen_G10(t *testing.T) {
	c, p := lab(t)
	h, err := c.wired(p)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(p.path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p.path, []byte("late\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	h.target.make = nil
	if err := c.connect(t.Context(), h); err == nil || !strings.Contains(err.Error(), "changed meanwhile") {
		t.Error(err)
	}
	holds(t, p.path, "late\n")

	connects(t, c, p)
	all, err := c.store.read()
	if err != nil || len(all.Files) != 1 {
		t.Fatalf("%+v %v", all, err)
	}
	if err := os.WriteFile(c.store.backup(all.Files[0].Before), []byte("evil\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if h := disconnects(t, c, p); h.exact || !strings.Contains(h.notes[0], "not kept any more") {
		t.Errorf("%+v", h)
	}
	holds(t, p.path, "late\n")
}

// F5, Q2: a person's link is written where it leads, and stays; in a project, and where
// it leads nowhere, it is refused.
func TestALinkIsFollowedForItsOwner_F5(t *testing.T) {
	c, p := lab(t)
	dir := filepath.Dir(filepath.Dir(filepath.Dir(p.path)))
	dots := filepath.Join(dir, "dots")
	for _, d := range []string{filepath.Dir(p.path), dots} {
		if err := os.MkdirAll(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(dots, "conf"), p.path); err != nil {
		if runtime.GOOS != "windows" {
			t.Fatal(err)
		}
		t.Skip("Windows lets this account make no links: ", err)
	}
	if _, err := c.wired(p); err == nil || !strings.Contains(err.Error(), "leads nowhere") {
		t.Error(err)
	}
	if err := os.WriteFile(filepath.Join(dots, "conf"), []byte("mine\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	connects(t, c, p)
	holds(t, filepath.Join(dots, "conf"), "mine\nU\n")
	if info, err := os.Lstat(p.path); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Error("the link is gone")
	}
	disconnects(t, c, p)
	holds(t, filepath.Join(dots, "conf"), "mine\n")
	c.project = dir
	if _, err := c.wired(p); err == nil || !strings.Contains(err.Error(), "nothing is written through one") {
		t.Error(err)
	}
}
