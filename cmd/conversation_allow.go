package cmd

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"usher/pkg/effective"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/output"
	"usher/pkg/term"
	"usher/pkg/trust"
)

func newConversationAllowCmd(a *app) *cobra.Command {
	o := conversationAllowOptions{app: a}
	cmd := &cobra.Command{
		Use:   "allow <conversation> <tool>",
		Short: "Allow a tool for one conversation",
		Long: `Allow one tool for one conversation, for 24 hours and for the server's launch as
it is now. At a terminal you are asked; --digest names the launch instead, which
needs policy approve.unattended. With --tool-digest it is refused where the server
describes the tool otherwise by now. Where an assistant's variables are in the
environment both are refused.

Writes the allowances in the state folder.

EXIT STATUS
  0  allowed
  1  there is no such server, or it cannot be started
  2  the answer was no, a digest is another one's, or the command was not understood
  3  a person is needed`,
		Example: `  # for the rest of this conversation
  usher conversation allow c1 notes__write`,
		Args: takes(2, 2),
		RunE: a.show(o.run),
	}
	cmd.Flags().StringVar(&o.digest, "digest", "", "the `DIGEST` of the server's launch")
	toolDigestFlag(cmd, &o.toolDigest)
	return cmd
}

type conversationAllowOptions struct {
	*app
	digest, toolDigest string
}

func (o *conversationAllowOptions) run(ctx context.Context, args []string) (output.View, error) {
	tool, err := names.ParseTool(args[1])
	if err != nil {
		return nil, fault.New(fault.Usage, "the tool name is not usable: "+err.Error(), "usher server list")
	}
	id, ok := tool.Server()
	if !ok {
		return nil, fault.New(fault.Usage, "name a tool of a server: server__tool", "usher server list")
	}
	g, err := o.firm()
	if err != nil {
		return nil, err
	}
	sv, err := g.server(string(id))
	if err != nil {
		return nil, err
	}
	launch, err := g.launch(sv)
	if err != nil {
		return nil, err
	}
	about := g.seen(launch.Key, tool.Name())
	if err := o.decide(ctx, g, sv, about, tool, args[0]); err != nil {
		return nil, err
	}
	at := now()
	err = trust.ChangeAllowances(ctx, g.at.State, at, func(as *trust.Allowances) error {
		if _, err := about.still(g); err != nil {
			return err
		}
		return as.Allow(args[0], tool, launch.Key.Digest, at)
	})
	if err != nil {
		return nil, err
	}
	return said{Done: "allowed", Server: string(id), Tool: tool.Name(), Digest: string(launch.Key.Digest),
		Message: fmt.Sprintf("%s is allowed in this conversation for 24 hours", tool)}, nil
}

func (o *conversationAllowOptions) decide(ctx context.Context, g ground, sv effective.Server, about seen, tool names.Tool, conversation string) error {
	line := "usher conversation allow " + engine.QuoteArg(conversation) + " " + engine.QuoteArg(tool.String())
	if err := about.named(o.toolDigest, line); err != nil {
		return err
	}
	rows := []term.Row{{Label: "conversation", Values: []string{conversation}}, {Label: "tool", Values: []string{tool.String()}}}
	return o.app.decide(ctx, g, sv, about.key.Digest, o.digest, line, question{
		title: "Allow this tool for one conversation?", ask: "Allow it for 24 hours?", rows: append(rows, about.rows(g)...),
	})
}
