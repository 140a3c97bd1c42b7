//go:build linux && !usher_direct

package proc

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"unsafe"
)

// Q4: a child has descriptors 0, 1 and 2 and nothing else, whatever usher was
// given by its own parent: these are open without close-on-exec in the gate.
func TestChildHasThreeDescriptors(t *testing.T) {
	for range 12 {
		fd, err := syscall.Open("/dev/null", syscall.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer syscall.Close(fd)
	}
	r := newReaper(t)
	for range 2 {
		s := script(t, "hook.py", "fds")
		mustExit(t, r.Run(context.Background(), s), 0)
		// 3 and 4 are the canary itself and what lists the folder.
		if got := readCanary(t, s, "CANARY-FDS"); got != "0\n1\n2\n3\n4" {
			t.Errorf("open in the child: %q", got)
		}
	}
	s := script(t, "hook.py", "fds")
	if c := lasting(t, s); !isDone(c) {
		t.Fatal("it does not end")
	}
	if got := readCanary(t, s, "CANARY-FDS"); got != "0\n1\n2\n3\n4" {
		t.Errorf("open in the server: %q", got)
	}
}

// closeOnExec has a way of its own for kernels before 5.11.
func TestNumbersInListsOpenDescriptors(t *testing.T) {
	fd, err := syscall.Open("/dev/null", syscall.O_RDWR|syscall.O_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(fd)
	found := false
	for _, n := range numbersIn("/proc/self/fd") {
		found = found || n == fd
	}
	if !found {
		t.Errorf("descriptor %d is not listed", fd)
	}
}

// Q4: a child has a session of its own and no controlling terminal, although
// usher has one: it cannot answer a question in the person's place.
func TestChildHasNoTerminal(t *testing.T) {
	s := script(t, "hook.py", "tty")
	master, slave := openTerminal(t)
	defer master.Close()
	gate := exec.Command(self().Path, append([]string{"role:gate", s.Path}, s.Args...)...)
	gate.Env = append(s.Env, "USHER_TEST_DIR="+s.Dir, "USHER_TEST_TIMEOUT=30s")
	gate.Stdin = slave
	gate.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 0}
	out, err := gate.Output()
	_ = slave.Close()
	if err != nil || strings.TrimSpace(string(out)) != "exited 3" {
		t.Fatalf("gate: %q %v", out, err)
	}
	if exists(filepath.Join(s.Dir, "CANARY-TTY")) {
		t.Error("the child had the terminal")
	}
}

func openTerminal(t *testing.T) (master, slave *os.File) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	var number, unlock int32
	for _, call := range []struct {
		request uintptr
		value   *int32
	}{{syscall.TIOCSPTLCK, &unlock}, {syscall.TIOCGPTN, &number}} {
		if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, master.Fd(), call.request, uintptr(unsafe.Pointer(call.value))); errno != 0 {
			t.Fatal(errno)
		}
	}
	slave, err = os.OpenFile("/dev/pts/"+strconv.Itoa(int(number)), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	return master, slave
}

// Q4: a session of its own, told by the child itself.
func TestChildLeadsASessionOfItsOwn(t *testing.T) {
	s := spec(t, python, "-I", "-S", "-c", "import os; print(os.getsid(0)==os.getpid(), os.getpgid(0)==os.getpid(), open('/proc/self/stat').read().rsplit(')')[1].split()[4])")
	res := newReaper(t).Run(context.Background(), s)
	mustExit(t, res, 0)
	server, err := io.ReadAll(lasting(t, s).Stdout)
	if err != nil {
		t.Error(err)
	}
	for _, text := range [][]byte{res.Stdout, server} {
		if got := strings.TrimSpace(string(text)); got != "True True 0" {
			t.Errorf("leads its session, leads its group, terminal: %s", got)
		}
	}
}

func readCanary(t *testing.T, s Spec, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(s.Dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(text))
}
