package cmd

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/output"
	"usher/pkg/strictjson"
	"usher/pkg/term"
	"usher/pkg/trust"
)

func newGrantRemoveCmd(a *app) *cobra.Command {
	o := grantRemoveOptions{app: a}
	cmd := &cobra.Command{
		Use:   "remove <id> <tool>",
		Short: "Forget a decision about a tool",
		Long: `Forget what was decided about one tool of a server, or about '*', whatever the
launch it was decided for; the tool asks then, unless '*' says otherwise.

Forgetting an allow only tightens and is free. Forgetting an ask or a deny
loosens: a card asks you, or a script names the server's launch with --digest,
which needs policy approve.unattended. Both are refused to an assistant.

Writes the ledger of decisions in the state folder.

EXIT STATUS
  0  forgotten
  1  nothing is decided about the tool, or the policy or the ledger cannot be used
  2  the answer was no, the digest is another launch's, or the command was not
     understood
  3  a person is needed`,
		Example: `  # ask again for lookup
  usher grant remove acme lookup`,
		Args:              takes(2, 2),
		ValidArgsFunction: found(a.completeTool),
		RunE:              a.show(o.run),
	}
	cmd.Flags().StringVar(&o.digest, "digest", "", "the `DIGEST` of the server's launch")
	freely(cmd, "digest")
	return cmd
}

type grantRemoveOptions struct {
	*app
	digest string
}

func (o *grantRemoveOptions) run(ctx context.Context, args []string) (output.View, error) {
	g, err := o.firm()
	if err != nil {
		return nil, err
	}
	id, err := g.serverID(args[0])
	if err != nil {
		return nil, err
	}
	tool := args[1]
	if err := checkTool(id, tool); err != nil {
		return nil, err
	}
	seen, err := o.marks(&g.Ledger, id, tool)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(seen, tightens) {
		if err := o.loosen(ctx, g, id, tool); err != nil {
			return nil, err
		}
	}
	var left trust.Standing
	err = trust.ChangeLedger(ctx, g.at.State, func(t *trust.Ledger) error {
		if now, err := o.marks(t, id, tool); err != nil || !slices.Equal(seen, now) {
			return fault.New(fault.Failed, "the decision was changed by another usher meanwhile; nothing was forgotten", "usher grant list")
		}
		t.RemoveMark(id, tool)
		left = t.Standing(o.keyNow(g, id), tool)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return said{Done: "removed", Server: string(id), Tool: tool, Decision: orUnset(left.Decision), ReadOnly: &left.ReadOnly,
		Message: fmt.Sprintf("%s of %s: forgotten; now: %s", tool, id, leftWords(left))}, nil
}

// marks are the decisions about a tool; that there is none is an error.
func (o *grantRemoveOptions) marks(t *trust.Ledger, id names.ServerID, tool string) ([]trust.Decision, error) {
	var known []string
	var about []trust.Decision
	for _, d := range t.Decisions() {
		if d.Kind == trust.Mark && d.Server == id {
			known = append(known, d.Tool)
			if d.Tool == tool {
				about = append(about, d)
			}
		}
	}
	if len(about) > 0 {
		return about, nil
	}
	message := fmt.Sprintf("nothing is decided about %q of %s", tool, id)
	if near := strictjson.Nearest(tool, known); near != "" {
		message += fmt.Sprintf("; the nearest is %q", near)
	}
	return nil, fault.New(fault.Failed, message, "usher grant list")
}

// tightens reports a mark whose removal loosens: an ask or a deny (SPEC A5).
func tightens(d trust.Decision) bool { return d.Decision == trust.Ask || d.Decision == trust.Deny }

// loosen admits the removal of an ask or a deny. Of a server that is not there no
// launch can be named: the person is asked, or policy lets a script decide.
func (o *grantRemoveOptions) loosen(ctx context.Context, g ground, id names.ServerID, tool string) error {
	line := "usher grant remove " + string(id) + " " + engine.QuoteArg(tool)
	rows := []term.Row{{Label: "tool", Values: []string{tool}}}
	const title, ask = "Forget this decision? The tool asks then, or does what '*' says.", "Forget it?"
	if key := o.keyNow(g, id); key.Digest != "" {
		sv, _ := g.Set.Find(id)
		return o.decide(ctx, g, sv, key.Digest, o.digest, line, question{title: title, ask: ask, rows: rows})
	}
	if err := o.noAssistant(line); err != nil {
		return err
	}
	if o.digest != "" {
		if _, err := launchDigest(o.digest, line); err != nil {
			return err
		}
		return fault.New(fault.Refused, fmt.Sprintf("--digest names a launch, and server %q has none now", id), line)
	}
	if _, ok := term.LookAtPerson(o.Getenv, o.Stdin); ok {
		return o.byPerson(ctx, line, "", term.CardData{Title: title, Rows: append([]term.Row{{Label: "server", Values: []string{string(id)}}}, rows...)}, yesNo(ask))
	}
	return g.unattended(line)
}

// keyNow is the server's launch as it is, without a digest where it has none.
func (o *grantRemoveOptions) keyNow(g ground, id names.ServerID) trust.Key {
	if sv, ok := g.Set.Find(id); ok {
		return g.Set.Launch(sv).Key
	}
	return trust.Key{Server: id}
}

func leftWords(s trust.Standing) string {
	words := standingWords(s)
	if s.ByStar {
		words += ", as '*' says"
	}
	return words
}
