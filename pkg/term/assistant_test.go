package term

import (
	"slices"
	"testing"
)

// A5: each marker alone is found, empty ones and others are not.
func TestEveryMarkerIsFound(t *testing.T) {
	want := []string{
		"CLAUDECODE", "AI_AGENT", "CODEX_THREAD_ID", "CODEX_SESSION_ID", "CODEX_CI", "CODEX_SANDBOX",
		"COPILOT_CLI", "COPILOT_AGENT_SESSION_ID", "GEMINI_CLI", "QWEN_CODE", "OPENCODE", "CURSOR_AGENT",
		"KAITOI_SESSION_ID", "USHER_HOOK_EVENT",
	}
	for _, m := range want {
		if got := Assistant(env(m, "x")); got != m {
			t.Errorf("%s: got %q", m, got)
		}
		if got := Assistant(env(m, "")); got != "" {
			t.Errorf("an empty %s counts as %q", m, got)
		}
	}
	for _, m := range markers() {
		if !slices.Contains(want, m) {
			t.Errorf("%s is in the table", m)
		}
	}
	if got := Assistant(env("HOME", "/h", "claudecode", "1", "CODEX_HOME", "/c", "TERM", "xterm")); got != "" {
		t.Errorf("found %q in a person's environment", got)
	}
	if got := Assistant(func(string) string { return "1" }); got != "CLAUDECODE" {
		t.Errorf("of many, the first is named, not %q", got)
	}
}

func env(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i+1 < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}
