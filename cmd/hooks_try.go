package cmd

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"usher/cmd/rungate"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/hooks"
	"usher/pkg/hosts"
	"usher/pkg/names"
	"usher/pkg/output"
	"usher/pkg/places"
	"usher/pkg/proc"
	"usher/pkg/strictjson"
)

func newHooksTestCmd(a *app) *cobra.Command {
	o := hooksTestOptions{app: a}
	cmd := &cobra.Command{
		Use:   "test [<name>...]",
		Short: "Run hooks with a sample event",
		Long: `Run the hooks of an event for real, with a sample call, and show how each one
ended, how long it took, what it said and the verdict of all together. With names
only those hooks run. No tool is called. --dry-run only shows what would run.

Unlike a real call, a refusal does not end the run: every hook is shown.

EXIT STATUS
  0  no hook refuses or asks
  1  there is no such hook
  2  a hook refuses, or the command was not understood
  3  a hook asks`,
		Example: `  # what do my hooks say to this call?
  usher hooks test --tool acme__lookup --args '{"q":"beam"}'

  # what reaches the assistant after a call?
  usher hooks test --event PostToolUse --tool acme__lookup`,
		ValidArgsFunction: found(func(context.Context, []string) ([]string, error) { return o.names(), nil }),
		RunE:              a.show(o.run),
	}
	fs := cmd.Flags()
	fs.StringVar(&o.event, "event", string(hooks.PreToolUse), "the `EVENT` to fire")
	fs.StringVar(&o.tool, "tool", "", "the `TOOL` that is called (tool events)")
	fs.StringVar(&o.args, "args", "{}", "the call's arguments, a `JSON` object (tool events)")
	fs.StringVar(&o.message, "message", "", "the person's message (UserPromptSubmit)")
	fs.StringVar(&o.result, "result", "sample result", "the tool's result `TEXT` (PostToolUse)")
	fs.BoolVar(&o.failed, "failed", false, "the tool's result is a failure (PostToolUse)")
	fs.StringVar(&o.conversation, "conversation", "", "the conversation's `ID`")
	fs.BoolVar(&o.dryRun, "dry-run", false, "show what would run and run nothing")
	_ = cmd.RegisterFlagCompletionFunc("event", words(eventWords()...))
	return cmd
}

type hooksTestOptions struct {
	*app
	event, tool, args, message, result, conversation string
	failed, dryRun                                   bool
}

func eventWords() []string {
	var ws []string
	for _, e := range hooks.Events() {
		ws = append(ws, string(e))
	}
	return ws
}

func (o *hooksTestOptions) names() []string {
	_, s, err := o.standing()
	if err != nil {
		return nil
	}
	var ns []string
	for _, h := range s.Set.Hooks {
		ns = append(ns, string(h.Name))
	}
	return ns
}

func (o *hooksTestOptions) run(ctx context.Context, args []string) (output.View, error) {
	payload, err := o.payload()
	if err != nil {
		return nil, err
	}
	at, s, err := o.standing()
	if err != nil {
		return nil, err
	}
	chosen, err := choose(s.Set.Hooks, args)
	if err != nil {
		return nil, err
	}
	run := hooks.Select(running(s, chosen), payload.Event, payload.Tool)
	v := hooksTestView{Event: string(payload.Event), Tool: payload.Tool.String(), DryRun: o.dryRun,
		Hooks: []hookTested{}, Problems: append([]fault.Problem{}, s.Problems...), verdict: gate.Allow}
	v.Blocks = blocks(s, payload)
	if len(v.Blocks) > 0 && payload.Event == hooks.PreToolUse {
		v.verdict = gate.Deny
	}
	if o.dryRun {
		for _, h := range run {
			v.Hooks = append(v.Hooks, hookTested{Hook: h.ID(), Outcome: "would run", File: h.Where()})
		}
		return v.ended(), nil
	}
	o.fire(ctx, at, run, payload, &v)
	return v.ended(), nil
}

// running leaves out what policy turned off.
func running(s *engine.Standing, chosen []hooks.Hook) []hooks.Hook {
	var hs []hooks.Hook
	for _, h := range s.Set.Running() {
		for _, c := range chosen {
			if h.ID() == c.ID() {
				hs = append(hs, h)
				break
			}
		}
	}
	return hs
}

// fire runs the hooks one after another and fills the view.
func (o *hooksTestOptions) fire(ctx context.Context, at places.Places, run []hooks.Hook, p hooks.Payload, v *hooksTestView) {
	proc.BecomeSubreaper()
	reaper := proc.NewReaper(proc.FindReaper(o.Self))
	defer reaper.Close()
	env := rungate.Env{Environ: o.Environ, Self: o.Self}
	runner := rungate.Runner(env, at, o.conversation, reaper.Run)
	for _, h := range run {
		rep := runner.Fire(ctx, h, p)
		t := hookTested{
			Hook: h.ID(), File: h.Where(), Ending: rep.Result.Ending.String(), Code: rep.Result.Code,
			Ms: rep.Result.Elapsed.Milliseconds(), Outcome: rep.Verdict.String(), Reason: rep.Reason,
		}
		t.ModelOutput, _ = rep.ModelOutput()
		if op, ok := hooks.Opinion(rep); ok && p.Event == hooks.PreToolUse {
			v.verdict = min(v.verdict, op.Verdict())
		}
		v.Hooks = append(v.Hooks, t)
	}
}

