package client

import (
	"io"
	"strings"
	"testing"

	"usher/pkg/redact"
)

func drained(text string, secrets ...string) *tail {
	var values []redact.Value
	for _, s := range secrets {
		values = append(values, redact.New(s))
	}
	t := newTail(io.NopCloser(strings.NewReader(text)), newWords(spelled(values)))
	<-t.done
	return t
}

// The line that says what is wrong, of what programs write when they end.
func TestLastWords(t *testing.T) {
	for text, want := range map[string]string{
		"":                           "",
		"\n \n":                      "",
		"LAB_API_URL is not set\n":   "LAB_API_URL is not set",
		"a\r\nb\r\n":                 "b",
		"loading 10%\rloading 50%":   "loading 50%",
		"bad token hunter2\n":        "bad token ***",
		"panic: no\n\ngoroutine 1\n": "goroutine 1",
		"Traceback (most recent call last):\n  File \"x.py\", line 1\nValueError: no such port\n":                                                                                           "ValueError: no such port",
		"node:internal/modules/cjs/loader:1215\n  throw err;\n  ^\n\nError: Cannot find module '/x'\n    at Module._load (node:x)\n {\n  code: 'MODULE_NOT_FOUND'\n}\n\nNode.js v20.20.2\n": "Error: Cannot find module '/x'",
	} {
		if got := drained(text, "hunter2").last(); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// SPEC E3, 18: the last 16 KiB, and no part of a secret wherever it is cut.
func TestStderrIsCutWithoutLeavingHalfASecret(t *testing.T) {
	const secret = "abcabcabd-hunter2"
	for extra := range 3 * len(secret) {
		text := strings.Repeat("x", 100) + secret + strings.Repeat("y", maxStderr-extra)
		got := drained(text, secret, "q").text()
		if len(got) > maxStderr || !strings.HasSuffix(got, "yyy") {
			t.Fatalf("%d bytes", len(got))
		}
		rest := strings.Trim(strings.TrimLeft(got, "x"), "*y")
		if rest != "" {
			t.Errorf("%d: %q of the secret is left", extra, rest)
		}
	}
	if got := drained("short hunter2\n\x1b[2J", "hunter2").text(); got != "short ***\n\\x1b[2J" {
		t.Errorf("%q", got)
	}
	if got := drained(strings.Repeat("é", maxStderr)).text(); !strings.HasPrefix(got, "é") || len(got) > maxStderr {
		t.Errorf("%d bytes, begins %q", len(got), got[:8])
	}
}

func TestWordsAreOneShortLine(t *testing.T) {
	w := newWords([]redact.Value{redact.New("hunter2")})
	long := strings.Repeat("a", maxShown-3) + "hunter2" + strings.Repeat("b", 100)
	if got := w.line(long); strings.Contains(got, "hun") || len([]rune(got)) > maxShown+1 || !strings.HasSuffix(got, "***…") {
		t.Errorf("%q", got)
	}
	if got := w.line(" x\x1b[2J\ny "); got != `x\x1b[2J\ny` {
		t.Errorf("%q", got)
	}
}
