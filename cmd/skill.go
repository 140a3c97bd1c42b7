package cmd

import (
	"fmt"

	"github.com/spf13/cobra"

	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/strictjson"
	"usher/pkg/texts"
)

func newSkillCmd(a *app) *cobra.Command {
	return group(&cobra.Command{
		Use:   "skill <command>",
		Short: "Write, list and show skills",
		Long: `Work with skills: skills/NAME/SKILL.md in the assistant folder, in a project folder
that you trusted, and in ~/.kaitoi/skills. An assistant is told the name and the
description of each, and loads the text of one with the tool app__skill_load when a
task calls for it. A skill changes what an assistant is told and nothing else.

EXIT STATUS
  2  no command was given, or it was not understood`,
		Example: `  # what there is
  usher skill list`,
	},
		newSkillListCmd(a),
		newSkillNewCmd(a),
		newSkillShowCmd(a),
	)
}

// skillNames are those of every skill that can be loaded.
func (w wording) skillNames() []string {
	var out []string
	for _, s := range w.said.Skills {
		if s.ShadowedBy == "" {
			out = append(out, string(s.Name))
		}
	}
	return out
}

// skill is the skill of a name as it may be given out: not where policy says no,
// and not before its folder is trusted (SPEC X8, T1).
func (w wording) skill(name string) (texts.Skill, error) {
	if err := w.sends(); err != nil {
		return texts.Skill{}, err
	}
	s, ok := w.said.Skill(name)
	if !ok {
		return texts.Skill{}, w.unknownSkill(name)
	}
	return s, nil
}

// unknownSkill is the error for a name that no skill has.
func (w wording) unknownSkill(name string) error {
	if ps := w.broken(name); len(ps) > 0 {
		e := fault.New(fault.Usage, fmt.Sprintf("the skill %q is there and was dropped", name), "usher skill list")
		e.Problems = ps
		return e
	}
	if w.waits(name) {
		e := fault.New(fault.Usage, w.waiting("skill", name), w.look)
		e.Problems = w.unread()
		return e
	}
	message := fmt.Sprintf("there is no skill %q", name)
	if _, err := names.ParseTextName(name); err != nil {
		message += ", and no skill can have that name"
	}
	if near := strictjson.Nearest(name, w.skillNames()); near != "" {
		message += fmt.Sprintf("; the nearest is %q", near)
	}
	e := fault.New(fault.Usage, message, "usher skill list")
	e.Problems = w.unread()
	return e
}

// completeSkill offers the names with their descriptions.
func (a *app) completeSkill(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var offered []cobra.Completion
	if w, err := a.wording(); err == nil && len(args) == 0 {
		for _, s := range w.said.Skills {
			if s.ShadowedBy == "" {
				offered = append(offered, offer(string(s.Name), s.Description))
			}
		}
	}
	return offered, cobra.ShellCompDirectiveNoFileComp
}
