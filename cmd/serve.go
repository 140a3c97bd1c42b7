package cmd

import (
	"context"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"usher/cmd/rungate"
	"usher/pkg/control"
	"usher/pkg/fault"
	"usher/pkg/mcp/client"
	"usher/pkg/mcp/gateway"
	"usher/pkg/names"
	"usher/pkg/proc"
	"usher/pkg/term"
)

func newServeCmd(a *app) *cobra.Command {
	o := serveOptions{app: a}
	cmd := &cobra.Command{
		Use:   "serve [reload]",
		Short: "Offer your servers' tools to an assistant, through the gate",
		Long: `Speak MCP to an assistant, on stdin and stdout: the tools of your servers, each under
the name server__tool, usher's own app__skill_load, and your prompt templates. An
assistant is wired to usher once, and every call passes the gate.

Without --interactive it is an endpoint: a tool is there only where the policy
serve.allowedTools covers it, a call is allowed only where your grants allow it, and
what would ask is refused. With --interactive a person sits behind the assistant:
every tool of a server that may run is there, and what asks is put to the person
through the assistant where that can show a question, else refused. Servers' own
prompts and resources are there with the policies serve.prompts and serve.resources.

What you decided, your hooks and the project folder are read again on every call. A
server starts when it is first needed and ends when it may not run any more, or with
this program; none is left behind, however it ends. The project folder is that of
--project, else $USHER_PROJECT, else the nearest at or above the working directory
that you decided about.

With --http it speaks MCP over HTTP at /mcp, to any number of assistants, each with a
bearer token on every request: for this computer a new one in a file that only you can
read, for others the one that --token-env or --token-file names. Pages of browsers are
refused unless --origin lists them. There is no TLS.

stdout is the protocol and nothing else. stderr says, once, what is not offered and
why. It also listens on a socket in your state folder, which only you can open, for
usher status, usher serve reload, usher server list and usher server restart.
Writes what call writes.

EXIT STATUS
  0    the assistant ended the session
  1    something failed
  2    refused, or the command was not understood
  130  ended by a signal`,
		Example: `  # what an assistant's configuration starts
  usher serve

  # for a chat with you in front of it, in one project
  usher serve --interactive --project ~/boats

  # for several assistants on this computer, over HTTP
  usher serve --http 127.0.0.1:8765`,
		Args: takes(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context()) },
	}
	cmd.Flags().BoolVar(&o.interactive, "interactive", false, "a person sits behind the assistant, and can be asked")
	o.httpFlags(cmd.Flags())
	cmd.AddCommand(newServeReloadCmd(a))
	return cmd
}

type serveOptions struct {
	*app
	interactive bool
	http        httpOptions
}

func (o *serveOptions) run(ctx context.Context) error {
	if err := o.http.sound(); err != nil {
		return err
	}
	if o.Getenv(hookEvent) != "" {
		return fault.New(fault.Refused, "serve was started inside a hook, where a call would run hooks without end", "take it out of the hook")
	}
	g, err := o.ground()
	if err != nil {
		return err
	}
	if !g.named {
		if err := rungate.Located(o.WorkDir); err != nil {
			return err
		}
	}
	_ = o.preferences() // read once, before several ask at the same time
	d := o.desk(g)
	defer o.sayMade()
	defer d.pool.Close()
	d.say.everything(o.amissNow(g))
	for _, p := range d.gate.Offered(served{d.house, g}).LeftOut {
		if p.Rule != gateway.NotListed { // it is asked for its tools with the list
			d.say.problem(p)
		}
	}
	door, err := control.Listen(g.at.State, d)
	if err != nil {
		d.say.problem(deaf(err))
	} else {
		defer door.Close()
	}
	defer roomy()()
	oneMore()
	watched, done := context.WithCancel(ctx)
	defer done()
	go d.watch(watched)
	err = o.front(ctx, d)
	if ctx.Err() != nil {
		return exit(fault.Interrupted.Exit())
	}
	return err
}

// front speaks with assistants until they or ctx end it.
func (o *serveOptions) front(ctx context.Context, d *desk) error {
	if o.overHTTP() {
		return o.serveHTTP(ctx, d.gate, d.up)
	}
	if rungate.Closed(o.Stdout) {
		return fault.New(fault.Failed, "stdout is closed, so no assistant could be answered; nothing was called", "over HTTP instead: usher serve --http 127.0.0.1:0")
	}
	if term.IsTerminal(o.Stdout) {
		o.note("this speaks MCP on stdin and stdout, to an assistant that starts it; ctrl-D ends it", "how to connect one: usher host --help")
	}
	if in, ok := o.Stdin.(*os.File); ok {
		proc.Widen(in)
	}
	d.up("stdio")
	return d.gate.ServeStdio(ctx, o.Stdin, o.Stdout)
}

// desk is a gateway with its servers, ready to speak; nothing of it runs yet.
func (o *serveOptions) desk(g ground) *desk {
	d := &desk{say: &saying{app: o.app}, began: now(), interactive: o.interactive, last: g}
	d.house = newHouse(o.app, d.say.problem)
	d.pool = gateway.NewPool(gateway.PoolOptions{
		Dial:    client.Dial,
		Changed: func(id names.ServerID) { d.gate.Changed(id) },
		Notice:  func(id names.ServerID, method string) func([]byte) { return d.gate.Notice(id, method) },
		Now:     time.Now,
	})
	d.gate = gateway.New(gateway.Options{House: d.house, Pool: d.pool, Version: newVersionOptions(o.app).view().Version, Interactive: o.interactive, Say: d.say.problem})
	return d
}

// amissNow is what a person should know of what an assistant is offered: what was
// dropped, what refuses every call, and the folders that do not count.
func (a *app) amissNow(g ground) []fault.Problem {
	var out []fault.Problem
	for _, p := range append(g.concerning(""), a.textProblems(a.sentWording(g), "")...) {
		if (p.Severity != fault.SeverityNote || a.flags.verbose) && !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	for _, b := range g.Blocks {
		out = append(out, fault.Problem{File: b.File, Rule: "calls/refused", Message: "every tool call is refused: " + b.Says, Hint: b.Hint})
	}
	return out
}

// deaf is the problem of a gateway without a socket: it works, and no command reaches
// it.
func deaf(err error) fault.Problem {
	p := problemsOf(err, "gateway/deaf")[0]
	p.Severity = fault.SeverityWarning
	p.Message = fmt.Sprintf("this gateway works, and usher status and usher server restart do not reach it: %s", p.Message)
	return p
}
