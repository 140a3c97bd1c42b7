package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"usher/pkg/output"
	"usher/pkg/trust"
)

func newConversationEndCmd(a *app) *cobra.Command {
	o := conversationEndOptions{app: a}
	return &cobra.Command{
		Use:   "end <conversation>",
		Short: "End what was allowed in a conversation",
		Long: `Forget everything that was allowed for one conversation. It only tightens, so
anybody may do it.

Writes the allowances in the state folder.

EXIT STATUS
  0  ended, or there was nothing to end
  1  the allowances cannot be read or written
  2  the command was not understood`,
		Example: `  # when the conversation is over
  usher conversation end c1`,
		Args: takes(1, 1),
		RunE: a.show(o.run),
	}
}

type conversationEndOptions struct{ *app }

func (o *conversationEndOptions) run(ctx context.Context, args []string) (output.View, error) {
	at, err := o.places()
	if err != nil {
		return nil, err
	}
	ended := 0
	err = trust.ChangeAllowances(ctx, at.State, now(), func(as *trust.Allowances) error {
		ended = len(as.End(args[0]))
		return nil
	})
	if err != nil {
		return nil, err
	}
	return endedView{Done: "ended", Allowances: ended, Message: count(ended, "allowance ended", "allowances ended")}, nil
}

type endedView struct {
	Done       string `json:"done"`
	Allowances int    `json:"allowances"`
	Message    string `json:"message"`
}

func (v endedView) JSON() any { return v }

func (v endedView) Text(w *output.Printer) { w.Line(v.Message) }
