package cmd

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"usher/pkg/effective"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/hosts"
	"usher/pkg/mcp"
	"usher/pkg/mcp/client"
	"usher/pkg/names"
	"usher/pkg/output"
)

func newCallCmd(a *app) *cobra.Command {
	o := callOptions{app: a}
	cmd := &cobra.Command{
		Use:   "call <tool>",
		Short: "Call a tool, through the gate",
		Long: `Call one tool of a server: the same decision as run-gate, a question where it
asks, the server started, its list compared with what you marked, the call made,
PostToolUse hooks run, the result shown. The question offers: allow once, always
allow this tool, always in this conversation, never allow this tool, deny.

Pictures and sound are saved into files; --raw prints the server's own result.

Writes the ledger where you answer with always or never, and the kept tool list.

EXIT STATUS
  0  called
  1  the server or the tool failed
  2  refused, or the command was not understood
  3  a person is needed`,
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
	c := calling{app: o.app, conversation: o.conversation, line: "usher call " + engine.QuoteArg(args[0])}
	res, err := c.through(ctx, tool, raw, func(ctx context.Context, conn *client.Conn) (client.Result, error) {
		return conn.Call(ctx, tool.Name(), raw)
	})
	if err != nil {
		return nil, err
	}
	return o.view(res, c)
}

func (o *callOptions) view(res client.Result, c calling) (output.View, error) {
	v := resultView{Result: res, raw: o.raw, Hooks: c.outputs, Problems: c.problems}
	if !o.raw && o.format() == output.Text {
		saved, err := saveMedia(o.save, c.tool, res)
		if err != nil {
			return nil, err
		}
		v.saved = saved
	}
	return v, nil
}

// calling is one call on its way through the gate.
type calling struct {
	*app
	conversation, line string

	tool     names.Tool
	problems []fault.Problem
	outputs  []hookOutput
}

// through decides, asks where that is due, starts the server, compares its tools,
// makes the call and fires what comes after (SPEC G7).
func (c *calling) through(ctx context.Context, tool names.Tool, args []byte, do func(context.Context, *client.Conn) (client.Result, error)) (client.Result, error) {
	c.tool = tool
	g, err := c.firm()
	if err != nil {
		return client.Result{}, err
	}
	fire, end := c.fire(g, c.conversation)
	defer end()
	r := engine.Request{
		Caller: gate.Command, Tool: tool, Args: args, Source: engine.Chat, ConversationID: c.conversation, CanAsk: true, Now: now(),
	}
	out := g.Decide(ctx, r, fire)
	c.problems = out.Problems
	if err := c.settle(ctx, g, r, out.Decision, ""); err != nil {
		return client.Result{}, err
	}
	id, _ := tool.Server()
	sv, _ := g.Set.Find(id)
	return c.make(ctx, g, sv, r, fire, do)
}

// make starts the server and makes the call. What the server says of the tool is
// compared first; a difference decides again (SPEC M4).
func (c *calling) make(ctx context.Context, g ground, sv effective.Server, r engine.Request, fire engine.Fire,
	do func(context.Context, *client.Conn) (client.Result, error),
) (client.Result, error) {
	launch, err := g.launch(sv)
	if err != nil {
		return client.Result{}, err
	}
	t, err := c.target(g, sv, launch)
	if err != nil {
		return client.Result{}, err
	}
	conn, err := client.Dial(ctx, t)
	if err != nil {
		return client.Result{}, serverFailed(sv, err)
	}
	defer conn.Close()
	m, err := conn.Tools(ctx)
	if err != nil {
		return client.Result{}, serverFailed(sv, err)
	}
	before, _ := g.known(launch.Key.Digest)
	changed, err := c.learn(ctx, g, launch.Key, m)
	if err != nil {
		return client.Result{}, err
	}
	if err := c.again(ctx, r, m, before, changed); err != nil {
		return client.Result{}, err
	}
	res, err := do(ctx, conn)
	if err != nil {
		return client.Result{}, serverFailed(sv, err)
	}
	c.after(ctx, g, r, res, fire)
	return res, nil
}

// again decides once more where the tool is not what was decided about. Hooks
// have spoken already; the mark is what changed.
func (c *calling) again(ctx context.Context, r engine.Request, m, before mcp.Manifest, changed []string) error {
	name := r.Tool.Name()
	now, offered := m.Tool(name)
	if !offered && !reserved(name) {
		return notOffered(r.Tool, m)
	}
	for _, other := range changed {
		if other != name {
			continue
		}
		g, err := c.firm()
		if err != nil {
			return err
		}
		difference := ""
		if old, ok := before.Tool(name); ok {
			difference = mcp.Diff(old, now)
		}
		return c.settle(ctx, g, r, gate.Decide(g.Facts(r), nil), difference)
	}
	return nil
}

// reserved reports the names under which reads are granted; no tool has them (SPEC M2).
func reserved(name string) bool { return name == "resources/read" || name == "prompts/get" }

func notOffered(tool names.Tool, m mcp.Manifest) error {
	for _, n := range m.NotOffered {
		if n.Name == tool.Name() {
			return fault.New(fault.Failed, fmt.Sprintf("the tool %q is listed but not offered: %s", n.Name, n.Why))
		}
	}
	id, _ := tool.Server()
	return fault.New(fault.Failed, fmt.Sprintf("server %q has no tool %q", id, tool.Name()), "usher server tools "+string(id))
}

// serverFailed names the server in front of what went wrong with it.
func serverFailed(sv effective.Server, err error) error {
	var f *client.Failure
	if errors.As(err, &f) {
		return &fault.Error{Kind: fault.Failed, Message: fmt.Sprintf("server %q %s", sv.ID, f.Message), Hints: []string{"usher server list"}, Err: err}
	}
	return err
}
