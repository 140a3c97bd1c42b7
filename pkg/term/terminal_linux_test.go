package term

import (
	"context"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// terminal is a new pseudo-terminal so many columns wide.
func terminal(t *testing.T, columns uint16) *os.File {
	t.Helper()
	_, slave := pair(t, columns)
	return slave
}

// pair is both sides of a new pseudo-terminal.
func pair(t *testing.T, columns uint16) (master, slave *os.File) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = master.Close() })
	n := 0
	err = onFD(master, func(fd int) (err error) { // not Fd: reads of it must have a deadline
		if err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
			return err
		}
		if n, err = unix.IoctlGetInt(fd, unix.TIOCGPTN); err != nil {
			return err
		}
		return unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: columns})
	})
	if err != nil {
		t.Fatal(err)
	}
	slave, err = os.OpenFile("/dev/pts/"+strconv.Itoa(n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = slave.Close() })
	return master, slave
}

// look starts this binary in a new session, with a controlling terminal or
// without, and gives what it says.
func look(t *testing.T, tty *os.File, stdout *os.File) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0])
	var said strings.Builder
	cmd.Env, cmd.Stdin, cmd.Stdout, cmd.Stderr = append(os.Environ(), childVar+"=streams"), tty, stdout, &said
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: tty != nil}
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	return said.String()
}

// A5, Z1: what is a terminal, how wide it is, and whether one controls us are
// three things; only /dev/tty tells the third.
func TestTerminalIsSeen(t *testing.T) {
	tty := terminal(t, 101)
	if got := look(t, tty, tty); got != "out=true err=false width=101 controlling=true" {
		t.Errorf("at a terminal: %s", got)
	}
	if got := look(t, nil, terminal(t, 33)); got != "out=true err=false width=33 controlling=false" {
		t.Errorf("a terminal on stdout that does not control: %s", got)
	}
	if got := look(t, nil, nil); got != "out=false err=false width=0 controlling=false" {
		t.Errorf("no terminal: %s", got)
	}
	if got := look(t, terminal(t, 0), terminal(t, 0)); got != "out=true err=false width=80 controlling=true" {
		t.Errorf("a terminal of unknown width: %s", got)
	}
}
