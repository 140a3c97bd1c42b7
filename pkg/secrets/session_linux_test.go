package secrets

import (
	"bufio"
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"usher/pkg/secrets/wire"
)

const (
	binVar   = "USHER_SECRETS_BIN"
	nobody   = 65534
	patience = 60 * time.Second
)

// programs builds usher-keychain and usher-run, once for each test that needs
// them; as nobody they are root's.
func programs(t *testing.T) string {
	t.Helper()
	if dir := os.Getenv(binVar); dir != "" {
		return dir
	}
	dir, err := os.MkdirTemp("/tmp", "usher-secrets-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "build", "-buildvcs=false", "-o", dir, "usher/cmd/usher-keychain", "usher/cmd/usher-run")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return dir
}

// asEveryone runs a test as who runs the tests, and where that is root, as
// nobody too.
func asEveryone(t *testing.T, test func(t *testing.T, bin string)) {
	t.Helper()
	bin := programs(t)
	test(t, bin)
	if os.Geteuid() != 0 || t.Failed() {
		return
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, "/proc/self/exe", "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Dir = "/"
	cmd.Env = append(os.Environ(), binVar+"="+bin, "TMPDIR=/tmp", "HOME=/nonexistent", "GORACE=atexit_sleep_ms=0")
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Errorf("as an ordinary user: %v\n%s", err, out)
	}
}

// session is a session bus of its own, in a home of its own.
type session struct {
	t       *testing.T
	home    string
	environ []string
	helper  *Helper
	daemon  *exec.Cmd // the Secret Service
}

// plainBus lets everybody do everything, and starts nothing by itself.
const plainBus = `<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>`

// newSession starts a dbus-daemon; policy is what its default policy holds, ""
// for the system's own configuration of a session bus.
func newSession(t *testing.T, bin, policy string) *session {
	t.Helper()
	s := &session{t: t, home: t.TempDir()}
	config := "--session"
	if policy != "" {
		path := filepath.Join(s.home, "bus.conf")
		text := `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:dir=` + s.home + `</listen><auth>EXTERNAL</auth><policy context="default">` + policy + `</policy></busconfig>`
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		config = "--config-file=" + path
	}
	run := filepath.Join(s.home, "run")
	if err := os.Mkdir(run, 0o700); err != nil {
		t.Fatal(err)
	}
	s.environ = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + s.home, "XDG_DATA_HOME=" + s.home + "/data", "XDG_CACHE_HOME=" + s.home + "/cache", "XDG_CONFIG_HOME=" + s.home + "/config", "XDG_RUNTIME_DIR=" + run}
	bus := s.command("dbus-daemon", config, "--nofork", "--print-address", "--address=unix:dir="+s.home)
	if policy != "" {
		bus.Args = bus.Args[:len(bus.Args)-1]
	}
	out, err := bus.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	s.start(bus)
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("dbus-daemon: %v (make deps installs it)", err)
	}
	s.environ = append(s.environ, busVar+"="+strings.TrimSpace(address))
	s.helper = NewHelper(filepath.Join(bin, "usher"), s.environ)
	return s
}

func (s *session) command(name string, args ...string) *exec.Cmd {
	s.t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		s.t.Fatalf("%v (make deps installs it)", err)
	}
	cmd := exec.CommandContext(s.t.Context(), path, args...)
	cmd.Env, cmd.Dir = s.environ, s.home
	return cmd
}

// start starts a daemon that ends with the test.
func (s *session) start(cmd *exec.Cmd) {
	s.t.Helper()
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
}

// unlocked starts a gnome-keyring with an unlocked login keyring, and waits
// until a trial write says want.
func (s *session) unlocked(want Code) {
	s.t.Helper()
	s.daemon = s.command("gnome-keyring-daemon", "--foreground", "--components=secrets", "--unlock")
	s.daemon.Stdin = strings.NewReader("not-real-password")
	s.start(s.daemon)
	code := Code("")
	for end := time.Now().Add(patience); time.Now().Before(end); {
		if code = s.helper.Ask(s.t.Context(), wire.Request{Do: wire.Try}).Code; code == want {
			return
		}
	}
	s.t.Fatalf("the keychain is %s, want %s", code, want)
}

// stop ends the Secret Service.
func (s *session) stop() {
	_ = s.daemon.Process.Kill()
	_ = s.daemon.Wait()
}

// run runs a program to its end.
func (s *session) run(stdin, name string, args ...string) string {
	s.t.Helper()
	cmd := s.command(name, args...)
	cmd.Stdin = strings.NewReader(stdin)
	var errText bytes.Buffer
	cmd.Stderr = &errText
	out, err := cmd.Output()
	if err != nil {
		s.t.Fatalf("%s: %v %s", name, err, errText.String())
	}
	return string(out)
}

// lock locks the login keyring.
func (s *session) lock() {
	s.t.Helper()
	s.run("", "dbus-send", "--session", "--print-reply", "--dest=org.freedesktop.secrets", "/org/freedesktop/secrets",
		"org.freedesktop.Secret.Service.Lock", "array:objpath:/org/freedesktop/secrets/collection/login")
}
