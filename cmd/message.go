package cmd

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"usher/pkg/clean"
	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/hooks"
	"usher/pkg/hosts"
)

func newMessageCmd(a *app) *cobra.Command {
	o := messageOptions{app: a}
	cmd := &cobra.Command{
		Use:   messageWord,
		Short: "Do what happens when a message is sent",
		Long: `Read a message on stdin and print what is to be sent for it: UserPromptSubmit hooks
run and may refuse it, a prompt template that it names is expanded, and with -o json
the context that goes along is in the answer too (usher context).

stdin is the text, or one JSON object where it begins with {:
{"message":"…","conversationId":"…","files":{"projectRoot":"…"}}, read as strictly as
run-gate reads a call. --text takes it as text whatever it begins with. Hooks are
shown the message as it was typed, before a template is expanded.

In text form stdout is the message alone, byte for byte, and nothing where it is
refused; the reason is on stderr. -o json is {"decision":"none|deny","text","context",
"reasons","problems"}. '/mcp:server:prompt' is left as typed: usher prompt expand asks
a server. Writes the log of what failed, see usher log.

With --client it is the UserPromptSubmit hook of that assistant and answers in its
protocol, failures too: the assistant sends the message as typed, and the context, and
what a template it names stands for, go along where it takes such a text.

EXIT STATUS
  0  to be sent
  1  the policy cannot be used, or the text could not be read or written
  2  refused by a hook, or because the ledger of decisions cannot be read, or what was
     sent was not understood
  130  interrupted; nothing is sent
  With --client it is what that assistant reads.`,
		Example: `  # as typed
  printf '/review beam.stl' | usher message

  # as a host asks it
  echo '{"message":"hello","conversationId":"c1"}' | usher message -o json`,
		Args: takes(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context()) },
	}
	cmd.Flags().StringVar(&o.client, "client", "", "read and answer in the hook protocol of this `assistant`")
	_ = cmd.RegisterFlagCompletionFunc("client", words(hosts.Clients()...))
	cmd.Flags().BoolVar(&o.text, "text", false, "stdin is text, whatever it begins with")
	return cmd
}

// messageWord is the command that bypasses cobra where an assistant asks.
const messageWord = "message"

type messageOptions struct {
	*app
	text   bool
	client string // never set here: see messages
}

func (o *messageOptions) run(ctx context.Context) error {
	if o.Getenv(hookEvent) != "" {
		return fault.New(fault.Refused, "message was started inside a hook, where it would run hooks without end", "take it out of the hook")
	}
	e, err := o.event(ctx)
	if err != nil {
		return err
	}
	hook := hooksRunOptions{app: o.app, event: hooks.UserPromptSubmit}
	g, err := hook.standing(e)
	if err != nil {
		return err
	}
	answer := hook.shoot(ctx, g, e, nil)
	answer.Problems = append(answer.Problems, unused(e)...)
	if err := interrupted(ctx); err != nil {
		return err
	}
	if answer.Denied {
		return o.refuse(answer)
	}
	// A hook may have taken minutes, and what a person decided meanwhile counts
	// (SPEC T4).
	if g, err = hook.standing(e); err != nil {
		return err
	}
	if r, unheard := g.Unheard(hooks.UserPromptSubmit); unheard {
		return o.refuse(hosts.EventAnswer{Denied: true, Reasons: []gate.Reason{r}, Problems: answer.Problems})
	}
	return o.send(ctx, o.sentWording(g), *e.Message, answer)
}

// event is the message as hooks are told of it.
func (o *messageOptions) event(ctx context.Context) (hosts.Event, error) {
	const name = string(hooks.UserPromptSubmit)
	data, err := readMessage(ctx, o.Stdin)
	switch {
	case err != nil:
		return hosts.Event{}, err
	case !o.text && isObject(data):
		e, err := hosts.ReadEvent(name, []byte(data))
		return e, orText(err)
	case !utf8.ValidString(data):
		return hosts.Event{}, fault.New(fault.Refused, "the message on stdin is not UTF-8, and a hook would be shown another one", "send UTF-8")
	}
	e := hosts.Event{Name: name, Message: &data}
	e.Source = "chat"
	return e, nil
}

// unused are the keys that only hooks are told of, as run-gate notes those of a call.
func unused(e hosts.Event) []fault.Problem {
	const most = 20
	var out []fault.Problem
	for _, key := range e.Unknown() {
		if len(out) == most {
			return append(out, fault.Problem{File: "stdin", Rule: "event/unknown-key", Severity: fault.SeverityNote, Message: "more keys mean nothing here either"})
		}
		out = append(out, fault.Problem{
			File: "stdin", Rule: "event/unknown-key", Severity: fault.SeverityNote,
			Message: fmt.Sprintf("the key %q means nothing here and is handed to hooks", clean.Line(key)),
		})
	}
	return out
}

// orText names the other way to read what begins as an object and is none.
func orText(err error) error {
	var known *fault.Error
	if !errors.As(err, &known) {
		return err
	}
	e := *known
	e.Hints = append(slices.Clone(e.Hints), "where it is meant as text: usher message --text")
	return &e
}

// isObject reports stdin that begins as a JSON object does.
func isObject(data string) bool {
	return strings.HasPrefix(strings.TrimLeft(strings.TrimPrefix(data, "\ufeff"), " \t\r\n"), "{")
}
