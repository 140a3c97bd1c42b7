package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"usher/pkg/audit"
	"usher/pkg/output"
)

func newAuditRotateCmd(a *app) *cobra.Command {
	o := auditRotateOptions{app: a}
	return &cobra.Command{
		Use:   "rotate",
		Short: "Begin a new audit file, chained to the old",
		Long: `Move the file of policy audit.file to its name with the time behind it, and begin a
new one of the same owner and mode, whose first line is chained to the last of the
old: both together are one record. Decisions that are made meanwhile wait, and none is
lost. Nothing is deleted.

It is done by whoever may write the file's folder.

EXIT STATUS
  0  done, and the old file's new name is printed
  1  there is no record, or it cannot be moved
  2  the places are not usable, or the command was not understood
  3  a person is needed`,
		Example: `  # once a month, from cron
  usher audit rotate -q`,
		Args: takes(0, 0),
		RunE: a.show(o.run),
	}
}

type auditRotateOptions struct{ *app }

func (o *auditRotateOptions) run(ctx context.Context, _ []string) (output.View, error) {
	if err := o.noAssistant("usher audit rotate"); err != nil { // what was moved is soon gone
		return nil, err
	}
	file, err := o.auditFile()
	if err != nil {
		return nil, err
	}
	older, err := audit.Rotate(ctx, file, now())
	if err != nil {
		return nil, err
	}
	return auditRotated{File: file, Older: older}, nil
}

type auditRotated struct {
	File  string `json:"file"`
	Older string `json:"older"`
}

func (v auditRotated) JSON() any { return v }

func (v auditRotated) Text(w *output.Printer) { w.Line(v.Older) }
