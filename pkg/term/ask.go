package term

import (
	"context"
	"errors"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Key is one answer to a question: its letter, and its word in the question.
type Key struct {
	Rune rune
	Word string
}

// maxTries is how often a question is put before its refusal is taken.
const maxTries = 3

// Ask shows a question, discards what was typed before it was on the screen
// (SPEC Q8), shows the keys with their words, and reads one line: a key's
// letter or word, in either case. The LAST key is the refusal: an empty line,
// the end of input (ctrl-D) and three lines that are none of the answers give
// it with no error; an interrupt (ctx) or a broken terminal gives it with one.
// So a caller that ignores the error refuses. Both texts are shown as they are.
func (t *TTY) Ask(ctx context.Context, question string, keys ...Key) (rune, error) {
	if len(keys) == 0 {
		return 0, broken(errors.New("question has no answers"))
	}
	no := keys[len(keys)-1]
	if err := t.put(question + "\n"); err != nil {
		return no.Rune, err
	}
	for range maxTries {
		if err := t.prompt("  " + choices(keys) + ": "); err != nil {
			return no.Rune, err
		}
		line, err := t.read(ctx)
		if err != nil {
			_ = t.put("\n")
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return no.Rune, err
		}
		if strings.TrimSpace(line) == "" {
			return no.Rune, nil
		}
		if k, ok := chosen(line, keys); ok {
			return k, nil
		}
	}
	return no.Rune, t.put("  taken as " + no.Word + "\n")
}

// Line reads one line, without the blanks around it, after discarding what was
// typed earlier. The end of input and an interrupt are errors and give "".
func (t *TTY) Line(ctx context.Context, prompt string) (string, error) {
	line, err := t.answer(ctx, prompt)
	return strings.TrimSpace(line), err
}

// Secret reads one line without showing it; nothing but the line end is taken
// off. The terminal shows typing again when it returns, also when a signal ended
// it or stopped the process for a while.
func (t *TTY) Secret(ctx context.Context, prompt string) (string, error) {
	ctx, show, err := t.quiet(ctx, prompt)
	if err != nil {
		return "", err
	}
	defer show()
	line, err := t.answer(ctx, prompt)
	if err == nil {
		err = t.put("\n") // the person's own was not shown
	}
	return line, err
}

func (t *TTY) answer(ctx context.Context, prompt string) (string, error) {
	if err := t.prompt(prompt); err != nil {
		return "", err
	}
	line, err := t.read(ctx)
	if err != nil {
		_ = t.put("\n")
		if errors.Is(err, io.EOF) {
			err = unanswered()
		}
		return "", err
	}
	return line, nil
}

// prompt discards typed-ahead input and then shows the last words before the
// answer: what a person types at the sight of them is never lost.
func (t *TTY) prompt(text string) error {
	if err := t.Discard(); err != nil {
		return err
	}
	return t.put(text)
}

func (t *TTY) put(text string) error {
	if _, err := io.WriteString(t.out, text); err != nil {
		return broken(err)
	}
	return nil
}

// choices is "y = yes, n = no (Enter: no)".
func choices(keys []Key) string {
	var b strings.Builder
	for i, k := range keys {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteRune(k.Rune)
		b.WriteString(" = ")
		b.WriteString(k.Word)
	}
	b.WriteString(" (Enter: " + keys[len(keys)-1].Word + ")")
	return b.String()
}

// chosen is the key that a line means.
func chosen(line string, keys []Key) (rune, bool) {
	line = strings.TrimSpace(line)
	for _, k := range keys {
		r, size := utf8.DecodeRuneInString(line)
		if size == len(line) && unicode.ToLower(r) == unicode.ToLower(k.Rune) || strings.EqualFold(line, k.Word) {
			return k.Rune, true
		}
	}
	return 0, false
}
