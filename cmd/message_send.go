package cmd

import (
	"context"
	"fmt"
	"slices"

	"usher/pkg/clean"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/hosts"
	"usher/pkg/output"
	"usher/pkg/templates"
)

// send prints what goes to the assistant: the message, or what it stands for, and
// in JSON what goes along.
func (o *messageOptions) send(ctx context.Context, w wording, message string, answer hosts.EventAnswer) error {
	t, err := o.standsFor(w, message)
	if err != nil {
		return err
	}
	problems := append([]fault.Problem{}, answer.Problems...)
	for _, p := range o.textProblems(w, "") {
		if !slices.Contains(problems, p) {
			problems = append(problems, p)
		}
	}
	along := ""
	if w.told() == nil { // else the problems say why nothing goes along
		along = w.said.Context()
	}
	if o.format() == output.Text {
		o.mention(problems)
	}
	return o.putText(ctx, t, func(whole string) output.View {
		return messageView{Decision: "none", Message: whole, Context: along, Reasons: []gate.Reason{}, Problems: problems}
	})
}

// standsFor is the message, or the template that it names with its arguments.
func (o *messageOptions) standsFor(w wording, message string) (text, error) {
	if p, ok := serverMessage(message); ok && p.defined(w.ground) {
		o.note("a server's prompt is not asked for here, so the message stays as typed", "usher prompt expand "+engine.QuoteArg("/mcp:"+string(p.server)+":"+p.name))
		return asTyped(message), nil
	}
	o.noteServerWaiting(w, message)
	o.noteHalfNamed(message)
	call, ok := templates.Parse(message)
	switch {
	case !ok:
		o.noteMisnamed(w, message)
		return asTyped(message), nil
	case call.Literal:
		return asTyped(call.Rest), nil
	}
	if _, off := w.off(); off { // which is said with the rest
		return asTyped(message), nil
	}
	p, known := w.said.Prompt(call.Name)
	if !known {
		o.noteWaiting(w, call.Name)
		return asTyped(message), nil
	}
	if !o.flags.verbose { // which has all of them said with the rest
		o.remark(w.about(p))
	}
	return expansion{p, call.Rest}, w.told()
}

// mention says on stderr what failed and what policy or a broken file keeps back;
// the rest is for a listing, and for -v.
func (o *messageOptions) mention(ps []fault.Problem) {
	var told []fault.Problem
	for _, p := range ps {
		matters := p.Severity == fault.SeverityError || slices.Contains([]string{"hooks/failed", engine.LostRule, engine.AbsentRule, engine.ProjectOffRule, unloggedRule, textsOffRule}, p.Rule)
		if matters || o.flags.verbose {
			told = append(told, p)
		}
	}
	o.remark(told)
}

// refuse says why nothing is sent: the reason on stderr and, in JSON, the answer.
func (o *messageOptions) refuse(answer hosts.EventAnswer) error {
	if !o.flags.quiet {
		fmt.Fprint(o.Stderr, answer.Told())
	}
	if o.format() == output.JSON {
		v := messageView{Decision: "deny", Reasons: answer.Reasons, Problems: append([]fault.Problem{}, answer.Problems...)}
		if err := o.print(v); err != nil {
			return unwritten(context.Background(), err)
		}
		return exit(fault.Refused.Exit())
	}
	for _, r := range answer.Reasons[min(1, len(answer.Reasons)):] {
		if o.flags.verbose {
			fmt.Fprintf(o.Stderr, "usher: %s: %s\n", clean.Line(r.By), clean.Line(r.Says))
		}
	}
	o.remark(answer.Problems)
	return exit(fault.Refused.Exit())
}

type messageView struct {
	Decision string          `json:"decision"` // none or deny
	Message  string          `json:"text"`
	Context  string          `json:"context"`
	Reasons  []gate.Reason   `json:"reasons"`
	Problems []fault.Problem `json:"problems"`
}

func (v messageView) JSON() any { return v }

func (v messageView) Text(w *output.Printer) { w.Text(v.Message) }
