package cmd

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/output"
	"usher/pkg/strictjson"
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
loosens: it takes --digest (where the server is defined), needs policy
approve.unattended, and is refused where an assistant's variables are in the
environment.

Writes the ledger of decisions in the state folder.

EXIT STATUS
  0  forgotten
  1  nothing is decided about the tool, or the policy or the ledger cannot be used
  2  the digest is another launch's, or the command was not understood
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
	if err := o.admit(g, &g.Ledger, id, tool); err != nil { // first, so that a refusal makes no file
		return nil, err
	}
	var left trust.Standing
	err = trust.ChangeLedger(ctx, g.at.State, func(t *trust.Ledger) error {
		if err := o.admit(g, t, id, tool); err != nil {
			return err
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

// admit says why a mark may not be forgotten: there is none, or that loosens.
func (o *grantRemoveOptions) admit(g ground, t *trust.Ledger, id names.ServerID, tool string) error {
	var known []string
	found, loosens := false, false
	for _, d := range t.Decisions() {
		if d.Kind == trust.Mark && d.Server == id {
			known = append(known, d.Tool)
			found = found || d.Tool == tool
			loosens = loosens || d.Tool == tool && tightens(d)
		}
	}
	switch {
	case loosens:
		return o.loosen(g, id, "usher grant remove "+string(id)+" "+engine.QuoteArg(tool))
	case found:
		return nil
	}
	message := fmt.Sprintf("nothing is decided about %q of %s", tool, id)
	if near := strictjson.Nearest(tool, known); near != "" {
		message += fmt.Sprintf("; the nearest is %q", near)
	}
	return fault.New(fault.Failed, message, "usher grant list")
}

// tightens reports a mark whose removal loosens: an ask or a deny (SPEC A5).
func tightens(d trust.Decision) bool { return d.Decision == trust.Ask || d.Decision == trust.Deny }

// loosen admits the removal of an ask or a deny. Of a server that is not there
// no launch can be named.
func (o *grantRemoveOptions) loosen(g ground, id names.ServerID, line string) error {
	if key := o.keyNow(g, id); key.Digest != "" {
		return o.byDigest(g, o.digest, key.Digest, line)
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
