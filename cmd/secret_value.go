package cmd

import (
	"context"

	"usher/pkg/fault"
	"usher/pkg/redact"
	"usher/pkg/secrets"
	"usher/pkg/term"
)

const (
	maxTyped = 4095    // bytes of one line of a terminal; what is more, it throws away
	maxPiped = 1 << 20 // bytes; whether they are a value is asked after
)

// secretValue is a value as a person types it, or as it stands on stdin where that
// is no terminal (SPEC E2). what begins the question; line is the command.
func (a *app) secretValue(ctx context.Context, what, line string) (redact.Value, error) {
	if term.IsTerminal(a.Stdin) {
		return a.typedSecret(ctx, what, line)
	}
	data, err := readInput(ctx, a.Stdin, maxPiped, "the value")
	if err != nil {
		clear(data)
		return redact.Value{}, err
	}
	v, err := secrets.Parse(data)
	if err != nil {
		return redact.Value{}, withHint(err, "usher secret set --help")
	}
	return v, nil
}

// typedSecret asks at the terminal, where a person sits (SPEC A5).
func (a *app) typedSecret(ctx context.Context, what, line string) (redact.Value, error) {
	if why, ok := term.LookAtPerson(a.Getenv, a.Stdin); !ok {
		return redact.Value{}, fault.New(fault.NeedsPerson, "a secret is for a person to type, and "+why,
			"in a terminal of your own: "+a.again(line), "or from a file: "+a.again(line)+" <FILE")
	}
	text, err := a.askSecret(ctx, what+", which is not shown: ")
	if err != nil {
		return redact.Value{}, err
	}
	v, err := secrets.Parse([]byte(text))
	if err != nil {
		return redact.Value{}, withHint(err, a.again(line))
	}
	return v, nil
}

// askSecret reads one line without echo; "" is a plain Enter.
func (a *app) askSecret(ctx context.Context, prompt string) (string, error) {
	tty, err := term.OpenTTY()
	if err != nil {
		return "", err
	}
	defer func() { _ = tty.Close() }()
	text, err := tty.Secret(ctx, prompt)
	if err == nil && len(text) >= maxTyped {
		return "", fault.New(fault.Usage, "the value is as long as a line of a terminal can be, so its end may be lost",
			"put it into a file that only you can read: usher secret set NAME <FILE")
	}
	return text, err
}

// withHint adds a next command to an error that has none.
func withHint(err error, hint string) error {
	return fault.New(fault.Usage, err.Error(), hint)
}
