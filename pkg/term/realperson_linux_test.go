package term

import (
	"os"
	"os/exec"
	"regexp"
	"testing"
)

// A5, for real: the same program in the same window is a person's, and with a
// program between it and the person it is not.
func TestRealTerminals(t *testing.T) {
	m := newTmux(t)
	python, err := exec.Command("python3", "-c", "import sys; print(sys.executable, end='')").Output()
	if err != nil {
		t.Fatal(err, "(package python3)")
	}
	shell, err := os.ReadFile("/bin/sh")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(m.dir+"/codex", shell, 0o755); err != nil {
		t.Fatal(err)
	}
	type line struct{ law, line, want string }
	lines := []line{
		{"a person at tmux", "TEST", `true `},
		{"from a script of the person's", `sh -c 'sh -c "TEST; true"; true'`, `true `},
		{"stdin is /dev/tty", "TEST </dev/tty", `true `},
		{"script", "script -qec TEST /dev/null", `false script \(process \d+\), which can answer in a person's place, started this command`},
		{"python's pty", string(python) + " -c 'import pty; pty.spawn([\"TEST\"])'", `false python[0-9.]* \(process \d+\) made this terminal, so a program may be answering`},
		{"a pipe", "echo y | TEST", `false standard input is not the terminal`},
		{"no input", "TEST </dev/null", `false standard input is not the terminal`},
		{"no controlling terminal", "setsid -w TEST", `false there is no terminal to ask at`},
		{"a variable", "AI_AGENT=x TEST", `false \$AI_AGENT says that an assistant runs this command`},
		{"an assistant above", m.dir + "/codex -c 'TEST; true'", `false codex \(process \d+\), an assistant, started this command`},
		{"an assistant that hides its child", m.dir + "/codex -c 'exec 3<&0; script -qec \"env -i " + childVar + "=$" + childVar + " " + sayVar + "=$" + sayVar + " TEST\" /dev/null; true'",
			`false (script|codex) \(process \d+\), .*`},
	}
	if path, err := exec.LookPath("expect"); err == nil {
		lines = append(lines, line{"expect", path + ` -c "spawn TEST; expect eof"`, `false expect \(process \d+\), which can answer in a person's place, started this command`})
	}
	if path, err := exec.LookPath("unbuffer"); err == nil {
		lines = append(lines, line{"unbuffer", path + ` TEST`, `false unbuffer \(process \d+\), which can answer in a person's place, started this command`})
	}
	if os.Geteuid() == 0 { // only root may
		const again = childVar + "=$" + childVar + " " + sayVar + "=$" + sayVar + " TEST"
		lines = append(lines,
			line{"su with a terminal of its own", `su -P -c "` + again + `"`, `true `},
			line{"the same in a python's", string(python) + " -c 'import pty; pty.spawn([\"su\",\"-P\",\"-c\",\"TEST\"])'", `false python[0-9.]* \(process \d+\) made this terminal, so a program may be answering`},
			line{"a container's view, without the maker", "unshare -pf --mount-proc TEST", "false " + regexp.QuoteMeta(unseen)})
	}
	for _, l := range lines {
		if got := m.window("person", l.line); !regexp.MustCompile("^" + l.want + "$").MatchString(got) {
			t.Errorf("%s: %q, want %q", l.law, got, l.want)
		}
	}
}

// A5: a maker into which this user may not look, as with ssh, is known by the
// name of what started the session. Root makes one for nobody.
func TestMakerOfAnotherUserIsKnownByName(t *testing.T) {
	if os.Geteuid() != 0 {
		if why := lookAt(t, under(made{parent: 1, comm: "tmux: server", hidden: true})); why != "" {
			t.Error(why)
		}
		return
	}
	m := newTmux(t)
	const nobody = "setpriv --reuid 65534 --regid 65534 --clear-groups "
	if got := m.window("person", nobody+"TEST"); got != "true " {
		t.Errorf("in another user's tmux: %q", got)
	}
	if got := m.window("person", "script -qec '"+nobody+"TEST' /dev/null"); len(got) < 5 || got[:5] != "false" {
		t.Errorf("in another user's script: %q", got)
	}
}
