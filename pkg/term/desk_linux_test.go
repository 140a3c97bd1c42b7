package term

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// desk is a terminal with this test binary at it and a test in the person's
// chair: it sees what is on the screen and types.
type desk struct {
	t             *testing.T
	master, slave *os.File
	screen        string // what is not yet seen
	all           string
	file          string
	cmd           *exec.Cmd
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{t: t, file: filepath.Join(t.TempDir(), "said")}
	d.master, d.slave = pair(t, 80)
	if err := d.master.SetDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	return d
}

// sit starts the program that asks.
func (d *desk) sit(what string) *desk {
	d.t.Helper()
	d.cmd = exec.Command("/proc/self/exe")
	d.cmd.Env = []string{childVar + "=" + what, sayVar + "=" + d.file, raceExit}
	d.cmd.Stdin, d.cmd.Stdout, d.cmd.Stderr = d.slave, d.slave, d.slave
	d.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Pdeathsig: syscall.SIGKILL}
	if err := d.cmd.Start(); err != nil {
		d.t.Fatal(err)
	}
	return d
}

// see reads the screen until a text stands on it.
func (d *desk) see(text string) *desk {
	d.t.Helper()
	buf := make([]byte, 4096)
	for !strings.Contains(d.screen, text) {
		n, err := d.master.Read(buf)
		d.screen, d.all = d.screen+string(buf[:n]), d.all+string(buf[:n])
		if err != nil {
			_ = d.cmd.Process.Kill()
			d.t.Fatalf("%q does not appear: %v; the screen: %q", text, err, d.all)
		}
	}
	_, d.screen, _ = strings.Cut(d.screen, text)
	return d
}

func (d *desk) key(text string) *desk {
	d.t.Helper()
	if _, err := d.master.WriteString(text); err != nil {
		d.t.Fatal(err)
	}
	return d
}

// said waits for the program's end and gives what it had to say.
func (d *desk) said() string {
	d.t.Helper()
	ended := time.AfterFunc(patience, func() { _ = d.cmd.Process.Kill() })
	err := d.cmd.Wait()
	ended.Stop()
	out, readErr := os.ReadFile(d.file)
	if err != nil || readErr != nil {
		d.t.Fatalf("%v, %v; the screen: %q", err, readErr, d.all)
	}
	return string(out)
}

// shows reports whether the terminal shows what is typed.
func (d *desk) shows() bool {
	d.t.Helper()
	return d.termios().Lflag&unix.ECHO != 0
}

func (d *desk) termios() *unix.Termios {
	d.t.Helper()
	var m *unix.Termios
	err := onFD(d.slave, func(fd int) (err error) {
		m, err = unix.IoctlGetTermios(fd, unix.TCGETS)
		return err
	})
	if err != nil {
		d.t.Fatal(err)
	}
	return m
}
