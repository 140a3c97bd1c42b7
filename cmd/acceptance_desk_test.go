//go:build linux && !race

package cmd_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// desk is where a person of a house sits: windows of a tmux server, which is
// nobody's child and starts programs in an environment built from nothing. So the
// look for a person (SPEC A5) finds one, whoever runs the tests.
type desk struct {
	t    *testing.T
	h    *house
	size [2]string // columns, lines
	n    int       // windows so far
}

// desk sets one up; its windows are so many columns wide.
func (h *house) desk(t *testing.T, columns int) *desk {
	t.Helper()
	d := &desk{t: t, h: h, size: [2]string{strconv.Itoa(columns), "400"}}
	// The server outlives its windows, and a window its program, to be looked at.
	conf := "set -g exit-empty off\nset -g remain-on-exit on\nset -g status off\nset -g history-limit 10000\n"
	must(t, os.WriteFile(filepath.Join(h.dir, "tmux.conf"), []byte(conf), 0o644))
	d.tmux("start-server")
	t.Cleanup(func() { d.tmux("kill-server") })
	return d
}

func (d *desk) tmux(args ...string) string {
	d.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), tooLong)
	defer cancel()
	c := exec.CommandContext(ctx, "tmux", append([]string{"-S", filepath.Join(d.h.dir, "tmux.sock"), "-f", filepath.Join(d.h.dir, "tmux.conf")}, args...)...)
	c.Env = []string{"PATH=/usr/bin:/bin", "HOME=" + d.h.dir, "TERM=xterm", "LC_ALL=C.UTF-8", "SHELL=/bin/sh"}
	out, err := c.CombinedOutput()
	if err != nil {
		d.t.Fatalf("tmux %s: %v (package tmux)\n%s", args[0], err, out)
	}
	return string(out)
}

// window is one program at the terminal.
type window struct {
	*desk
	name string // of the tmux session
	did  string // what the shell line was
}

// opens runs a shell line in a new window, in the house's world.
func (d *desk) opens(line string) *window {
	d.t.Helper()
	d.n++
	w := &window{desk: d, name: "w" + strconv.Itoa(d.n), did: line}
	words := []string{"exec", "env", "-i", "TERM=screen"}
	for _, v := range d.h.env {
		words = append(words, quoted(v))
	}
	line = "{ " + line + "\n}; echo $? >" + quoted(w.file(".part")) + "; mv " + quoted(w.file(".part")) + " " + quoted(w.file(".code"))
	words = append(words, "/bin/sh", "-c", quoted("trap : INT; cd "+quoted(d.h.dir)+"; "+line)) // ctrl-C is the program's
	d.tmux("new-session", "-d", "-s", w.name, "-x", d.size[0], "-y", d.size[1], strings.Join(words, " "))
	return w
}

func (w *window) file(ending string) string { return filepath.Join(w.h.dir, w.name+ending) }

func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// screen is all that the window shows, without blanks at the ends of lines.
func (w *window) screen() string {
	w.t.Helper()
	text := w.tmux("capture-pane", "-p", "-t", w.name, "-S", "-")
	if at := strings.Index(text, "\nPane is dead"); at >= 0 {
		text = text[:at]
	}
	return strings.TrimRight(text, "\n") + "\n"
}

// sees waits until the window shows a text, and gives the screen.
func (w *window) sees(text string) string {
	w.t.Helper()
	if !soon(func() bool { return strings.Contains(w.screen(), text) }) {
		w.t.Fatalf("%s: the screen never shows %q:\n%s", w.did, text, w.screen())
	}
	return w.screen()
}

// types sends text as a person would type it; keys are tmux's names: Enter, C-c.
func (w *window) types(text string, keys ...string) {
	w.t.Helper()
	if text != "" {
		w.tmux("send-keys", "-t", w.name, "-l", text)
	}
	if len(keys) > 0 {
		w.tmux(append([]string{"send-keys", "-t", w.name}, keys...)...)
	}
}

// ends waits for the shell line's end and holds it to a status.
func (w *window) ends(code int) string {
	w.t.Helper()
	dead := func() bool { // the terminal has shown all there was
		return strings.TrimSpace(w.tmux("display-message", "-p", "-t", w.name, "#{pane_dead}")) == "1"
	}
	if !soon(func() bool { _, err := os.Stat(w.file(".code")); return err == nil && dead() }) {
		w.t.Fatalf("%s does not end:\n%s", w.did, w.screen())
	}
	data, err := os.ReadFile(w.file(".code"))
	must(w.t, err)
	if got := strings.TrimSpace(string(data)); got != strconv.Itoa(code) {
		w.t.Errorf("%s: status %s, want %d:\n%s", w.did, got, code, w.screen())
	}
	return w.screen()
}
