package cmd

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"usher/pkg/clean"
	"usher/pkg/fault"
	"usher/pkg/texts"
)

func newPromptCmd(a *app) *cobra.Command {
	return group(&cobra.Command{
		Use:   "prompt <command>",
		Short: "Write, list and expand prompt templates",
		Long: `Work with prompt templates: prompts/NAME.md in the assistant folder, and in a
project folder that you trusted. A project's commands, .kaitoi/commands and
.claude/commands, are prompts too. They only change what an assistant is told.

EXIT STATUS
  2  no command was given, or it was not understood`,
		Example: `  # what is there
  usher prompt list`,
	},
		newPromptEditCmd(a),
		newPromptExpandCmd(a),
		newPromptListCmd(a),
		newPromptNewCmd(a),
		newPromptShowCmd(a),
	)
}

// promptNames are those of every prompt that can be expanded, and of the skills
// that stand for one (SPEC X5).
func (w wording) promptNames() []string {
	var names []string
	for _, p := range w.said.Prompts {
		if p.ShadowedBy == "" {
			names = append(names, string(p.Name))
		}
	}
	for _, name := range w.skillNames() {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// completePrompt offers the names with what follows them and what they are for;
// with a slash where the person typed one.
func (a *app) completePrompt(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	w, err := a.wording()
	if err != nil || len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	slash := ""
	if len(typed) > 0 && typed[0] == '/' {
		slash = "/"
	}
	var offered []cobra.Completion
	for _, p := range w.said.Prompts {
		if p.ShadowedBy == "" {
			offered = append(offered, offer(slash+string(p.Name), p.ArgumentHint, p.Description))
		}
	}
	for _, s := range w.said.Skills {
		if _, prompt := w.prompt(string(s.Name)); s.ShadowedBy == "" && !prompt {
			offered = append(offered, offer(slash+string(s.Name), s.Description))
		}
	}
	rows, _, _ := w.serverPrompts()
	for _, r := range rows {
		offered = append(offered, offer(slash+r.Name, r.ArgumentHint, r.Description))
	}
	return offered, cobra.ShellCompDirectiveNoFileComp
}

// offer is a completion with what it is for, on one line.
func offer(name string, about ...string) cobra.Completion {
	return cobra.CompletionWithDesc(name, clean.Line(list(sentences(about...))))
}

// prompt finds a prompt by its exact name, and no skill.
func (w wording) prompt(name string) (texts.Prompt, bool) {
	for _, p := range w.said.Prompts {
		if string(p.Name) == name && p.ShadowedBy == "" {
			return p, true
		}
	}
	return texts.Prompt{}, false
}

// interrupted is the error of a command whose context ended first.
func interrupted(ctx context.Context) error {
	if ctx.Err() == nil {
		return nil
	}
	return fault.New(fault.Interrupted, "interrupted")
}
