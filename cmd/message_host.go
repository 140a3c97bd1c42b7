package cmd

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"usher/cmd/rungate"
	"usher/pkg/fault"
	"usher/pkg/hooks"
	"usher/pkg/hosts"
)

// maxAlong is how much of a template's text goes along with an assistant's message.
const maxAlong = 256 << 10

// messages runs message --client without cobra, as hooks run: every failure is the
// assistant's own refusal. ok is false for any other command.
func (a *app) messages(root *cobra.Command) (code int, ok bool) {
	target, rest, err := root.Find(a.Args)
	if err != nil || target.Name() != messageWord || target.Parent() != root {
		return 0, false
	}
	client, hosted := rungate.Asked(rest)
	if !hosted {
		return 0, false
	}
	o := &hooksRunOptions{app: a, event: hooks.UserPromptSubmit, client: client, hosted: true, message: true}
	o.deadline = client.Deadline(string(o.event))
	err = target.ParseFlags(rest)
	switch {
	case err != nil:
		err = target.FlagErrorFunc()(target, err)
	case target.Flags().NArg() > 0:
		err = target.Args(target, target.Flags().Args())
	case target.Flags().Changed("text"):
		err = fault.New(fault.Usage, "--text goes without --client, whose assistant sends JSON", "usher message --help")
	default:
		err = o.hostFault(target.Flags().Changed("help"))
	}
	return o.run(err), true
}

// along adds what goes with a message that may be sent: the standing context, and what
// a template that it names stands for. The assistant sends the message itself, so it
// stays as typed.
func (o *hooksRunOptions) along(ctx context.Context, m meant, a *answered) {
	// A hook may have taken minutes, and what a person decided meanwhile counts (SPEC T4).
	w, err := o.wordingAnew(m)
	if err != nil {
		a.err = err
		return
	}
	a.Problems = append(a.Problems, o.textProblems(w, "")...)
	if w.told() == nil { // else the problems say why nothing goes along
		if said := w.said.Context(); said != "" {
			a.ModelOutput = append(a.ModelOutput, hosts.Addition{Name: "usher context", Text: said})
		}
	}
	msg := messageOptions{app: o.app}
	t, err := msg.standsFor(w, *m.Message)
	if err != nil || !t.expanded() {
		a.err = err
		return
	}
	if t.size() > maxAlong {
		a.err = fault.New(fault.Refused, fmt.Sprintf("the template stands for more than %d KiB", maxAlong>>10), "send less behind its name")
		return
	}
	var whole strings.Builder
	if a.err = t.ExpandTo(&whole); a.err == nil && ctx.Err() == nil {
		a.ModelOutput = append(a.ModelOutput, hosts.Addition{Name: "the template", Text: "The message names a prompt template of the person's, which stands for:\n\n" + whole.String()})
	}
}

func (o *hooksRunOptions) wordingAnew(m meant) (wording, error) {
	again, err := rungate.HostGrounds(o.where(), o.client, m.sent)
	if err != nil {
		return wording{}, err
	}
	return o.sentWording(o.groundOf(again[0])), nil
}
