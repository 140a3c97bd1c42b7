package term

import (
	"strings"
	"testing"
)

// A5: an assistant's variable refuses first, whatever terminal there is; then a
// terminal must be there. The whole of the reason is one clause without a period.
func TestVariablesAndTerminalComeFirst(t *testing.T) {
	fine := func(any) string { return "" }
	for _, c := range []struct {
		law    string
		getenv func(string) string
		at     func(any) string
		want   string
	}{
		{"a variable", env("CODEX_CI", "1"), fine, "$CODEX_CI says that an assistant runs this command"},
		{"a variable of usher's own hooks", env("USHER_HOOK_EVENT", "PreToolUse"), fine, "$USHER_HOOK_EVENT says that an assistant runs this command"},
		{"a variable, without a terminal", env("CLAUDECODE", "1"), func(any) string { return "no" }, "$CLAUDECODE says that an assistant runs this command"},
		{"no terminal", env(), func(any) string { return "there is no terminal to ask at" }, "there is no terminal to ask at"},
	} {
		why, ok := World{Getenv: c.getenv, Terminal: c.at}.LookAtPerson()
		if ok || why != c.want {
			t.Errorf("%s: %q, %t", c.law, why, ok)
		}
	}
}

// A4: what is not a file, and a file that is not the terminal, are not a person's
// terminal.
func TestOtherStreamsAreNotTheTerminal(t *testing.T) {
	for _, stdin := range []any{nil, strings.NewReader("yes\n"), strings.Builder{}} {
		if why, ok := (World{Getenv: env(), Stdin: stdin}).LookAtPerson(); ok || why == "" {
			t.Errorf("%T passes: %q", stdin, why)
		}
	}
}
