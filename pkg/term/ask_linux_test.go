package term

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

const (
	keys        = "  y = yes, n = no (Enter: no): "
	wasInterupt = "interrupted: nothing was decided"
	noAnswer    = "no answer was given: nothing was decided"
)

// Q8: only a key's letter or word is that key; everything else is the refusal.
func TestAnswers(t *testing.T) {
	for typed, want := range map[string]string{
		"y\n": `"y" <nil>`, "Y\n": `"y" <nil>`, " yes \n": `"y" <nil>`, "YES\n": `"y" <nil>`,
		"n\n": `"n" <nil>`, "no\n": `"n" <nil>`, "\n": `"n" <nil>`, " \t\n": `"n" <nil>`,
		"\x04": `"n" <nil>`, "\x03": `"n" ` + wasInterupt, "y\x03": `"n" ` + wasInterupt, "y\x04\x04": `"n" <nil>`,
	} {
		d := newDesk(t).sit("ask").see("may it run?\r\n").see(keys).key(typed)
		if got := d.said(); got != want {
			t.Errorf("%q: %s, want %s", typed, got, want)
		}
	}
}

// Q8: what is no answer is asked again, and three times are enough.
func TestWhatIsNoAnswerIsAskedAgain(t *testing.T) {
	d := newDesk(t).sit("ask").see(keys).key("yy\n").see(keys).key("ye\n").see(keys).key("y\n")
	if got := d.said(); got != `"y" <nil>` {
		t.Error(got)
	}
	d = newDesk(t).sit("ask").see(keys).key("sure\n").see(keys).key("ok\n").see(keys).key("1\n").see("taken as no")
	if got := d.said(); got != `"n" <nil>` {
		t.Error(got)
	}
}

// Q8: what was typed before a question is on the screen answers nothing, whole
// lines and begun ones, before the first question and between two.
func TestTypedAheadIsDiscarded(t *testing.T) {
	d := newDesk(t).key("y\ny\nyes\ny").sit("ask").see(keys).key("\n")
	if got := d.said(); got != `"n" <nil>` {
		t.Error(got)
	}
	d = newDesk(t).sit("twice").see(keys).key("y\ny\ny\n").see("second?").see(keys).key("n\n")
	if got := d.said(); got != `"yn" <nil>` {
		t.Error(got)
	}
	d = newDesk(t).key("111111\n").sit("line").see("six digits: ").key(" 123456 \n")
	if got := d.said(); got != `"123456" <nil>` {
		t.Error(got)
	}
	d = newDesk(t).key("old\n").sit("secret").see("value: ").key("new\n")
	if got := d.said(); got != `"new" <nil>` {
		t.Error(got)
	}
}

// Q8: the end of input and an interrupt are no line.
func TestNoLineIsAnError(t *testing.T) {
	for typed, want := range map[string]string{
		"\x04": `"" ` + noAnswer, "12\x03": `"" ` + wasInterupt, "\n": `"" <nil>`,
	} {
		for _, what := range []string{"line", "secret"} {
			prompt := map[string]string{"line": "six digits: ", "secret": "value: "}[what]
			d := newDesk(t).sit(what).see(prompt).key(typed)
			if got := d.said(); got != want || !d.shows() {
				t.Errorf("%s, %q: %s, want %s; the terminal shows typing: %t", what, typed, got, want, d.shows())
			}
		}
	}
}

// Q8: a terminal that another program left without line editing still answers.
func TestRawTerminal(t *testing.T) {
	for typed, want := range map[string]string{"y\r": `"y" <nil>`, "\x03": `"n" ` + wasInterupt, "\x04": `"n" <nil>`, "y\x04": `"n" <nil>`} {
		d := newDesk(t)
		m := d.termios()
		m.Lflag &^= unix.ICANON | unix.ISIG | unix.ECHO
		m.Iflag &^= unix.ICRNL
		m.Cc[unix.VMIN], m.Cc[unix.VTIME] = 1, 0
		if err := onFD(d.slave, func(fd int) error { return unix.IoctlSetTermios(fd, unix.TCSETS, m) }); err != nil {
			t.Fatal(err)
		}
		if got := d.sit("ask").see(keys).key(typed).said(); got != want {
			t.Errorf("%q: %s, want %s", typed, got, want)
		}
	}
}

