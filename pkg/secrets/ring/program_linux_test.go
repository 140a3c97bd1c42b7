package ring

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// build makes the real program.
func build(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "usher-keychain")
	cmd := exec.Command("go", "build", "-buildvcs=false", "-o", path, "usher/cmd/usher-keychain")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}

// Started by hand it says what it is, and does nothing.
func TestByHandItSaysWhatItIs(t *testing.T) {
	cmd := exec.Command(build(t), "get", "usher/secret/A")
	cmd.Env = []string{"DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent"}
	var errText strings.Builder
	cmd.Stderr = &errText
	out, err := cmd.Output()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 2 || len(out) > 0 || !strings.Contains(errText.String(), "is started by usher, not by hand") {
		t.Errorf("%v, %q, %q", err, out, errText.String())
	}
}

// Q11: the helper leaves no core, and no process of the same user may look into
// its memory: what stands for it under /proc is root's.
func TestTheHelperLeavesNoCore(t *testing.T) {
	cmd := exec.Command(build(t))
	cmd.Dir = "/"
	cmd.Env = []string{"DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent"}
	if os.Geteuid() == 0 {
		if err := os.Chmod(filepath.Dir(cmd.Path), 0o755); err != nil {
			t.Fatal(err)
		}
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
		for dir := filepath.Dir(cmd.Path); dir != os.TempDir() && dir != "/"; dir = filepath.Dir(dir) {
			_ = os.Chmod(dir, 0o755)
		}
	}
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = stdin.Close(); _ = cmd.Wait() }()
	proc := fmt.Sprintf("/proc/%d", cmd.Process.Pid)
	for end := time.Now().Add(30 * time.Second); ; {
		limits, _ := os.ReadFile(proc + "/limits")
		info, err := os.Stat(proc + "/environ")
		core := false
		for line := range strings.Lines(string(limits)) {
			core = core || strings.HasPrefix(line, "Max core file size") && strings.Contains(line, " 0 ")
		}
		if core && err == nil && info.Sys().(*syscall.Stat_t).Uid == 0 {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("no core limit or still dumpable: %v\n%s", err, limits)
		}
	}
}
