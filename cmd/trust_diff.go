package cmd

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"usher/pkg/fault"
	"usher/pkg/output"
	"usher/pkg/trust"
)

func newTrustDiffCmd(a *app) *cobra.Command {
	o := trustDiffOptions{app: a}
	cmd := &cobra.Command{
		Use:   "diff [<folder>]",
		Short: "Show what changed since a folder was trusted",
		Long: `Show what changed in a project folder since you trusted it, as a unified
difference of every file that counts. --definitions-only leaves out the files that
the definitions name. What looks like a secret in it is shown as ***, so a line that
differs in that alone looks the same before and after.

EXIT STATUS
  0  nothing changed, or the difference is shown
  1  the folder is not trusted, or it or what was trusted cannot be read
  2  the folder is not usable, or the command was not understood`,
		Example: `  # before trusting it again
  usher trust diff`,
		Args:              takes(0, 1),
		ValidArgsFunction: folders,
		RunE:              a.show(o.run),
	}
	cmd.Flags().BoolVar(&o.definitionsOnly, "definitions-only", false, "leave out the files that definitions name")
	return cmd
}

type trustDiffOptions struct {
	*app
	definitionsOnly bool
}

func (o *trustDiffOptions) run(_ context.Context, args []string) (output.View, error) {
	s, err := o.folder("diff", args, o.definitionsOnly)
	switch {
	case err != nil:
		return nil, err
	case s.LedgerErr != nil:
		return nil, s.LedgerErr
	}
	if err := s.unreadable(); err != nil {
		return nil, err
	}
	look := "look at it as it is: " + o.trustLine("show", s.folder.Path)
	if s.decision.Digest == "" {
		return nil, fault.New(fault.Failed, "the folder "+s.folder.Path+" is not trusted, so there is nothing to compare with", look)
	}
	old, kept, err := s.copied()
	switch {
	case err != nil:
		return nil, err
	case !kept:
		return nil, fault.New(fault.Failed, "no copy of what was trusted is kept, so what changed cannot be shown", look)
	}
	now := s.folder
	if s.definitionsOnly() { // what is not covered plays no part in what was decided
		old.Uncovered, now.Uncovered = nil, nil
	}
	return diffView{Folder: now.Path, State: string(s.state), Diff: coveredText(trust.DiffFolder(old, now)), moved: s.moved()}, nil
}

type diffView struct {
	Folder string `json:"folder"`
	State  string `json:"state"`
	Diff   string `json:"diff"`

	moved string
}

func (v diffView) JSON() any { return v }

// Text shows carriage returns: a line that differs in its end alone would look
// the same before and after.
func (v diffView) Text(w *output.Printer) {
	if v.moved != "" {
		w.Line("the folder is changed" + v.moved)
	}
	if v.Diff == "" {
		w.Line(either(v.moved == "", "nothing changed since "+v.Folder+" was trusted", "what it holds is what was trusted"))
		return
	}
	w.Text(strings.ReplaceAll(v.Diff, "\r", `\r`))
}
