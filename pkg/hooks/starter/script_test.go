//go:build linux || darwin

package starter_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"usher/pkg/hooks"
	"usher/pkg/hooks/starter"
	"usher/pkg/names"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// plant writes a starter and gives the command line that runs it.
func plant(t *testing.T, lang string, e hooks.Event) []string {
	t.Helper()
	l, ok := starter.ParseLang(lang)
	if !ok {
		t.Fatalf("no language %s", lang)
	}
	return plantText(t, lang, starter.Script(l, e, "guard"))
}

func plantText(t *testing.T, lang, text string) []string {
	t.Helper()
	l, _ := starter.ParseLang(lang)
	path := filepath.Join(t.TempDir(), l.FileName("guard"))
	must(t, os.WriteFile(path, []byte(text), 0o600))
	programs := map[string][]string{"sh": {"/bin/sh", path}, "python": {"/usr/bin/python3", "-I", path}, "node": {"/usr/bin/node", path}}
	return programs[lang]
}

func ran(t *testing.T, command []string, stdin string) (code int, said string) {
	t.Helper()
	return ranIn(t, "/usr/bin:/bin", command, stdin)
}

// ranIn runs a script with a PATH and nothing else but a home, which is its folder.
func ranIn(t *testing.T, path string, command []string, stdin string) (code int, said string) {
	t.Helper()
	return ranAt(t, filepath.Dir(command[len(command)-1]), path, command, stdin)
}

// ranAt runs one in a folder.
func ranAt(t *testing.T, dir, path string, command []string, stdin string) (code int, said string) {
	t.Helper()
	c := exec.Command(command[0], command[1:]...)
	c.Dir = dir
	c.Env = []string{"PATH=" + path, "HOME=" + filepath.Dir(command[len(command)-1])}
	c.Stdin = strings.NewReader(stdin)
	var errs bytes.Buffer
	c.Stderr = &errs
	var ended *exec.ExitError
	if err := c.Run(); err != nil && !errors.As(err, &ended) {
		t.Fatal(err)
	}
	return c.ProcessState.ExitCode(), errs.String()
}

// payload is a sample of an event as usher writes it.
func payload(e hooks.Event) string {
	p := hooks.Payload{Event: e, ConversationID: "c1"}
	switch e {
	case hooks.PreToolUse, hooks.PostToolUse:
		p.Tool, _ = names.ParseTool("acme__write")
		p.Args = []byte(`{"path":"/tmp","note":"a & b"}`)
		p.Result = &hooks.Result{OK: true, Text: "done"}
	case hooks.UserPromptSubmit:
		message := "hello"
		p.Message = &message
	case hooks.TurnEnd, hooks.Stop:
		p.Outcome = "done"
	case hooks.SessionStart:
	}
	return string(p.JSON())
}

// TestEveryEventHasAStarterInEveryLanguage that runs on what usher writes, names
// the hook, and has no opinion about a harmless event.
func TestEveryEventHasAStarterInEveryLanguage(t *testing.T) {
	for _, lang := range starter.Words() {
		for _, e := range hooks.Events() {
			command := plant(t, lang, e)
			text, err := os.ReadFile(command[len(command)-1])
			must(t, err)
			if !strings.Contains(string(text), " guard: ") || strings.Contains(string(text), "NAME:") {
				t.Errorf("%s, %s: not named:\n%s", lang, e, text)
			}
			want := 0
			if e == hooks.PreToolUse {
				want = 2 // no project folder is open
			}
			if code, said := ran(t, command, payload(e)); code != want {
				t.Errorf("%s, %s: status %d, %s", lang, e, code, said)
			}
		}
	}
}

// TestMessageStarterRefuses a licence key however JSON spells it, and a message
// that it cannot read: any other end would let the message go (SPEC H6).
func TestMessageStarterRefuses(t *testing.T) {
	for _, lang := range starter.Words() {
		command := plant(t, lang, hooks.UserPromptSubmit)
		for stdin, want := range map[string]int{
			`{"message":"use ABCDE-12345-FGHIJ-67890 please"}`:          2,
			`{"message":"use \u0041BCDE-12345-FGHIJ-67890\nplease"}`:    2,
			`{"message":"an id: 0b7c4f8e-12ab-4c3d-9e8f-001122334455"}`: 0,
			`{"message":""}`: 0, `{"message":null}`: 2, `{}`: 2, `{"message":"x"`: 2, ``: 2, `[]`: 2,
		} {
			if code, said := ran(t, command, stdin); code != want || want == 2 && said == "" {
				t.Errorf("%s on %s: status %d, want %d, %q", lang, stdin, code, want, said)
			}
		}
	}
}

// TestAuditStarterAppends: two calls are two lines of JSON, in a file that is the
// person's alone.
func TestAuditStarterAppends(t *testing.T) {
	for _, lang := range starter.Words() {
		command := plant(t, lang, hooks.PostToolUse)
		for range 2 {
			if code, said := ran(t, command, payload(hooks.PostToolUse)); code != 0 {
				t.Fatalf("%s: status %d, %s", lang, code, said)
			}
		}
		log := filepath.Join(filepath.Dir(command[len(command)-1]), "usher-audit.jsonl")
		info, err := os.Stat(log)
		must(t, err)
		data, err := os.ReadFile(log)
		must(t, err)
		lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
		var line struct {
			Time, Tool, ConversationID string
			Args                       struct{ Note string }
			OK                         bool
		}
		if len(lines) != 2 || info.Mode().Perm() != 0o600 {
			t.Fatalf("%s: mode %v, %q", lang, info.Mode(), lines)
		}
		must(t, json.Unmarshal([]byte(lines[1]), &line))
		if line.Tool != "acme__write" || line.Args.Note != "a & b" || !line.OK || line.ConversationID != "c1" || line.Time == "" {
			t.Errorf("%s: %s", lang, lines[1])
		}
	}
}
