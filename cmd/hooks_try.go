package cmd

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"usher/cmd/rungate"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/hooks"
	"usher/pkg/output"
	"usher/pkg/proc"
)

// This file is hooks test; a name that ends in _test.go would never be built.

func newHooksTestCmd(a *app) *cobra.Command {
	o := hooksTestOptions{app: a}
	cmd := &cobra.Command{
		Use:   "test [<name>...]",
		Short: "Run hooks with a sample event",
		Long: `Run the hooks of an event for real, with a sample call, and show how each one
ended, how long it took, what it said and the verdict of all together. With names
only those hooks run, on the event that they are for. No tool is called, and
--dry-run only shows what would run.

Unlike a real call, a refusal does not end the run: every hook is shown, with what
the assistant would be told of it. With one name --tool may be left out: a tool is
made up that the hook's pattern covers. The event's files.projectRoot is the
project folder, where there is one: name another with --project.

A guard of messages that cannot be read stops no message, and one of turns no
turn's end: the verdict is none then, and the last line says what is missing.

--repeat runs each hook several times over. It shows how often each outcome came
and how long the runs took, and calls a hook unstable whose outcomes differ; the
strictest of them is the one that counts.

EXIT STATUS
  0    no hook refuses or asks
  1    there is no such hook, or it is for another event
  2    a hook refuses, a fault refuses every such call, or the command was not
       understood
  3    a hook asks
  130  interrupted; the hook that ran was stopped`,
		Example: `  # what do my hooks say to this call?
  usher hooks test --tool acme__lookup --args '{"q":"beam"}'

  # a path in the folder, and what would the hook say to it?
  usher hooks test study --project . --args '{"path":"/home/you/study/a"}'

  # does this one start at all?
  usher hooks test guard

  # does it always say the same, and how long does it take?
  usher hooks test guard --repeat 20

  # what reaches the assistant after a call?
  usher hooks test --event PostToolUse --tool acme__lookup --result 'found 3'`,
		ValidArgsFunction: found(o.completeHooks),
	}
	o.register(cmd)
	run := a.show(o.run)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o.given = cmd.Flags().Changed
		return run(cmd, args)
	}
	return cmd
}

type hooksTestOptions struct {
	*app
	event, tool, args, message, result, conversation string
	failed, dryRun                                   bool
	repeat                                           int
	given                                            func(flag string) bool
}

func (o *hooksTestOptions) register(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVar(&o.event, "event", "", "the `EVENT` to fire (default: that of the named hooks, else PreToolUse)")
	fs.StringVar(&o.tool, "tool", "", "the `TOOL` that is called (tool events)")
	fs.StringVar(&o.args, "args", "{}", "the call's arguments, a `JSON` object (tool events)")
	fs.StringVar(&o.message, "message", "", "the person's message `TEXT` (UserPromptSubmit)")
	fs.StringVar(&o.result, "result", "sample result", "the tool's result `TEXT` (PostToolUse)")
	fs.BoolVar(&o.failed, "failed", false, "the tool's result is a failure (PostToolUse)")
	fs.StringVar(&o.conversation, "conversation", "", "the conversation's `ID`")
	fs.BoolVar(&o.dryRun, "dry-run", false, "show what would run and run nothing")
	fs.IntVar(&o.repeat, "repeat", 1, "run each hook `N` times, 1 to 1000")
	_ = cmd.RegisterFlagCompletionFunc("event", words(eventWords()...))
	_ = cmd.RegisterFlagCompletionFunc("tool", found(func(context.Context, []string) ([]string, error) { return o.fullTools(), nil }))
	freely(cmd, "args", "message", "result", "conversation", "repeat")
}

// completeHooks offers the names that were not given yet.
func (o *hooksTestOptions) completeHooks(_ context.Context, args []string) ([]string, error) {
	g, err := o.ground()
	if err != nil {
		return nil, err
	}
	var ns []string
	for _, h := range g.Set.Hooks {
		if name := string(h.Name); !slices.Contains(args, name) && !slices.Contains(ns, name) {
			ns = append(ns, name)
		}
	}
	return ns, nil
}

func (o *hooksTestOptions) run(ctx context.Context, args []string) (output.View, error) {
	if o.Getenv(hookEvent) != "" && !o.dryRun {
		return nil, fault.New(fault.Refused, "hooks test was started inside a hook, where it would run hooks without end", "take it out of the hook, or add --dry-run")
	}
	if err := o.repeatable(); err != nil {
		return nil, err
	}
	g, err := o.ground()
	if err != nil {
		return nil, err
	}
	named, err := g.namedHooks(args)
	if err != nil {
		return nil, err
	}
	payload, err := o.payload(named, g.at.Project)
	if err != nil {
		return nil, err
	}
	v := hooksTestView{Event: string(payload.Event), Tool: payload.Tool.String(), DryRun: o.dryRun, Blocks: g.blocks(payload),
		Hooks: []hookTested{}, Problems: append(g.concerning("mcp"), o.projectNotes(g)...), verdict: gate.Allow, tested: named, everything: o.flags.verbose}
	v.Unread = g.unread(payload.Event)
	if len(v.Blocks) > 0 {
		v.verdict = gate.Deny
	}
	fire, done := o.firing(g)
	defer done()
	for _, c := range g.castOf(named, payload) {
		if c.out != "" {
			v.Hooks = append(v.Hooks, hookTested{Hook: c.ID(), Name: string(c.Name), File: c.Where(), Outcome: notRun, Reason: c.out, repetition: noRuns()})
			continue
		}
		reps := repeated(ctx, o.repeat, func() hooks.Report { return fire(ctx, c.Hook, payload) })
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		v.add(reps, o.dryRun)
	}
	return v.ended(), nil
}

// firing is how hooks are run, and what ends it.
func (o *hooksTestOptions) firing(g ground) (fire engine.Fire, done func()) {
	if o.dryRun {
		return o.dry, func() {}
	}
	proc.BecomeSubreaper()
	reaper := proc.NewReaper(proc.FindReaper(o.Self))
	return rungate.Runner(rungate.Env{Environ: o.Environ, Self: o.Self}, g.at, g.TrustedProject(), o.conversation, reaper.Run).Fire, reaper.Close
}

// dry stands in for running a hook.
func (o *hooksTestOptions) dry(_ context.Context, h hooks.Hook, _ hooks.Payload) hooks.Report {
	return hooks.Report{Hook: h, Verdict: hooks.NoOpinion}
}

// refusedEvent says that a hook is for another event than was asked for.
func refusedEvent(h hooks.Hook, e hooks.Event) error {
	return fault.New(fault.Failed, fmt.Sprintf("hook %q is for %s, not for %s", h.Name, h.Event, e),
		fmt.Sprintf("usher hooks test %s --event %s", h.Name, h.Event))
}
