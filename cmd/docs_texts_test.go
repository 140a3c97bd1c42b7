//go:build linux && !race

package cmd_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTheTextsPageIsTrue: the files of docs/texts.md load without a word of
// complaint, and each of its sessions prints what the page says (SPEC X1 to X8).
func TestTheTextsPageIsTrue(t *testing.T) {
	h := newHouse(t)
	folder := filepath.Join(h.dir, "p")
	must(t, os.MkdirAll(folder, 0o700))
	sessions := 0
	for _, e := range examples(t, "../docs/texts.md", 10) {
		switch {
		case e.name == "session":
			sessions += h.session(t, folder, e.text)
		case strings.HasPrefix(e.name, "."):
			at := filepath.Join(folder, filepath.FromSlash(e.name))
			must(t, os.MkdirAll(filepath.Dir(at), 0o700))
			must(t, os.WriteFile(at, []byte(e.text), 0o600))
		default:
			h.put(t, e.name, e.text)
			for _, kind := range []string{"prompt list", "skill list", "instructions show"} {
				if code, out := h.shown(t, append(strings.Fields(kind), "-o", "json")...); code != 0 || !strings.Contains(out, `"problems": []`) {
					t.Errorf("%s: usher %s: status %d\n%s", e.name, kind, code, out)
				}
			}
		}
	}
	if sessions < 15 {
		t.Errorf("only %d commands are shown with what they print", sessions)
	}
}

// session runs each "$ " line in the folder and holds what it prints to the lines
// below it; stderr follows stdout. It gives how many there were.
func (h *house) session(t *testing.T, folder, text string) int {
	t.Helper()
	steps := strings.Split("\n"+text, "\n$ ")[1:]
	for _, step := range steps {
		line, want, _ := strings.Cut(step, "\n")
		c := h.command("/bin/sh", "-c", line)
		c.Dir = folder
		r := launch(t, c, "")
		if r.out != "" && !strings.HasSuffix(r.out, "\n") {
			r.out += "\n"
		}
		got := strings.NewReplacer(folder, "~/p", h.conf, "~/.config/usher").Replace(r.out + r.err)
		if strings.TrimSuffix(got, "\n") != strings.TrimSuffix(want, "\n") {
			t.Errorf("$ %s\n%s\nthe page says\n%s", line, got, want)
		}
	}
	return len(steps)
}
