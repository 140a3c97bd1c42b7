package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"usher/cmd/rungate"
	"usher/pkg/fault"
	"usher/pkg/hosts"
	"usher/pkg/names"
	"usher/pkg/output"
	"usher/pkg/places"
)

func newGateExplainCmd(a *app) *cobra.Command {
	o := gateExplainOptions{app: a}
	cmd := &cobra.Command{
		Use:   "explain {<tool> | -}",
		Short: "Show every fact behind a decision",
		Long: `Show what run-gate would decide about a call of this tool, every fact and rule
behind it with file:line:column, the hooks that would be run, and for each thing
that stands in the way the next command or edit. With - the call is read on stdin,
in run-gate's own form. No hook is run, nothing is called and nothing is written.

Without --project the project folder is the nearest one at or above the working
directory that you decided about, as for run-gate; a nearer folder with definitions
that nobody decided about is named.

With -o json: {"tool","answer","best","worst","call","project","server","grant",
"faults":[],"policyDeny":[],"policyAsk":[],"folder":[],"hooks":{"shown","run":[],
"parked","off","waiting","unmatched","elsewhere"},"before":{"decision","reasons":[]},
"inTheWay":[{"fact","by","layer","file","says","hint"}],"problems":[]}. "answer" is
allow, ask, deny, or hooks where it depends on what the hooks say: "best" and
"worst" are {"decision","status"}.

EXIT STATUS
  0    explained, whatever the decision
  1    the answer could not be written
  2    the call was not understood, or no place can be found for it
  130  interrupted`,
		Example: `  # why, and what would change it?
  usher gate explain acme__lookup

  # the very call that an assistant made
  usher gate explain - < call.json`,
		Args:              takes(1, 1),
		ValidArgsFunction: found(func(context.Context, []string) ([]string, error) { return a.fullTools(), nil }),
	}
	o.register(cmd)
	run := a.show(o.run)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o.given = cmd.Flags().Changed
		return run(cmd, args)
	}
	return cmd
}

type gateExplainOptions struct {
	*app
	said  rungate.Said
	given func(flag string) bool
}

func (o *gateExplainOptions) register(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVar(&o.said.Args, "args", "{}", "the call's arguments, a `JSON` object")
	fs.Var(&choice{&o.said.Mode, modeWords()}, "mode", "who stands behind the call: interactive, headless or plan")
	fs.Var(&choice{&o.said.Source, sourceWords()}, "source", "where the call comes from: chat or meta")
	fs.StringVar(&o.said.Conversation, "conversation", "", "the conversation's `ID`")
	fs.BoolVar(&o.said.CanAsk, "can-ask", false, "the caller can put a question to a person")
	_ = cmd.RegisterFlagCompletionFunc("mode", words(modeWords()...))
	_ = cmd.RegisterFlagCompletionFunc("source", words(sourceWords()...))
	freely(cmd, "args", "conversation")
}

func modeWords() []string { return []string{"interactive", "headless", "plan"} }

func sourceWords() []string { return []string{"chat", "meta"} }

func (o *gateExplainOptions) run(ctx context.Context, args []string) (output.View, error) {
	call, err := o.call(ctx, args[0])
	if err != nil {
		return nil, err
	}
	in := o.where()
	s, at, err := rungate.Stand(in, call)
	if err != nil {
		return nil, err
	}
	_ = rungate.Rooted(&in, call) // Stand has seen to its error
	named := in.Project != "" || o.Getenv("USHER_PROJECT") != ""
	g := ground{Standing: s, at: at, named: named || in.NoProject, userHome: places.UserHome(o.Getenv)}
	v := explainViewOf(g, call, s.Explain(rungate.Request(call)))
	if named && !in.NoProject {
		v.Project.How = "named"
	}
	v.Problems = append(append(v.Problems, call.Notes...), append(failing(g.Problems), o.projectNotes(g)...)...)
	return v, nil
}

// call is what is explained: a tool and flags, or a whole call on stdin.
func (o *gateExplainOptions) call(ctx context.Context, word string) (hosts.Call, error) {
	if word != "-" {
		if _, err := names.ParseTool(word); err != nil {
			return hosts.Call{}, fault.New(fault.Usage, "the tool is not usable: "+err.Error(), "usher gate explain --help")
		}
		o.said.Tool = word
		return o.said.Call()
	}
	for _, name := range []string{"args", "mode", "source", "conversation"} {
		if o.given(name) {
			return hosts.Call{}, fault.New(fault.Usage, "--"+name+" goes with a tool; a call on stdin says it itself", "usher gate explain --help")
		}
	}
	data, err := readInput(ctx, o.Stdin, hosts.MaxCall, "the call")
	if err != nil {
		return hosts.Call{}, err
	}
	c, err := hosts.ReadCall(data)
	if o.given("can-ask") { // as for run-gate: the flag has the last word
		c.CanAsk = o.said.CanAsk
	}
	return c, err
}
