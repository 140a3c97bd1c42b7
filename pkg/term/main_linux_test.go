package term

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// The test binary is also the program that sits at the terminals of the tests:
// with childVar set it does one thing, says what came of it, and ends.
const (
	childVar = "USHER_TERM_CHILD"
	sayVar   = "USHER_TERM_SAY" // the file it writes what it has to say to
	patience = time.Minute
	raceExit = "GORACE=atexit_sleep_ms=0" // else the race detector ends each child a second late
)

func TestMain(m *testing.M) {
	if what := os.Getenv(childVar); what != "" {
		child(what)
		return
	}
	os.Exit(m.Run())
}

func child(what string) {
	switch what {
	case "streams":
		s := Open(os.Stdin, os.Stdout, os.Stderr)
		fmt.Fprintf(os.Stderr, "out=%t err=%t width=%d controlling=%t", s.OutTTY, s.ErrTTY, s.Width, Controlling())
	case "person":
		why, ok := LookAtPerson(os.Getenv, os.Stdin)
		say(fmt.Sprintf("%t %s", ok, why))
	case "shell":
		shell()
	default:
		question(what)
	}
}

// shell asks for a secret in a child as a shell with job control would, and
// lets it go on when it stops.
func shell() {
	cmd := exec.Command("/proc/self/exe")
	cmd.Env = append(os.Environ(), childVar+"=secret")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Foreground: true, Ctty: 0}
	if err := cmd.Start(); err != nil {
		fmt.Println(err)
		return
	}
	for {
		var status syscall.WaitStatus
		if _, err := syscall.Wait4(cmd.Process.Pid, &status, syscall.WUNTRACED, nil); err != nil {
			fmt.Println(err)
			return
		}
		if !status.Stopped() {
			return
		}
		m, err := unix.IoctlGetTermios(0, unix.TCGETS)
		fmt.Printf("stopped, shows typing: %t %v\n", err == nil && m.Lflag&unix.ECHO != 0, err)
		_ = cmd.Process.Signal(syscall.SIGCONT)
	}
}

// question puts one to whoever is at the terminal.
func question(what string) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP) // as main has it
	defer stop()
	tty, err := OpenTTY()
	if err != nil {
		say(err.Error())
		return
	}
	defer func() { _ = tty.Close() }()
	var got any
	switch what {
	case "ask":
		var r rune
		r, err = tty.Ask(ctx, "may it run?", Key{'y', "yes"}, Key{'n', "no"})
		got = string(r)
	case "twice":
		first, _ := tty.Ask(ctx, "first?", Key{'y', "yes"}, Key{'n', "no"})
		second, _ := tty.Ask(ctx, "second?", Key{'y', "yes"}, Key{'n', "no"})
		got = string(first) + string(second)
	case "card":
		err = Card(tty, CardData{Title: "t", Width: tty.Width(), Rows: []Row{{Label: "arguments", Values: []string{strings.Repeat("x", 90), "\x1b[2K"}, Numbered: true}}})
		got = tty.Width()
	case "line":
		got, err = tty.Line(ctx, "six digits: ")
	case "secret":
		got, err = tty.Secret(ctx, "value: ")
	}
	say(fmt.Sprintf("%#v %v", got, err))
}

// say writes whole, so that a reader never sees half of it.
func say(text string) {
	path := os.Getenv(sayVar)
	if err := os.WriteFile(path+".part", []byte(text), 0o666); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if err := os.Rename(path+".part", path); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}
