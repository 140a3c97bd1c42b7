//go:build linux && !race

package cmd_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"usher/pkg/fault"
	"usher/pkg/policy"
	"usher/pkg/templates"
)

// office is the world of docs/machine.md: an administrator's folder with the layer
// that is to go out, and an ordinary person.
type office struct {
	*house
	etc string // stands for /etc/usher
}

// TestTheMachinePageHolds: the files of docs/machine.md are sound by themselves; and
// where a machine layer can be made, which takes root, they are rolled out, tested,
// seen, changed, audited and rolled back by the page's own commands (SPEC L2, L8).
func TestTheMachinePageHolds_L8(t *testing.T) {
	o := &office{house: newHouse(t)}
	o.etc = filepath.Join(o.dir, "etc", "usher")
	must(t, os.Link(filepath.Join(os.Getenv(rootVar), "bin", "usher-demo-server"), filepath.Join(o.bin, "usher-demo-server")))
	page := map[string]string{}
	for _, e := range examples(t, "../docs/machine.md", 17) {
		page[e.name] = e.text
		switch below, layer := strings.CutPrefix(e.name, "/etc/usher/"); {
		case layer:
			o.writes(t, filepath.Join("layer", below), e.text)
			o.soundByItself(t, below, e.text)
		case strings.Contains(e.name, "."):
			o.writes(t, e.name, e.text)
		}
	}
	o.session(t, page["files"])
	if os.Geteuid() != 0 {
		return // the layer is root's, or none (TestScripts/machine_owner_user)
	}
	o.env = append(o.env, "USHER_TEST_MACHINE_DIR="+o.etc)
	for _, step := range []string{"install", "pilot", "seen", "audit", "hand", "install", "audit", "rollback", "audit"} {
		switch step {
		case "pilot", "seen", "hand":
			o.session(t, page[step])
		default:
			shell := "sudo sh"
			if step == "audit" {
				shell = "sh"
			}
			_, gone := os.Stat(o.etc)
			if r := o.runs(t, shell, page[step]); (r.code != 0) != (step == "audit" && gone != nil) {
				t.Errorf("%s: %v", step, r)
			}
		}
	}
}

// writes puts a file of the page into the office.
func (o *office) writes(t *testing.T, name, text string) {
	t.Helper()
	mode := os.FileMode(0o644)
	if strings.HasPrefix(text, "#!") {
		mode = 0o755
	}
	at := filepath.Join(o.home, name)
	must(t, os.MkdirAll(filepath.Dir(at), 0o755))
	must(t, os.WriteFile(at, []byte(strings.ReplaceAll(text, "/etc/usher", o.etc)), mode))
	must(t, os.Chmod(at, mode))
}

// soundByItself holds a file to what reads it.
func (o *office) soundByItself(t *testing.T, name, text string) {
	t.Helper()
	var found []fault.Problem
	switch {
	case name == "policy.json":
		_, found = policy.Parse(policy.Source{Path: name, Data: []byte(text), Present: true}, policy.Source{})
	case strings.HasPrefix(name, "prompts/"):
		_, found, _ = templates.ParsePrompt(filepath.Base(name), []byte(text), "machine", name)
	}
	for _, p := range found {
		t.Errorf("%s: %s: %s", name, p.Where(), p.Message)
	}
}

// runs is one text by a shell: the administrator's where it begins with sudo, else the
// person's.
func (o *office) runs(t *testing.T, shell, text string) ran {
	t.Helper()
	admin := strings.HasPrefix(shell, "sudo ")
	c := o.command("/bin/sh", "-c", strings.ReplaceAll(strings.ReplaceAll(text, "sudo ", ""), "/etc/usher", o.etc))
	c.Dir = o.home
	if !admin && os.Geteuid() == 0 {
		must(t, giveAway(o.home))
		c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Credential: &syscall.Credential{Uid: 65534, Gid: 65534, NoSetGroups: true}}
	}
	return launch(t, c, "")
}

// session holds each "$ " line to what the page has it print; stderr follows stdout.
func (o *office) session(t *testing.T, text string) {
	t.Helper()
	for _, step := range strings.Split("\n"+text, "\n$ ")[1:] {
		line, want, _ := strings.Cut(step, "\n")
		shell := "sh"
		if strings.HasPrefix(line, "sudo ") {
			shell = "sudo sh"
		}
		r := o.runs(t, shell, line)
		got := strings.NewReplacer(o.etc, "/etc/usher", o.home, "~").Replace(r.out + r.err)
		if want == "" && r.code != 0 || want != "" && squeezed(got) != squeezed(want) {
			t.Errorf("$ %s: status %d\n%s\nthe page says\n%s", line, r.code, got, want)
		}
	}
}

// squeezed makes the columns of a table narrow: their width is that of the paths.
func squeezed(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	for i := range lines {
		lines[i] = strings.Join(strings.Fields(lines[i]), " ")
	}
	return strings.Join(lines, "\n")
}
