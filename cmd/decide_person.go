package cmd

import (
	"context"

	"usher/pkg/digest"
	"usher/pkg/fault"
	"usher/pkg/term"
)

// byPerson shows a card at the terminal and puts one question, after looking
// whether a person sits there (SPEC A3, A5, Q8). line is the command the person
// would type, digest what a script would name instead; ask puts the question and
// says whether the answer was yes.
func (a *app) byPerson(ctx context.Context, line string, d digest.Digest, card term.CardData, ask func(context.Context, *term.TTY) (bool, error)) error {
	line = a.again(line)
	if err := a.noAssistant(line); err != nil {
		return err
	}
	if why, ok := term.LookAtPerson(a.Getenv, a.Stdin); !ok {
		return fault.New(fault.NeedsPerson, "this is for a person to decide, and "+why, "in a terminal of your own: "+line,
			"or name what you read, where policy approve.unattended allows it: "+line+" --digest "+string(d))
	}
	tty, err := term.OpenTTY()
	if err != nil {
		return err
	}
	defer tty.Close()
	card.Width, card.Color = tty.Width(), colored(a.preferences().Color, true, a.Getenv)
	if err := term.Card(tty, card); err != nil {
		return err
	}
	yes, err := ask(ctx, tty)
	switch {
	case err != nil:
		return err
	case !yes:
		return fault.New(fault.Refused, "the answer was no; nothing was changed", "to decide again: "+line)
	}
	return nil
}

// yesNo is the plain question; everything but a yes is a no.
func yesNo(question string) func(context.Context, *term.TTY) (bool, error) {
	return func(ctx context.Context, tty *term.TTY) (bool, error) {
		key, err := tty.Ask(ctx, question, term.Key{Rune: 'y', Word: "yes"}, term.Key{Rune: 'n', Word: "no"})
		return err == nil && key == 'y', err
	}
}
