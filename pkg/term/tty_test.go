package term

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"usher/pkg/fault"
)

// Q8: a line that does not end is no answer, and one that is too long neither.
func TestReadLine(t *testing.T) {
	long := strings.Repeat("x", maxLine)
	for typed, want := range map[string]string{"yes\nno\n": "yes", "\n": "", "a b\tc\n": "a b\tc", long + "\n": long} {
		if got, err := readLine(strings.NewReader(typed)); err != nil || got != want {
			t.Errorf("%.20q: %.20q, %v", typed, got, err)
		}
	}
	for _, typed := range []string{"", "yes", "\x04\n", "yes\x04\n"} {
		if got, err := readLine(strings.NewReader(typed)); !errors.Is(err, io.EOF) || got != "" {
			t.Errorf("%q: %q, %v", typed, got, err)
		}
	}
	if got, err := readLine(strings.NewReader(long + "xy\n")); err == nil || got != "" {
		t.Errorf("a line over the bound is read: %d bytes", len(got))
	}
}

// Q8: a question without answers cannot be answered.
func TestNoKeysNoAnswer(t *testing.T) {
	var f *fault.Error
	if r, err := (&TTY{}).Ask(context.Background(), "what?"); r != 0 || !errors.As(err, &f) || f.Kind != fault.Failed {
		t.Errorf("%q, %v", r, err)
	}
}
