package term

import (
	"context"
	"errors"

	"usher/pkg/fault"
)

// TTY is the controlling terminal, for questions to a person: it is opened
// anew, so that neither a pipe on stdin nor one on stdout can stand in for it.
type TTY struct{}

// Key is one answer to a question: its letter, and its word in the question.
type Key struct {
	Rune rune
	Word string
}

// OpenTTY opens the controlling terminal. The error is a fault of kind
// NeedsPerson when there is none.
func OpenTTY() (*TTY, error) {
	return nil, fault.New(fault.NeedsPerson, "there is no terminal to ask at")
}

// Close gives the terminal back.
func (t *TTY) Close() error { return nil }

// Write shows text as it is; foreign text goes through Card or clean first.
func (t *TTY) Write(p []byte) (int, error) { return 0, errors.New("terminal is not open") }

// Width is the terminal's columns.
func (t *TTY) Width() int { return fallbackWidth }

// Discard throws away what was typed before now (SPEC Q8).
func (t *TTY) Discard() error { return nil }

// Ask shows a question and its keys and reads one line. The last key is the
// refusal: an empty line, the end of input and every error answer with it.
func (t *TTY) Ask(ctx context.Context, question string, keys ...Key) (rune, error) {
	return keys[len(keys)-1].Rune, errors.New("terminal is not open")
}

// Line reads one line, without the blanks around it. The end of input and an
// interrupt are errors and give "".
func (t *TTY) Line(ctx context.Context, prompt string) (string, error) {
	return "", errors.New("terminal is not open")
}

// Secret reads one line without showing it; nothing is trimmed but the line end.
func (t *TTY) Secret(ctx context.Context, prompt string) (string, error) {
	return "", errors.New("terminal is not open")
}