// blocks are what refuses such a call whatever the hooks say (SPEC H13).
func blocks(s *engine.Standing, p hooks.Payload) []gate.Reason {
	out := []gate.Reason{}
	if p.Event != hooks.PreToolUse {
		return out
	}
	return append(out, s.Facts(engine.Request{Caller: gate.Native, Tool: p.Tool}).Blocks...)
}

func (o *hooksTestOptions) payload() (hooks.Payload, error) {
	e, ok := hooks.ParseEvent(o.event)
	if !ok {
		msg := fmt.Sprintf("there is no event %q", o.event)
		if near := strictjson.Nearest(o.event, eventWords()); near != "" {
			msg += "; the nearest is " + near
		}
		return hooks.Payload{}, fault.New(fault.Usage, msg, "one of: "+list(eventWords()))
	}
	p := hooks.Payload{Event: e, Source: engine.Chat, ConversationID: o.conversation}
	switch e {
	case hooks.PreToolUse, hooks.PostToolUse:
		if o.tool == "" {
			return p, fault.New(fault.Usage, "a "+o.event+" event is about a tool: give --tool", "usher hooks test --tool server__tool")
		}
		t, err := names.ParseTool(o.tool)
		if err != nil {
			return p, fault.New(fault.Usage, "--tool: "+err.Error(), "usher hooks test --help")
		}
		args, err := hosts.ReadArgs(o.args)
		if err != nil {
			return p, err
		}
		p.Tool, p.Args = t, args
		if e == hooks.PostToolUse {
			p.Result = &hooks.Result{OK: !o.failed, Text: o.result}
		}
	case hooks.UserPromptSubmit:
		p.Message = &o.message
	case hooks.TurnEnd, hooks.Stop:
		p.Outcome = "done"
	case hooks.SessionStart:
	}
	return p, nil
}

// choose keeps the named hooks; a name is a hook's own, or its whole id.
func choose(hs []hooks.Hook, words []string) ([]hooks.Hook, error) {
	if len(words) == 0 {
		return hs, nil
	}
	var out []hooks.Hook
	var known []string
	for _, w := range words {
		hit := false
		for _, h := range hs {
			if w == string(h.Name) || w == h.ID() {
				out, hit = append(out, h), true
			}
			known = append(known, string(h.Name))
		}
		if !hit {
			msg := fmt.Sprintf("no hook %q is loaded", w)
			if near := strictjson.Nearest(w, known); near != "" {
				msg += fmt.Sprintf("; the nearest is %q", near)
			}
			return nil, fault.New(fault.Failed, msg, "usher hooks list")
		}
	}
	return out, nil
}

type hookTested struct {
	Hook        string `json:"hook"`
	File        string `json:"file"`
	Ending      string `json:"ending,omitempty"`
	Code        int    `json:"code"`
	Ms          int64  `json:"ms"`
	Outcome     string `json:"outcome"`
	Reason      string `json:"reason,omitempty"`
	ModelOutput string `json:"modelOutput,omitempty"`
}

type hooksTestView struct {
	Event    string          `json:"event"`
	Tool     string          `json:"tool,omitempty"`
	DryRun   bool            `json:"dryRun"`
	Hooks    []hookTested    `json:"hooks"`
	Blocks   []gate.Reason   `json:"blocks"`
	Verdict  string          `json:"verdict"`
	Problems []fault.Problem `json:"problems"`

	verdict gate.Verdict
}

// ended writes the combined verdict: allow means that no hook has an opinion.
func (v hooksTestView) ended() hooksTestView {
	v.Verdict = v.verdict.String()
	if v.verdict == gate.Allow {
		v.Verdict = "none"
	}
	return v
}

// Exit is the combined verdict as a status (SPEC 20).
func (v hooksTestView) Exit() int {
	switch v.verdict {
	case gate.Allow:
		return 0
	case gate.Ask:
		return 3
	case gate.Deny:
		return 2
	}
	return 2
}

func (v hooksTestView) JSON() any { return v }

func (v hooksTestView) Text(w *output.Printer) {
	for _, h := range v.Hooks {
		if v.DryRun {
			w.Line(h.Hook + ": would run")
			continue
		}
		line := fmt.Sprintf("%s: %s (%s", h.Hook, h.Outcome, h.Ending)
		if h.Ending == proc.Exited.String() {
			line += fmt.Sprintf(" %d", h.Code)
		}
		w.Line(line + fmt.Sprintf(", %d ms)", h.Ms))
		if h.Reason != "" {
			w.Line("  " + h.Reason)
		}
		for _, l := range strings.Split(strings.TrimRight(h.ModelOutput, "\n"), "\n") {
			if l != "" {
				w.Line("  " + l)
			}
		}
	}
	if len(v.Hooks) == 0 {
		w.Line("no hook runs for this event")
	}
	for _, b := range v.Blocks {
		w.Line("refused whatever the hooks say: " + b.Says)
	}
	w.Problems(v.Problems)
	switch v.verdict {
	case gate.Allow:
		w.Line("together: no opinion")
	case gate.Ask:
		w.Line("together: ask a person first")
	case gate.Deny:
		w.Line("together: refuse")
	}
}
