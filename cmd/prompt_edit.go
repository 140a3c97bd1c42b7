package cmd

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"usher/pkg/fault"
	"usher/pkg/output"
	"usher/pkg/trust"
)

func newPromptEditCmd(a *app) *cobra.Command {
	o := promptEditOptions{app: a}
	return &cobra.Command{
		Use:   "edit <name>",
		Short: "Open a prompt template of yours in an editor",
		Long: `Open prompts/NAME.md of the assistant folder in the editor that $VISUAL, else
$EDITOR, names. Its words are split at blanks, quotes group, and no shell reads them.
Afterwards what is wrong with the file is said. Without a terminal or an editor the
file's path is printed, and nothing is opened.

Only your own are opened. Of a project's the path is named: the folder counts as
changed once it is edited. A skill is a file too: usher skill show NAME -o json.

EXIT STATUS
  0  edited, or the path printed
  1  the editor failed
  2  there is no such prompt, it is not yours, or the command was not understood`,
		Example: `  # with the editor of your choice
  usher prompt edit review

  # in a script
  sed -i s/beam/plate/ "$(usher prompt edit review -q)"`,
		Args:              takes(1, 1),
		ValidArgsFunction: found(o.names),
		RunE:              a.show(o.run),
	}
}

type promptEditOptions struct{ *app }

func (o *promptEditOptions) names(_ context.Context, args []string) ([]string, error) {
	w, err := o.wording()
	if err != nil || len(args) > 0 {
		return nil, err
	}
	var mine []string
	for _, p := range w.said.Prompts {
		if p.Layer == w.layer() {
			mine = append(mine, string(p.Name))
		}
	}
	return mine, nil
}

func (o *promptEditOptions) run(_ context.Context, args []string) (output.View, error) {
	w, err := o.wording()
	if err != nil {
		return nil, err
	}
	name := trimSlash(args[0])
	own, err := o.ownPrompt(w, name)
	if err != nil {
		return nil, err
	}
	var notes []string
	if p, ok := w.prompt(name); ok && p.File != own {
		notes = append(notes, o.hidden("prompt", p.Layer))
	}
	return o.edited(w.ground, own, append(notes, o.offNotes(w)...)...)
}

// ownPrompt is one's own file of that name, sound or not.
func (o *promptEditOptions) ownPrompt(w wording, name string) (string, error) {
	if n, err := newTextName("prompt", name); err == nil {
		at, err := o.textAt(w.ground, false, promptsFolder, string(n)+".md")
		if err != nil {
			return "", err
		}
		if err := at.unlinked(at.dir()); err != nil {
			return "", err
		}
		if info, err := os.Lstat(at.file); err == nil {
			if !info.Mode().IsRegular() {
				return "", fault.New(fault.Refused, at.file+" is not a regular file, so it is no prompt", "make it one: links are not followed")
			}
			return at.file, nil
		}
	}
	p, ok := w.prompt(name)
	switch {
	case !ok && w.waits(name):
		return "", fault.New(fault.Refused, w.waiting("prompt", name)+", and only your own are edited", w.look)
	case !ok:
		if _, err := newTextName("prompt", name); err == nil {
			e := w.unknownPrompt(name)
			e.Hints = append([]string{o.again("usher prompt new " + name)}, e.Hints...)
			return "", e
		}
		return "", w.unknownPrompt(name)
	case p.Layer == trust.Project:
		return "", fault.New(fault.Refused, fmt.Sprintf("the prompt %q is the project folder's, and only your own are edited: %s", name, p.File),
			"edit that file yourself; the folder then counts as changed until you trust it again: "+o.trustLine("grant", w.folder))
	}
	return "", fault.New(fault.Refused, fmt.Sprintf("the prompt %q is the machine's, and only your own are edited: %s", name, p.File),
		"its administrator edits it for everybody: usher prompt edit "+name+" --machine", "or write one of another name: usher prompt new NAME")
}

func trimSlash(name string) string {
	if len(name) > 0 && name[0] == '/' {
		return name[1:]
	}
	return name
}
