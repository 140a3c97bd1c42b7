//go:build linux && !race

package cmd_test

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestCasesAsAnOrdinaryUser runs the cases about projects, prompts and skills, and the
// hostile texts, once more as a user who is not root: root passes every permission
// check, so what was shown as root may be false for everybody else. The tests and what
// they read are copied to where that user can reach them.
func TestCasesAsAnOrdinaryUser(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 { // they run as an ordinary user as it is
		return
	}
	theirs := filepath.Join(os.Getenv(rootVar), "ordinary")
	here := filepath.Join(theirs, "src", "cmd")
	copies := map[string]string{
		os.Args[0]: filepath.Join(theirs, "tests"), filepath.Join(os.Getenv(rootVar), "bin"): filepath.Join(theirs, "bin"),
		casesDir: filepath.Join(here, casesDir), attacksDir: filepath.Join(here, attacksDir),
	}
	for from, to := range copies {
		must(t, filepath.WalkDir(from, func(path string, d os.DirEntry, err error) error {
			rel, _ := filepath.Rel(from, path)
			if err != nil || d.IsDir() {
				return firstOf(err, os.MkdirAll(filepath.Join(to, rel), 0o755))
			}
			return copyFile(path, filepath.Join(to, rel))
		}))
	}
	must(t, os.MkdirAll(filepath.Join(theirs, "tmp"), 0o755))
	must(t, filepath.WalkDir(theirs, func(path string, _ os.DirEntry, err error) error {
		return firstOf(err, os.Lchown(path, ordinary, ordinary))
	}))
	t.Cleanup(func() { must(t, os.RemoveAll(theirs)) })
	c := exec.Command(filepath.Join(theirs, "tests"), "-test.v", "-test.timeout=10m",
		"-test.run=_(trust|prompt|skill)[0-9]+$|^TestPromptCases$|^TestHostileSkills$|^TestHostilePrompts$")
	c.Dir = here
	c.Env = []string{"HOME=" + theirs, "PATH=/usr/bin:/bin", "LANG=C.UTF-8", "TMPDIR=" + filepath.Join(theirs, "tmp"), rootVar + "=" + theirs}
	c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: ordinary, Gid: ordinary}}
	out, err := c.CombinedOutput()
	if ran := strings.Count(string(out), "\n--- PASS: Test"); err != nil || ran < 20 {
		t.Errorf("%v, %d tests passed:\n%s", err, ran, out)
	}
}

// copyFile copies a file whose folder may not be there yet; a program stays one.
func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o755)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return firstOf(err, out.Close())
}
