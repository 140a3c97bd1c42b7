package cmd

import (
	"context"
	"slices"

	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/term"
	"usher/pkg/trust"
)

// admit takes the second yes: --yes, or an answer at the terminal (SPEC S10). A
// script has no terminal, and --yes is its answer (SPEC A5).
func (o *serverRemoveOptions) admit(ctx context.Context, g ground, r removal) error {
	line := "usher server remove " + string(r.id)
	if err := o.mayLoosen(r.id, r.gone); err != nil {
		return err
	}
	if o.yes {
		return o.atTerminal(line, r.gone)
	}
	why, person := term.LookAtPerson(o.Getenv, o.Stdin)
	if !person {
		return fault.New(fault.NeedsPerson, "a second yes is needed, and "+why, "give it: "+o.again(line)+" --yes", "or in a terminal of your own: "+o.again(line))
	}
	tty, err := term.OpenTTY()
	if err != nil {
		return err
	}
	defer func() { _ = tty.Close() }()
	card := r.card(g)
	card.Width, card.Color = tty.Width(), colored(o.preferences().Color, true, o.Getenv)
	if err := term.Card(tty, card); err != nil {
		return err
	}
	yes, err := yesNo("Remove it?")(ctx, tty)
	switch {
	case err != nil:
		return err
	case !yes:
		return fault.New(fault.Refused, "the answer was no; nothing was changed", "to decide again: "+o.again(line))
	}
	return nil
}

// mayLoosen refuses to an assistant what takes a deny or an ask away (SPEC A5).
func (o *serverRemoveOptions) mayLoosen(id names.ServerID, gone []trust.Decision) error {
	if !slices.ContainsFunc(gone, guards) {
		return nil
	}
	return o.noAssistant("usher server remove " + string(id))
}

// atTerminal looks who gives the second yes to what takes a deny or an ask away. Without
// any terminal it may be a script of the person's (SPEC A5).
func (o *serverRemoveOptions) atTerminal(line string, gone []trust.Decision) error {
	if !slices.ContainsFunc(gone, guards) || !term.Controlling() {
		return nil
	}
	if why, ok := term.LookAtPerson(o.Getenv, o.Stdin); !ok {
		return fault.New(fault.NeedsPerson, "a deny or an ask goes with this server, so this is for a person to decide, and "+why,
			"in a terminal of your own: "+o.again(line))
	}
	return nil
}

// guards reports a mark whose removal loosens.
func guards(d trust.Decision) bool { return d.Kind == trust.Mark && tightens(d) }

func (r removal) card(g ground) term.CardData {
	c := term.CardData{Title: "Remove this server for good?", Rows: []term.Row{{Label: "server", Values: []string{string(r.id)}, Words: true}}}
	if r.server.ID != "" {
		c.Rows = append(c.Rows, term.Row{Label: "defined at", Values: []string{r.server.Where()}}, term.Row{Label: "runs", Values: []string{r.server.Runs()}})
	} else if r.defined {
		c.Rows = append(c.Rows, term.Row{Label: "defined in", Values: []string{g.ownFile()}})
	}
	var goes, lost []string
	for _, d := range r.gone {
		switch {
		case guards(d):
			lost = append(lost, d.Decision+" "+d.Tool)
		case d.Kind == trust.Mark:
			goes = append(goes, orUnset(d.Decision)+" "+d.Tool)
		case d.Kind == trust.Launch:
			goes = append(goes, "approval of "+string(d.Digest))
		case d.Kind == trust.EnvKind:
			goes = append(goes, "may set "+string(d.Env))
		}
	}
	c.Rows = append(c.Rows, term.Row{Label: "goes with it", Values: goes})
	if len(r.kept) > 0 {
		c.Rows = append(c.Rows, term.Row{Label: "its secrets", Values: keysShown(r.kept), Words: true})
	}
	if r.data != "" {
		c.Rows = append(c.Rows, term.Row{Label: "its data", Values: []string{r.data}})
	}
	if len(lost) > 0 {
		c.Rows = append(c.Rows, term.Row{Label: "your guards", Values: lost, Red: true})
		c.Warnings = []string{"what you denied, or wanted to be asked about, is forgotten with it"}
	}
	return c
}

// whatGoes counts decisions by their kind.
func whatGoes(ds []trust.Decision) string {
	var approvals, marks, denials, sets int
	for _, d := range ds {
		switch {
		case d.Kind == trust.Launch:
			approvals++
		case d.Kind == trust.EnvKind:
			sets++
		case d.Kind == trust.Mark && d.Decision == trust.Deny:
			denials++
		case d.Kind == trust.Mark:
			marks++
		}
	}
	var out []string
	for _, c := range []struct {
		n    int
		noun string
	}{{approvals, "approval"}, {marks, "mark"}, {denials, "denial"}, {sets, "allowed variable"}} {
		if c.n > 0 {
			out = append(out, counted(c.n, c.noun))
		}
	}
	return list(out)
}
