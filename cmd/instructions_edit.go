package cmd

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"usher/pkg/fault"
	"usher/pkg/output"
	"usher/pkg/trust"
)

func newInstructionsEditCmd(a *app) *cobra.Command {
	o := instructionsEditOptions{app: a}
	cmd := &cobra.Command{
		Use:   "edit",
		Short: "Open standing instructions in an editor",
		Long: `Open instructions.md of the assistant folder in the editor that $VISUAL, else
$EDITOR, names, and make it where it is not there. Its words are split at blanks,
quotes group, and no shell reads them. Without a terminal or an editor the file's
path is printed, and nothing is opened or made.

With --project DIR it is the folder's, .usher/instructions.md or the other layout's
where that is there; the folder counts as changed until you trust it again.

EXIT STATUS
  0  edited, or the path printed
  1  the file could not be made, or the editor failed
  2  refused, or the command was not understood`,
		Example: `  # yours
  usher instructions edit

  # this folder's
  usher instructions edit --project .`,
		Args: takes(0, 0),
	}
	run := a.show(o.run)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o.inProject = cmd.Flags().Changed("project")
		return run(cmd, args)
	}
	return cmd
}

type instructionsEditOptions struct {
	*app
	inProject bool
}

func (o *instructionsEditOptions) run(ctx context.Context, _ []string) (output.View, error) {
	g, err := o.ground()
	if err != nil {
		return nil, err
	}
	at, err := o.place(g)
	if err != nil {
		return nil, err
	}
	notes := append(o.changes(at), o.offNotes(wording{ground: g})...)
	made := false
	switch info, err := os.Lstat(at.file); {
	case errors.Is(err, fs.ErrNotExist):
		if o.opens() {
			if err := at.write(ctx, g, "", o.again("usher instructions edit")); err != nil {
				return nil, err
			}
			made = true
		} else {
			notes = append(notes, "the file is not there yet")
		}
	case err != nil:
		return nil, &fault.Error{Message: err.Error(), Err: err}
	case !info.Mode().IsRegular():
		return nil, fault.New(fault.Refused, at.file+" is not a regular file, so nothing of it is sent", "make it one: links are not followed")
	}
	v, err := o.edited(g, at.file, notes...)
	if info, gone := os.Lstat(at.file); made && gone == nil && info.Size() == 0 {
		_ = os.Remove(at.file) // it is the one just made, and nothing was written into it
	}
	return v, err
}

// place is the file of the layer; of a project's layouts the first that has one.
func (o *instructionsEditOptions) place(g ground) (textPlace, error) {
	at, err := o.textAt(g, o.inProject, instructionsFile)
	if err != nil || !o.inProject {
		return at, err
	}
	for _, l := range trust.Layouts() {
		if l.Instructions == "" {
			continue
		}
		if file := at.below(l.Instructions); exists(file) {
			at.file = file
			break
		}
	}
	return at, at.unlinked(at.dir())
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
