package cmd

import (
	"context"

	"usher/pkg/digest"
	"usher/pkg/effective"
	"usher/pkg/term"
)

// question is what a person is asked about one launch of a server.
type question struct {
	title, ask string
	rows       []term.Row // before the server's own
}

// decide admits a decision about a server's launch: by the digest that was given,
// else by the person at the terminal, on a card (SPEC A3, A4). line is the
// command without --digest.
func (a *app) decide(ctx context.Context, g ground, sv effective.Server, now digest.Digest, given, line string, q question) error {
	if given != "" {
		if _, person := term.LookAtPerson(a.Getenv, a.Stdin); !person || g.decidesAlone() {
			return a.byDigest(g, given, now, line)
		}
		// A person who pasted the digest from a refusal: the right one leads to the card.
		want, err := launchDigest(given, line)
		if err != nil {
			return err
		}
		if err := sameLaunch(want, now, line+" --digest "+string(now)); err != nil {
			return err
		}
	}
	from := a.sources(g)
	card := term.CardData{Title: q.title, Rows: append(q.rows, serverRows(g.Set, sv, from)...), Warnings: serverWarnings(g.Set, sv, from)}
	return a.byPerson(ctx, line, now, card, yesNo(q.ask))
}
