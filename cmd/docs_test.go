//go:build linux && !race

package cmd_test

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"usher/pkg/config"
	"usher/pkg/fault"
	"usher/pkg/policy"
	"usher/pkg/templates"
)

// example is a fenced block of the page that is marked with a file's name.
type example struct{ name, text string }

// examples are the marked blocks of a page, in their order.
func examples(t *testing.T, file string, least int) []example {
	t.Helper()
	page, err := os.ReadFile(file)
	must(t, err)
	var out []example
	for _, m := range regexp.MustCompile("(?ms)^```[a-z]+ (\\S+)\n(.*?)^```$").FindAllStringSubmatch(string(page), -1) {
		out = append(out, example{m[1], m[2]})
	}
	if len(out) < least {
		t.Fatalf("%s: only %d examples are marked with a file's name", file, len(out))
	}
	return out
}

// TestEveryExampleOfThePagesIsSound: each file that docs/files.md and README.md
// show is read without a word of complaint by what reads it, and every hook works.
func TestEveryExampleOfThePagesIsSound(t *testing.T) {
	h := newHouse(t)
	for _, e := range append(examples(t, "../docs/files.md", 12), examples(t, "../README.md", 2)...) {
		data := []byte(e.text)
		var found []fault.Problem
		switch e.name {
		case "mcp.json":
			h.sound(t, e, "server", "yours")
		case "hooks.json":
			h.sound(t, e, "hooks", "yours")
		case ".usher/mcp.json":
			h.sound(t, e, "server", "project")
		case ".usher/hooks.json":
			h.sound(t, e, "hooks", "project")
		case "policy.json":
			_, found = policy.Parse(policy.Source{}, policy.Source{Path: e.name, Data: data, Present: true})
		case "/etc/usher/policy.json":
			_, found = policy.Parse(policy.Source{Path: e.name, Data: data, Present: true}, policy.Source{})
		case "settings.json":
			found = config.Check(data, e.name)
		case "prompts/review.md":
			_, found, _ = templates.ParsePrompt("review.md", data, "yours", e.name)
		case "stdin":
			h.stdinIs(t, e.text)
		case "no-secrets.js":
			h.guards(t, e, "/usr/bin/node")
		case "no-secrets.py":
			h.guards(t, e, "/usr/bin/python3")
		case "no-secrets":
			h.guards(t, e, "")
		default:
			t.Errorf("nothing checks the example of %s", e.name)
		}
		for _, p := range found {
			t.Errorf("%s: %s: %s", e.name, p.Where(), p.Message)
		}
	}
}

// shown runs usher in the house: its status, and what it wrote.
func (h *house) shown(t *testing.T, args ...string) (int, string) {
	t.Helper()
	c := exec.Command(filepath.Join(h.bin, "usher"), args...)
	c.Env, c.Dir = h.env, h.dir
	out, err := c.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return c.ProcessState.ExitCode(), string(out)
}

func (h *house) sound(t *testing.T, e example, group, as string) {
	t.Helper()
	file := filepath.Join(h.dir, "example.json")
	must(t, os.WriteFile(file, []byte(e.text), 0o600))
	if code, out := h.shown(t, group, "check", "--as", as, "--fail-on", "warning", file); code != 0 {
		t.Errorf("%s: status %d\n%s\n%s", e.name, code, out, e.text)
	}
}

// guards runs a starter hook for real, by itself where no program is named: a plain call passes, and a password is
// found however JSON spells it.
func (h *house) guards(t *testing.T, e example, program string) {
	t.Helper()
	script := filepath.Join(h.dir, e.name)
	must(t, os.WriteFile(script, []byte(e.text), 0o700))
	if program == "" {
		h.hook(t, script)
	} else {
		h.hook(t, program, script)
	}
	for args, want := range map[string]int{
		`{"word":"beam"}`: 0, `{"word":"my p\u0061ssword"}`: 2, `{"a":[{"PassWord":1}]}`: 2,
	} {
		code, out := h.shown(t, "hooks", "test", "no-secrets", "--tool", "notes__search", "--args", args)
		if code != want || want == 2 && !strings.Contains(out, "the arguments hold a password") {
			t.Errorf("%s on %s: status %d, want %d\n%s", e.name, args, code, want, out)
		}
	}
}

func (h *house) hook(t *testing.T, command string, args ...string) {
	t.Helper()
	if args == nil {
		args = []string{}
	}
	file, err := json.Marshal(map[string]any{"hooks": []any{
		map[string]any{"name": "no-secrets", "event": "PreToolUse", "match": "notes__*", "command": command, "args": args},
	}})
	must(t, err)
	must(t, os.WriteFile(filepath.Join(h.conf, "hooks.json"), file, 0o600))
}

// stdinIs holds the page to what a hook is given, byte for byte.
func (h *house) stdinIs(t *testing.T, want string) {
	t.Helper()
	got := filepath.Join(h.dir, "stdin")
	h.hook(t, "/bin/sh", "-c", `cat >"$1"`, "sh", got)
	code, out := h.shown(t, "hooks", "test", "no-secrets", "--tool", "notes__search", "--args", `{"word":"beam"}`)
	data, err := os.ReadFile(got)
	if err != nil || code != 0 || string(data) != want {
		t.Errorf("status %d, %v\n%s\ngot  %swant %s", code, err, out, data, want)
	}
}
