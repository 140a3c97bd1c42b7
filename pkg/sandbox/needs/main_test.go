//go:build unix

package needs

import (
	"os"
	"path/filepath"
	"testing"
)

// house is a made-up computer below one folder: a home, usher's places, a project.
func house(t *testing.T) (World, string) {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	home := filepath.Join(root, "home")
	w := World{
		UserHome: home, Home: filepath.Join(home, ".config/usher"), State: filepath.Join(home, ".local/state/usher"),
		Data: filepath.Join(home, ".local/share/usher"), Machine: filepath.Join(root, "etc"),
		Definitions: []string{".mcp.json", ".usher/mcp.json", ".claude/skills"},
		Getenv:      func(string) string { return "" }, Look: func(string) (string, bool) { return "", false },
	}
	for _, dir := range []string{w.Home, w.State, w.Data} {
		folder(t, dir)
	}
	return w, root
}

func folder(t *testing.T, dir string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
}

func file(t *testing.T, path, text string) string {
	t.Helper()
	folder(t, filepath.Dir(path))
	if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

func link(t *testing.T, at, to string) string {
	t.Helper()
	folder(t, filepath.Dir(at))
	if err := os.Symlink(to, at); err != nil {
		t.Fatal(err)
	}
	return at
}

// found is what is found, or the test ends.
func found(t *testing.T, w World, l Launch) Found {
	t.Helper()
	if l.Real == "" {
		l.Real, _ = filepath.EvalSymlinks(l.Program)
	}
	f, err := w.Find(l)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
