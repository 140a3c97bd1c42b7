package cmd

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"usher/cmd/rungate"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/hosts"
	"usher/pkg/mcp/client"
	"usher/pkg/names"
	"usher/pkg/output"
	"usher/pkg/term"
)

func newCallCmd(a *app) *cobra.Command {
	o := callOptions{app: a}
	cmd := &cobra.Command{
		Use:   "call <tool>",
		Short: "Call a tool, through the gate",
		Long: `Call one tool of a server: the same decision as run-gate, a question where it
asks, the server started or reached, its list compared with what you marked, the
call made, PostToolUse hooks run, the result shown. The question offers: allow once, always
allow this tool, always in this conversation, never allow this tool, deny.

The text of the result is printed with everything escaped that a terminal would
act on. Pictures and sound become new files of the --save folder; none is written
over. What hooks add follows under a line "[Hook output: name]"; a line of the
server's that looks like one begins with a backslash. --raw prints the server's
own result, byte for byte unless stdout is a terminal.

Writes the ledger where you answer with always or never and where a mark falls
asleep, the allowances where you answer for a conversation, the kept list of tools,
and the log of what failed (usher log), which holds no argument of the call.

Where a remote server loses its session before it answers, the call is made again
only if you marked the tool read-only: another may have had its effect already.

EXIT STATUS
  0    called
  1    the server or the tool failed, or stdout: a closed one before anything is called
  2    refused, no such tool, or the command was not understood
  3    a person is needed
  130  interrupted`,
		Example: `  # look something up
  usher call notes__search --args '{"word":"beam"}'`,
		Args:              takes(1, 1),
		ValidArgsFunction: found(func(_ context.Context, args []string) ([]string, error) { return a.toolNames(args) }),
		RunE:              a.show(o.run),
	}
	fs := cmd.Flags()
	fs.StringVar(&o.args, "args", "{}", "the call's arguments, a `JSON` object")
	fs.StringVar(&o.conversation, "conversation", "", "the conversation's `ID`")
	fs.BoolVar(&o.raw, "raw", false, "print the server's own result")
	fs.StringVar(&o.save, "save", ".", "`DIR` for pictures and sound")
	return cmd
}

type callOptions struct {
	*app
	args, conversation, save string
	raw                      bool
}

func (o *callOptions) run(ctx context.Context, args []string) (output.View, error) {
	tool, err := names.ParseTool(args[0])
	if err != nil {
		return nil, fault.New(fault.Usage, "the tool name is not usable: "+err.Error(), "usher server list")
	}
	raw, err := hosts.ReadArgs(o.args)
	if err != nil {
		return nil, err
	}
	if reserved(tool.Name()) {
		return nil, fault.New(fault.Usage, fmt.Sprintf("%q is no tool: it is the name under which reads are granted", tool.Name()), "usher read --help")
	}
	if err := o.canGive(); err != nil {
		return nil, err
	}
	c := calling{app: o.app, conversation: o.conversation, line: o.line("usher call "+engine.QuoteArg(args[0]), o.args)}
	res, err := c.through(ctx, tool, raw, func(ctx context.Context, conn *client.Conn) (client.Result, error) {
		if c.readOnly {
			return conn.CallReadOnly(ctx, tool.Name(), raw)
		}
		return conn.Call(ctx, tool.Name(), raw)
	})
	if err != nil {
		return nil, err
	}
	return o.view(res, c)
}

// line is the same command for a person to type. A message holds no arguments of a
// call, so these are left to the person.
func (o *callOptions) line(words, args string) string {
	if args != "" && args != "{}" {
		words += " --args '…'"
	}
	if o.conversation != "" {
		words += " --conversation " + engine.QuoteArg(o.conversation)
	}
	return o.again(words)
}

// view is the result on its way out. What is no part of the answer goes to stderr. Of
// --raw every byte is the server's, but for a terminal, which gets them cleaned (SPEC F6, Z1).
func (o *callOptions) view(res client.Result, c calling) (output.View, error) {
	rungate.Outlive() // what was called has had its effect: that nobody reads of it is said
	v := resultView{Result: res, raw: o.raw, Hooks: c.outputs, Problems: c.problems}
	if o.raw || o.format() == output.Text {
		if len(c.problems) > 0 && !o.flags.quiet {
			_ = output.Print(o.Stderr, troubled(c.problems), output.Text, 0, false)
		}
	}
	switch {
	case o.raw && !term.IsTerminal(o.Stdout):
		if _, err := o.Stdout.Write(append(res.Raw[:len(res.Raw):len(res.Raw)], '\n')); err != nil {
			return nil, &fault.Error{Message: "the answer could not be written: " + err.Error(), Err: err}
		}
		return nil, exit(v.Exit())
	case o.raw || o.format() != output.Text:
		return v, nil
	}
	var err error
	v.saved, err = saveMedia(o.save, c.tool, res)
	return v, err // what came is shown, saved or not: the call was made
}
