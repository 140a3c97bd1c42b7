package cmd

import (
	"context"
	"encoding/json"

	"github.com/spf13/cobra"

	"usher/pkg/engine"
	"usher/pkg/mcp/client"
	"usher/pkg/names"
	"usher/pkg/output"
)

func newReadCmd(a *app) *cobra.Command {
	o := readOptions{callOptions{app: a}}
	cmd := &cobra.Command{
		Use:   "read <id> <uri>",
		Short: "Read a resource of a server",
		Long: `Read one resource of a server, under the same rules as a call. Reads are granted
under the name resources/read, which no tool can have, for all of a server's
resources together.

Writes what call writes.

EXIT STATUS
  0    read
  1    the server failed, or the result could not be written
  2    refused, or the command was not understood
  3    a person is needed
  130  interrupted`,
		Example: `  # all notes
  usher read notes notes://all`,
		Args:              takes(2, 2),
		ValidArgsFunction: found(a.completeServer),
		RunE:              a.show(o.run),
	}
	fs := cmd.Flags()
	fs.StringVar(&o.conversation, "conversation", "", "the conversation's `ID`")
	fs.BoolVar(&o.raw, "raw", false, "print the server's own result")
	fs.StringVar(&o.save, "save", ".", "`DIR` for pictures and sound")
	return cmd
}

type readOptions struct{ callOptions }

func (o *readOptions) run(ctx context.Context, args []string) (output.View, error) {
	g, err := o.ground()
	if err != nil {
		return nil, err
	}
	id, err := g.serverID(args[0])
	if err != nil {
		return nil, err
	}
	raw, err := json.Marshal(map[string]string{"uri": args[1]})
	if err != nil {
		return nil, err
	}
	if err := o.canGive(); err != nil {
		return nil, err
	}
	c := calling{app: o.app, conversation: o.conversation, line: o.line("usher read "+args[0]+" "+engine.QuoteArg(args[1]), "")}
	res, err := c.through(ctx, names.NewTool(id, "resources/read"), raw, func(ctx context.Context, conn *client.Conn) (client.Result, error) {
		return conn.Read(ctx, args[1])
	})
	if err != nil {
		return nil, err
	}
	return o.view(res, c)
}
