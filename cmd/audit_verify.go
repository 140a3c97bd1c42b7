package cmd

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"usher/pkg/audit"
	"usher/pkg/digest"
	"usher/pkg/fault"
	"usher/pkg/output"
)

func newAuditVerifyCmd(a *app) *cobra.Command {
	o := auditVerifyOptions{app: a}
	cmd := &cobra.Command{
		Use:   "verify [<file>...]",
		Short: "Check that the record is whole",
		Long: `Check that every line of the audit file is what usher wrote and follows the one before
it: a line that was changed, taken out, put in or moved is found. Several files are
checked as one chain, the oldest first, as they were rotated.

A record that was cut off at its end is whole by itself. It is found with --head and
a hash that was noted before: "usher audit show --head" prints it.

A line that a stopped writer left unfinished is named, and breaks nothing.

EXIT STATUS
  0  whole
  1  not whole, with the line and what is wrong; or there is no record, or it cannot
     be read
  2  the places are not usable, or the command was not understood`,
		Example: `  # the file of policy audit.file
  usher audit verify

  # with what was rotated, and the end that was noted
  usher audit verify audit.jsonl.20260131T080000Z audit.jsonl --head sha256:…`,
		Args: takes(0, -1),
		RunE: a.show(o.run),
	}
	cmd.Flags().StringVar(&o.head, "head", "", "a `HASH` that was noted, and that a line must have")
	freely(cmd, "head")
	return cmd
}

type auditVerifyOptions struct {
	*app
	head string
}

func (o *auditVerifyOptions) run(_ context.Context, args []string) (output.View, error) {
	var noted digest.Digest
	if o.head != "" {
		var err error
		if noted, err = digest.Parse(o.head); err != nil {
			return nil, fault.New(fault.Usage, "--head is no hash: "+err.Error(), "usher audit show --head")
		}
	}
	if len(args) == 0 {
		file, err := o.auditFile()
		if err != nil {
			return nil, err
		}
		args = []string{file}
	}
	f, err := audit.Verify(args, noted)
	if err != nil {
		return nil, err
	}
	return auditVerified{
		Files: args, Whole: f.Broken == nil, Lines: f.Lines, Head: string(f.Head.Hash),
		Before: f.Before.Sequence, Torn: append([]audit.At{}, f.Torn...), Broken: f.Broken,
	}, nil
}

type auditVerified struct {
	Files  []string    `json:"files"`
	Whole  bool        `json:"whole"`
	Lines  int         `json:"lines"`
	Head   string      `json:"head"`
	Before uint64      `json:"before"` // lines of the chain that stand in older files
	Torn   []audit.At  `json:"torn"`   // lines that were never finished
	Broken *audit.Flaw `json:"broken"` // null where the chain is whole
}

func (v auditVerified) JSON() any { return v }

// Exit is 1 for a record that is not whole.
func (v auditVerified) Exit() int {
	if v.Whole {
		return 0
	}
	return 1
}

func (v auditVerified) Text(w *output.Printer) {
	for _, at := range v.Torn {
		w.Line(fmt.Sprintf("%s:%d was never finished: a writer was stopped, and one decision may be missing there", at.File, at.Line))
	}
	if v.Before > 0 {
		w.Line(fmt.Sprintf("%d lines of the chain stand before %s, in older files", v.Before, v.Files[0]))
	}
	if v.Broken != nil {
		w.Line(fmt.Sprintf("not whole: %s:%d: %s", v.Broken.File, v.Broken.Line, v.Broken.Says))
		return
	}
	w.Line(fmt.Sprintf("whole: %d lines, the last is %s", v.Lines, orDash(v.Head)))
}
