package cmd_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain builds the programs once, into a folder that an ordinary user can
// reach too, runs the tests and takes the folder away.
func TestMain(m *testing.M) {
	if os.Getenv(rootVar) != "" { // built already, for another user (TestCasesAsAnOrdinaryUser)
		os.Exit(m.Run())
	}
	root, err := os.MkdirTemp("", "usher-test-")
	if err == nil {
		err = buildAll(filepath.Join(root, "bin"))
	}
	code := 1
	if err == nil {
		_ = os.Setenv(rootVar, root)
		code = m.Run()
	} else {
		fmt.Fprintln(os.Stderr, err)
	}
	_ = os.RemoveAll(root)
	os.Exit(code)
}

// rootVar names the folder that TestMain made, for the tests of this process.
const rootVar = "USHER_TEST_ROOT"

// buildAll builds what the scripts call. The shipped mains have no door for a
// machine layer of the test's choosing, so twins under internal stand in.
func buildAll(bin string) error {
	programs := [][2]string{
		{"usher", "./internal/testmain"},
		{"usher-gate", "./internal/testgate"},
		{"usher-run", "./usher-run"},
		{"usher-keychain", "./usher-keychain"},
		{"usher-demo-server", "./usher-demo-server"},
	}
	for _, p := range programs {
		out := filepath.Join(bin, p[0])
		if runtime.GOOS == "windows" {
			out += ".exe"
		}
		flags, environ := raceFlags(p[0])
		build := exec.Command("go", append(append([]string{"build", "-buildvcs=false"}, flags...), "-o", out, p[1])...)
		build.Env = append(os.Environ(), environ...)
		if text, err := build.CombinedOutput(); err != nil {
			return fmt.Errorf("building %s: %w\n%s", p[0], err, text)
		}
	}
	for _, dir := range []string{filepath.Dir(bin), bin} {
		if err := os.Chmod(dir, 0o755); err != nil { // MkdirTemp made it 0700; asuser must reach it
			return err
		}
	}
	return nil
}

// TestScripts runs every script of testdata/script: one behaviour each.
func TestScripts(t *testing.T) {
	root := os.Getenv(rootVar)
	work := filepath.Join(root, "work")
	if err := os.Mkdir(work, 0o755); err != nil && !errors.Is(err, os.ErrExist) { // -count=2 comes twice
		t.Fatal(err)
	}
	files, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	testscript.Run(t, testscript.Params{
		Files:              raced(files),
		WorkdirRoot:        work,
		RequireUniqueNames: true,
		Setup:              func(e *testscript.Env) error { return setUp(e, filepath.Join(root, "bin")) },
		Condition:          condition,
		Cmds:               scriptWords(),
	})
}

// setUp gives a script an environment built from nothing: no marker of an
// assistant, no variable of the developer, the system's programs first.
func setUp(e *testscript.Env, bin string) error {
	home := filepath.Join(e.WorkDir, "home")
	cases, err := filepath.Abs("testdata/cases")
	if err != nil {
		return err
	}
	e.Vars = []string{
		"WORK=" + e.WorkDir, // first, see testscript
		"HOME=" + home,
		"PATH=" + strings.Join([]string{"/usr/bin", "/bin", bin}, string(os.PathListSeparator)),
		"TMPDIR=" + filepath.Join(e.WorkDir, ".tmp"),
		"LANG=C.UTF-8",
		"BIN=" + bin,
		"CASES=" + cases,
		"devnull=" + os.DevNull,
		"/=" + string(os.PathSeparator),
		":=" + string(os.PathListSeparator),
		"$=$",
	}
	e.Vars = append(e.Vars, raceVars()...)
	for _, dir := range []string{e.WorkDir, home} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	return nil
}

// condition adds [root] to testscript's own.
func condition(word string) (bool, error) {
	if word == "root" {
		return os.Geteuid() == 0, nil
	}
	return false, fmt.Errorf("unknown condition %q", word)
}
