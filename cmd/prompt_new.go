package cmd

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/output"
	"usher/pkg/trust"
)

func newPromptNewCmd(a *app) *cobra.Command {
	o := promptNewOptions{app: a}
	cmd := &cobra.Command{
		Use:   "new <name>",
		Short: "Write a first prompt template",
		Long: `Write prompts/NAME.md in the assistant folder: a header and a line that says where
the arguments go. It works as it is and is meant to be changed.

With --project DIR it is the folder's, .usher/prompts/NAME.md, and the folder counts
as changed until you trust it again. Nothing that exists is overwritten.

EXIT STATUS
  0  written
  1  there is such a file, or it could not be written
  2  refused, or the command was not understood; nothing was written`,
		Example: `  # a message that you send often
  usher prompt new review

  # one for everybody who works in this folder
  usher prompt new review --project .`,
		Args:              takes(1, 1),
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	run := a.show(o.run)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o.inProject = cmd.Flags().Changed("project")
		return run(cmd, args)
	}
	return cmd
}

type promptNewOptions struct {
	*app
	inProject bool
}

// firstPrompt is what prompt new writes.
const firstPrompt = `---
description: What it is for, in one line
argument-hint: <part>
---
Look at $ARGUMENTS and say what could go wrong.
`

func (o *promptNewOptions) run(ctx context.Context, args []string) (output.View, error) {
	name, err := newTextName("prompt", args[0])
	if err != nil {
		return nil, err
	}
	g, err := o.ground()
	if err != nil {
		return nil, err
	}
	at, err := o.textAt(g, o.inProject, promptsFolder, string(name)+".md")
	if err != nil {
		return nil, err
	}
	again := o.again("usher prompt edit " + string(name))
	if o.inProject {
		again = "edit it yourself, or give another name: usher prompt new NAME"
	}
	if err := at.write(ctx, g, firstPrompt, again); err != nil {
		return nil, err
	}
	v := newTextView{Kind: "prompt", Name: string(name), Layer: at.layer(), File: at.file, Notes: o.changes(at)}
	w := o.wordingOf(g, false)
	for _, p := range w.said.Prompts {
		if p.Name == name && p.File == at.file && p.ShadowedBy != "" {
			v.Notes = append(v.Notes, o.hidden("prompt", p.ShadowedBy))
		}
	}
	v.Notes = append(v.Notes, o.offNotes(w)...)
	if !o.inProject {
		v.Next = append(v.Next, o.again("usher prompt edit "+string(name)), o.again("usher prompt expand "+engine.QuoteArg("/"+string(name)+" beam.stl")))
	} else {
		v.Next = append(v.Next, o.trustLine("show", at.project))
	}
	return v, nil
}

// newTextName checks the name of a text that is to be made.
func newTextName(kind, word string) (names.TextName, error) {
	name, err := names.ParseTextName(word)
	if err != nil {
		return "", fault.New(fault.Usage, fmt.Sprintf("no %s can be called that: %v", kind, err), "usher "+kind+" new "+map[string]string{"prompt": "review", "skill": "release-notes"}[kind])
	}
	return name, nil
}

func (p textPlace) layer() string {
	if p.project != "" {
		return trust.Project
	}
	if p.machine {
		return trust.Machine
	}
	return trust.Yours
}

func (a *app) hidden(kind, by string) string {
	return fmt.Sprintf("the %s layer has a %s of that name, which counts instead: %s", by, kind, a.again("usher "+kind+" list"))
}

// offNotes says what keeps a new text from being sent.
func (a *app) offNotes(w wording) []string {
	if p, off := w.off(); off {
		return []string{p.Message + standsAt(p)}
	}
	return nil
}

// newTextView is a text that was written, and what to do next.
type newTextView struct {
	Kind  string   `json:"kind"`
	Name  string   `json:"name"`
	Layer string   `json:"layer"`
	File  string   `json:"file"`
	Notes []string `json:"notes"`
	Next  []string `json:"next"`
}

func (v newTextView) JSON() any { return v }

func (v newTextView) Text(w *output.Printer) {
	w.Line("wrote " + v.File)
	for _, n := range v.Notes {
		w.Line("note: " + n)
	}
	for _, n := range v.Next {
		w.Line("next: " + n)
	}
}