// Q8: a terminal that goes away has not said yes.
func TestLostTerminalIsNo(t *testing.T) {
	d := newDesk(t).sit("ask").see(keys)
	_, _ = d.master.Close(), d.slave.Close()
	if got := d.said(); !strings.HasPrefix(got, `"n" `) {
		t.Error(got)
	}
}

// E2: a secret is not on the screen, also not its line end's echo, and blanks
// in it are kept.
func TestSecretIsNotShown(t *testing.T) {
	d := newDesk(t).sit("secret").see("value: ")
	if d.shows() {
		t.Error("the terminal shows typing")
	}
	if got := d.key("  s3cr et \n").see("\n").said(); got != `"  s3cr et " <nil>` {
		t.Error(got)
	}
	if strings.Contains(d.all, "s3cr") || !d.shows() {
		t.Errorf("the screen: %q; shows typing after: %t", d.all, d.shows())
	}
}

// E2: whatever signal ends it, the terminal shows typing again.
func TestSignalsLeaveTheTerminalShowing(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		d := newDesk(t).sit("secret").see("value: ").key("half")
		if err := d.cmd.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
		if got := d.said(); got != `"" `+wasInterupt || !d.shows() {
			t.Errorf("%v: %s; shows typing: %t", s, got, d.shows())
		}
	}
}

// E2: while it is stopped by ctrl-Z the terminal shows typing, and afterwards
// the question goes on unseen. Where no shell could continue it, ctrl-Z does
// not leave it hanging.
func TestStoppedSecretShowsTyping(t *testing.T) {
	d := newDesk(t).sit("shell").see("value: ").key("\x1a").see("stopped, shows typing: true").see("value: ")
	if d.shows() {
		t.Error("the terminal shows typing after it goes on")
	}
	if got := d.key("s3cret\n").said(); got != `"s3cret" <nil>` || strings.Contains(d.all, "s3cret") {
		t.Errorf("%s; the screen: %q", got, d.all)
	}
	d = newDesk(t).sit("secret").see("value: ").key("lost\x1a").see("value: ")
	if got := d.key("s3cret\n").said(); got != `"s3cret" <nil>` || strings.Contains(d.all, "s3cret") {
		t.Errorf("without a shell: %s; the screen: %q", got, d.all)
	}
}

// Q8: a card goes to the terminal itself, as wide as it is.
func TestCardAtATerminal(t *testing.T) {
	d := newDesk(t).sit("card").see("t\r\n\r\n  arguments  1  \"" + strings.Repeat("x", 62) + "↩\r\n" +
		strings.Repeat(" ", 16) + "↪" + strings.Repeat("x", 28) + "\"\r\n" + strings.Repeat(" ", 13) + `2  "\x1b[2K"`)
	if got := d.said(); got != "80 <nil>" {
		t.Error(got)
	}
}

// A4: without a controlling terminal nothing is asked, whatever stdin is.
func TestNoTerminalNoQuestion(t *testing.T) {
	d := newDesk(t)
	for _, stdin := range []*os.File{nil, d.slave} {
		said := filepath.Join(t.TempDir(), "said")
		cmd := exec.CommandContext(t.Context(), "/proc/self/exe")
		cmd.Env, cmd.SysProcAttr = []string{childVar + "=ask", sayVar + "=" + said, raceExit}, &syscall.SysProcAttr{Setsid: true}
		if stdin != nil {
			cmd.Stdin = stdin
		}
		if err := cmd.Run(); err != nil {
			t.Fatal(err)
		}
		if out, err := os.ReadFile(said); err != nil || string(out) != "there is no terminal to ask at" {
			t.Errorf("%q, %v", out, err)
		}
	}
}
