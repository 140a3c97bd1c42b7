package cmd

import (
	"context"
	"fmt"
	"slices"

	"usher/pkg/clean"
	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/output"
	"usher/pkg/redact"
	"usher/pkg/secrets"
	"usher/pkg/term"
)

// askAtTerminal shows what would be saved and asks for each server, or once where
// the person said which; what would take another's place is always asked for
// alone. Then it asks for the secrets that the file has none for.
func (in *intake) askAtTerminal(ctx context.Context, once bool) error {
	if why, person := term.LookAtPerson(in.Getenv, in.Stdin); !person {
		return fault.New(fault.NeedsPerson, "nothing is saved without a yes, and "+why, "give it: "+in.again(in.line)+" --yes", "or in a terminal of your own: "+in.again(in.line))
	}
	tty, err := term.OpenTTY()
	if err != nil {
		return err
	}
	defer func() { _ = tty.Close() }()
	if err := output.Print(tty, in.view(), output.Text, tty.Width(), colored(in.preferences().Color, true, in.Getenv)); err != nil {
		return err
	}
	in.shown = true
	if once {
		err = in.askOnce(ctx, tty)
	} else {
		err = in.askEach(ctx, tty, in.taken())
	}
	switch {
	case err != nil:
		return err
	case len(in.taken()) == 0:
		return fault.New(fault.Refused, "the answer was no; nothing was saved", "to decide again: "+in.again(in.line))
	}
	return in.askSecrets(ctx, tty)
}

// askOnce puts one question for what is new, and one for each that is replaced.
func (in *intake) askOnce(ctx context.Context, tty *term.TTY) error {
	var fresh, others []*incoming
	for _, s := range in.taken() {
		if in.takesPlace(s) {
			others = append(others, s)
		} else {
			fresh = append(fresh, s)
		}
	}
	if len(fresh) > 0 {
		yes, err := yesNo(fmt.Sprintf("Save %s? A server runs only after you approve it.", named(fresh)))(ctx, tty)
		if err != nil {
			return err
		}
		for _, s := range fresh {
			if !yes {
				s.refuse(importLeft, "the answer was no")
			}
		}
	}
	return in.askEach(ctx, tty, others)
}

func (in *intake) askEach(ctx context.Context, tty *term.TTY, rows []*incoming) error {
	for _, s := range rows {
		yes, err := yesNo(in.questionOf(s))(ctx, tty)
		if err != nil {
			return err
		}
		if !yes {
			s.refuse(importLeft, "the answer was no")
		}
	}
	return nil
}

// takesPlace reports a server that something of the person's gives way to.
func (in *intake) takesPlace(s *incoming) bool {
	return s.result == importReplaces || slices.ContainsFunc(s.Secrets, in.clashes)
}

func (in *intake) questionOf(s *incoming) string {
	id, runs := string(s.Server.ID), oneLine(s.Server.Runs())
	switch {
	case s.result == importReplaces:
		return "Replace " + id + ", which is " + oneLine(s.was.Runs()) + ", by " + runs + "? What you decided about it ends."
	case in.takesPlace(s):
		return "Save " + id + ": " + runs + "? A secret that is stored for it is replaced."
	case s.Renamed:
		return "Save " + clean.Quote(s.name) + " as " + id + ": " + runs + "?"
	}
	return "Save " + id + ": " + runs + "?"
}

// oneLine is foreign text for a question: harmless, and short enough to read.
func oneLine(text string) string {
	short, cut := clean.Cut(clean.Line(text), 200)
	if cut {
		short += "…"
	}
	return short
}

func named(rows []*incoming) string {
	if len(rows) == 1 {
		return string(rows[0].Server.ID)
	}
	return counted(len(rows), "server")
}

// askSecrets asks for what the file has asked for, without showing it. One that is
// left empty stays to be set.
func (in *intake) askSecrets(ctx context.Context, tty *term.TTY) error {
	for _, s := range in.taken() {
		for _, secret := range s.Secrets {
			if !secret.Value.Empty() || in.keeps(secret.Name) {
				continue
			}
			value, err := in.askValue(ctx, tty, secret)
			if err != nil {
				return err
			}
			if !value.Empty() {
				if s.typed == nil {
					s.typed = map[names.SecretName]redact.Value{}
				}
				s.typed[secret.Name] = value
			}
		}
	}
	return nil
}

func (in *intake) askValue(ctx context.Context, tty *term.TTY, secret secretOf) (redact.Value, error) {
	prompt := "  " + string(secret.Name)
	if secret.Prompt != "" {
		prompt += " (" + oneLine(secret.Prompt) + ")"
	}
	typed, err := tty.Secret(ctx, prompt+", not shown, Enter leaves it for later: ")
	if err != nil || typed == "" {
		return redact.Value{}, err
	}
	return secrets.Parse([]byte(typed))
}

// shownBefore is the answer of a command that ended before anything was saved.
func (in *intake) shownBefore(err error) (output.View, error) {
	if in.shown { // the person has seen it
		return nil, err
	}
	return in.view(), err
}
