package cmd

import (
	"context"
	"fmt"
	"strings"

	"usher/pkg/digest"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/mcp"
	"usher/pkg/names"
	"usher/pkg/term"
	"usher/pkg/trust"
)

// settle turns a decision into the ground to go on with, or the error that ends
// the call. An ask is put to the person at the terminal; where there is none,
// status 3 says how one decides (SPEC G3, G4, G7).
func (c *calling) settle(ctx context.Context, g ground, r engine.Request, d gate.Decision) (ground, error) {
	if err := c.recorded(ctx, g, r, d); err != nil {
		return g, err
	}
	switch d.Verdict {
	case gate.Allow:
		return g, nil
	case gate.Ask:
		if err := c.ask(ctx, g, r, d); err != nil {
			return g, c.unanswered(ctx, g, r, err)
		}
		now, err := c.still(g, r)
		if err != nil {
			return now, c.unanswered(ctx, now, r, err)
		}
		return now, c.recorded(ctx, now, r, saidBy("person", gate.Allow))
	case gate.Deny:
	}
	return g, refused(d)
}

func refused(d gate.Decision) error {
	return fault.New(fault.Refused, "the call is refused: "+d.Why(), hintsOf(d)...)
}

// still reads everything again after a question, which may have stood for hours:
// the answer was about that launch, and what was revoked or denied meanwhile
// counts (SPEC A2, T4).
func (c *calling) still(was ground, r engine.Request) (ground, error) {
	g, err := c.firm()
	if err != nil {
		return g, err
	}
	if was.launchOf(r.Tool) != g.launchOf(r.Tool) {
		return g, fault.New(fault.Refused, "what the server runs changed while you were asked; nothing was called", "to be asked again: "+c.line)
	}
	if d := gate.Screen(g.Facts(r)); d.Verdict == gate.Deny {
		return g, refused(d)
	}
	_, err = c.about.still(g)
	return g, err
}

// launchOf is the launch that a call of a tool would start, "" for none.
func (g ground) launchOf(tool names.Tool) digest.Digest {
	id, _ := tool.Server()
	sv, ok := g.Set.Find(id)
	if !ok {
		return ""
	}
	return g.Set.Launch(sv).Key.Digest
}

// difference is what a tool says now against what it said when it was marked, ""
// unless its mark sleeps (SPEC M4).
func (g ground) difference(tool names.Tool) string {
	id, _ := tool.Server()
	sv, ok := g.Set.Find(id)
	if !ok {
		return ""
	}
	key := g.Set.Launch(sv).Key
	s := g.Ledger.Standing(key, tool.Name())
	old, wasKept := g.marked(s)
	list, _ := g.known(key.Digest)
	now, listed := list.Tool(tool.Name())
	if !s.Asleep || !wasKept || !listed {
		return ""
	}
	return mcp.Diff(old, now)
}

// voices are the reasons of a decision in one sentence.
func voices(d gate.Decision) string {
	var says []string
	for _, r := range d.Reasons {
		says = append(says, r.By+": "+r.Says)
	}
	return strings.Join(says, "; ")
}

func hintsOf(d gate.Decision) []string {
	var out []string
	for _, r := range d.Reasons {
		out = append(out, sentences(r.Hint)...)
	}
	return out
}

// The five answers (SPEC G7). The last key is the refusal.
func answers(always, conversation bool) []term.Key {
	keys := []term.Key{{Rune: 'a', Word: "allow once"}}
	if always {
		keys = append(keys, term.Key{Rune: 's', Word: "always allow this tool"})
		if conversation {
			keys = append(keys, term.Key{Rune: 'c', Word: "always in this conversation"})
		}
		keys = append(keys, term.Key{Rune: 'n', Word: "never allow this tool"})
	}
	return append(keys, term.Key{Rune: 'd', Word: "deny"})
}

func (c *calling) ask(ctx context.Context, g ground, r engine.Request, d gate.Decision) error {
	difference := g.difference(r.Tool)
	c.about = g.about(r.Tool)
	if why, ok := term.LookAtPerson(c.Getenv, c.Stdin); !ok {
		kind := fault.NeedsPerson
		if c.Getenv(hookEvent) != "" {
			kind, why = fault.Refused, "$"+hookEvent+" says that a hook runs this command"
		}
		hints := append([]string{"in a terminal of your own: " + c.line}, hintsOf(d)...)
		if difference != "" {
			id, _ := r.Tool.Server()
			hints = append(hints, "what changed: usher server tools "+string(id))
		}
		return fault.New(kind, "a person must be asked ("+voices(d)+"), and "+why, hints...)
	}
	tty, err := term.OpenTTY()
	if err != nil {
		return err
	}
	defer tty.Close()
	card := term.CardData{Title: "May this tool call run?", Width: tty.Width(), Color: colored(c.preferences().Color, true, c.Getenv), Rows: []term.Row{
		{Label: "tool", Values: []string{r.Tool.String()}},
		{Label: "arguments", Values: []string{string(r.Args)}},
	}}
	for _, reason := range d.Reasons {
		card.Rows = append(card.Rows, term.Row{Label: "asked by", Values: []string{reason.By, reason.Says}})
	}
	if difference != "" {
		card.Rows = append(card.Rows, term.Row{Label: "what changed", Values: strings.Split(strings.TrimRight(difference, "\n"), "\n")})
	}
	if err := term.Card(tty, card); err != nil {
		return err
	}
	key, err := tty.Ask(ctx, "Your answer?", answers(d.OffersAlways, c.conversation != "")...)
	if err != nil {
		return err
	}
	return c.answered(ctx, g, r, key)
}

// answered records a lasting answer and says whether the call goes on.
func (c *calling) answered(ctx context.Context, g ground, r engine.Request, key rune) error {
	id, _ := r.Tool.Server()
	sv, ok := g.Set.Find(id)
	launch := g.Set.Launch(sv)
	if !ok || launch.Why != "" {
		return fault.New(fault.Refused, "the server is not there any more", "usher server list")
	}
	switch key {
	case 'a':
		return nil
	case 's':
		return c.mark(ctx, g, launch.Key, trust.Allow)
	case 'c':
		if _, err := c.about.still(g); err != nil {
			return err
		}
		return trust.ChangeAllowances(ctx, g.at.State, r.Now, func(as *trust.Allowances) error {
			return as.Allow(c.conversation, r.Tool, launch.Key.Digest, r.Now)
		})
	case 'n':
		if err := c.mark(ctx, g, launch.Key, trust.Deny); err != nil {
			return err
		}
		return fault.New(fault.Refused, "you never allow this tool; nothing was called", fmt.Sprintf("to take it back: usher grant remove %s %s", id, engine.QuoteArg(r.Tool.Name())))
	}
	return fault.New(fault.Refused, "you denied the call; nothing was called")
}

// mark records a lasting answer. An allow is of the definition that was asked about; where
// the server says something else by now it is not recorded (SPEC M4).
func (c *calling) mark(ctx context.Context, g ground, key trust.Key, decision string) error {
	return trust.ChangeLedger(ctx, g.at.State, func(l *trust.Ledger) error {
		tools, err := c.about.still(g)
		if err != nil && decision == trust.Allow {
			return err
		}
		l.SetMark(key, c.tool.Name(), trust.MarkChange{Decision: &decision, Tools: tools})
		return nil
	})
}
