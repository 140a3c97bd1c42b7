package launch

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"usher/pkg/proc"
	"usher/pkg/sandbox"
)

// TestMain lets the test binary be usher-run, a usher with a server, and a server.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch word, rest := os.Args[1], os.Args[2:]; word {
		case proc.ReaperWord:
			os.Exit(proc.ReaperMain(rest))
		case CageWord, initWord, innerWord, ProbeWord:
			os.Exit(Main(os.Args[1:]))
		case "role:host":
			hostRole(rest[0])
		case "role:calls":
			callsRole()
		}
	}
	os.Exit(m.Run())
}

// needNamespaces skips where this computer forbids what is tested, with the name
// of the setting that does; without one that explains it the test fails.
func needNamespaces(t testing.TB) {
	t.Helper()
	cmd := exec.Command("/bin/true")
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS}
	err := cmd.Run()
	if err == nil {
		return
	}
	for path, forbids := range map[string]string{
		"/proc/sys/user/max_user_namespaces": "0", "/proc/sys/kernel/unprivileged_userns_clone": "0",
		"/proc/sys/kernel/apparmor_restrict_unprivileged_userns": "1",
	} {
		if text, err := os.ReadFile(path); err == nil && strings.TrimSpace(string(text)) == forbids {
			t.Skipf("user namespaces are forbidden here: %s is %s", path, forbids)
		}
	}
	t.Fatalf("user namespaces cannot be made, and no setting says why: %v", err)
}

// planOf is the plan of a shell script with a data folder of its own and nothing else.
func planOf(t testing.TB, script string) sandbox.Plan {
	t.Helper()
	needNamespaces(t)
	shell, err := filepath.EvalSymlinks("/bin/sh")
	if err != nil {
		t.Fatal(err)
	}
	data := newFolder(t)
	return sandbox.Plan{
		Tier: sandbox.TierNamespaces, Program: shell, Argv0: "sh", Args: []string{"-c", script}, Dir: data, Data: data,
		Env: []string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + data, "TMPDIR=/tmp"}, Network: sandbox.NetworkOff,
	}
}

// myself is the test binary, which is usher-run here.
func myself(t testing.TB) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// noError is for what only a broken computer gives.
func noError(err error) {
	if err != nil {
		panic(err)
	}
}

// newFolder is a new folder by its real path.
func newFolder(t testing.TB) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// caged is a launch, not yet started.
func caged(t testing.TB, p sandbox.Plan, after string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(myself(t), CageWord)
	cmd.Env, cmd.Dir = []string{}, "/"
	cmd.Stdin = bytes.NewReader(append(p.Encode(), after...))
	return cmd
}

// end is how a launch ended.
type end struct {
	out, err string
	status   int // 128 and more: by a signal
}

// launched runs a launch to its end; after is what follows the plan on standard input.
func launched(t testing.TB, p sandbox.Plan, after string) end {
	t.Helper()
	cmd := caged(t, p, after)
	var out, errText strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errText
	timer := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	_ = cmd.Run()
	if cmd.ProcessState == nil {
		t.Fatal("not started")
	}
	status := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if status.Signaled() {
		return end{out.String(), errText.String(), 128 + int(status.Signal())}
	}
	return end{out.String(), errText.String(), status.ExitStatus()}
}

// put writes a file and the folders above it.
func put(t testing.TB, path, text string, mode os.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

// ordinary runs the named test again as an ordinary user when this is root, and
// this one goes on as root.
func ordinary(t *testing.T) {
	t.Helper()
	if os.Geteuid() != 0 {
		return
	}
	dir, err := os.MkdirTemp("", "usher-open")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	binary, err := os.ReadFile(myself(t))
	if err != nil || os.Chmod(dir, 0o777|os.ModeSticky) != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, "launch.test"), string(binary), 0o755)
	cmd := exec.Command(filepath.Join(dir, "launch.test"), "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env, cmd.Dir = append(os.Environ(), "TMPDIR="+dir), dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	out, err := cmd.CombinedOutput()
	if strings.Contains(string(out), "--- SKIP: "+t.Name()) {
		t.Logf("as an ordinary user: %s", out)
		return
	}
	if err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Fatalf("as an ordinary user: %v\n%s", err, out)
	}
}

// answers reads lines of name=answer.
func answers(text string) map[string]string {
	got := map[string]string{}
	for line := range strings.Lines(text) {
		name, answer, _ := strings.Cut(strings.TrimSpace(line), "=")
		got[name] = answer
	}
	return got
}

func number(t testing.TB, text string) int {
	t.Helper()
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil {
		t.Fatal(err)
	}
	return n
}
