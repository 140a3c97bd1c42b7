package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/output"
	"usher/pkg/strictjson"
)

func newServerPresetsCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "presets [<preset>]",
		Short: "List ready-made servers and what to do first",
		Long: `List the servers that usher knows the entry of, with what you do first, what you
are asked for and what it runs, with {name} where your answer goes. Nothing is
installed or started, and nobody is asked anything on the network.

A preset is added with "usher server add --preset ID" and needs your approval as
any server does. Most are made by others than usher's makers: look at one before
you add it.

EXIT STATUS
  0  listed
  2  there is no such preset, or the command was not understood`,
		Example: `  # all of them
  usher server presets

  # what Blender needs
  usher server presets blender`,
		Args:              takes(0, 1),
		ValidArgsFunction: onlyPresets,
		RunE: a.show(func(_ context.Context, args []string) (output.View, error) {
			if len(args) == 0 {
				return presetRows(mcp.Presets(), false), nil
			}
			p, err := findPreset(args[0])
			if err != nil {
				return nil, err
			}
			return presetRows([]mcp.Preset{p}, true), nil
		}),
	}
}

func onlyPresets(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return presetWords(), cobra.ShellCompDirectiveNoFileComp
}

func presetWords() []string {
	var out []string
	for _, p := range mcp.Presets() {
		out = append(out, string(p.ID))
	}
	return out
}

func findPreset(word string) (mcp.Preset, error) {
	p, ok := mcp.FindPreset(word)
	if ok {
		return p, nil
	}
	message := "there is no preset of that id"
	if near := strictjson.Nearest(word, presetWords()); near != "" {
		message += "; the nearest is " + near
	}
	return p, fault.New(fault.Usage, message, "usher server presets")
}

// presetRow is one preset (SPEC S14).
type presetRow struct {
	ID          string        `json:"id"`
	Title       string        `json:"title"`
	Group       string        `json:"group"`
	Description string        `json:"description"`
	Steps       []string      `json:"steps"`  // what the person does first
	Inputs      []presetInput `json:"inputs"` // what is asked for
	AllowEnv    []string      `json:"allowEnv"`
	SignIn      bool          `json:"signIn"`
	Runs        string        `json:"runs"`  // with {name} where an answer goes
	Reach       []string      `json:"reach"` // what it is given here, likewise
	Add         string        `json:"add"`   // the command
}

type presetInput struct {
	Name    string `json:"name"`
	Prompt  string `json:"prompt"`
	Example string `json:"example"`
}

type presetsView struct {
	Presets []presetRow `json:"presets"`

	whole bool
}

func presetRows(ps []mcp.Preset, whole bool) presetsView {
	v := presetsView{Presets: []presetRow{}, whole: whole}
	for _, p := range ps {
		r := presetRow{
			ID: string(p.ID), Title: p.Title, Group: p.Group, Description: p.Description, Steps: append([]string{}, p.Steps...),
			Inputs: []presetInput{}, AllowEnv: []string{}, Reach: describe(effective.Server{Server: p.Entry()}), SignIn: p.SignIn, Runs: p.Entry().Runs(), Add: "usher server add --preset " + string(p.ID),
		}
		for _, in := range p.Inputs {
			r.Inputs = append(r.Inputs, presetInput{in.Name, in.Prompt, in.Example})
			r.Add += " --answer " + in.Name + "=…"
		}
		for _, name := range p.AllowEnv {
			r.AllowEnv = append(r.AllowEnv, string(name))
			r.Add += " --allow-env " + string(name)
		}
		v.Presets = append(v.Presets, r)
	}
	return v
}
