package cmd

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"usher/pkg/fault"
	"usher/pkg/hooks"
	"usher/pkg/output"
	"usher/pkg/trust"
)

func newHooksListCmd(a *app) *cobra.Command {
	o := hooksListOptions{app: a}
	return &cobra.Command{
		Use:   "list",
		Short: "List hooks in the order they run",
		Long: `List every hook with its event, pattern, command and layer, in the order they
run, and every entry that was dropped, with the reason. A dropped PreToolUse
entry refuses the calls it could have matched until it is mended.

EXIT STATUS
  0  listed, problems included
  2  the places are not usable, or the command was not understood`,
		Example: `  # as a table
  usher hooks list`,
		Args: takes(0, 0),
		RunE: a.show(o.run),
	}
}

type hooksListOptions struct{ *app }

func (o *hooksListOptions) run(context.Context, []string) (output.View, error) {
	_, s, err := o.standing()
	if err != nil {
		return nil, err
	}
	v := hooksListView{Enabled: s.Policy.HooksEnabled, Hooks: []hookRow{}, Problems: append([]fault.Problem{}, s.Problems...)}
	for _, h := range s.Set.Hooks {
		v.Hooks = append(v.Hooks, hookRowOf(h, !s.Policy.HooksEnabled))
	}
	return v, nil
}

func hookRowOf(h hooks.Hook, off bool) hookRow {
	r := hookRow{
		Name: string(h.Name), Event: string(h.Event), Command: h.Command, Args: append([]string{}, h.Args...),
		TimeoutMs: h.Timeout.Milliseconds(), ModelOutput: h.ModelOutput, OnError: "deny", Layer: h.Layer,
		File: h.Where(), Description: h.Description, State: "active",
	}
	if h.HasMatch {
		r.Match = h.Match.String()
	}
	if h.Warn {
		r.OnError = "warn"
	}
	switch {
	case h.Parked:
		r.State = "parked"
	case off && h.Layer != trust.Machine:
		r.State = "off"
	}
	return r
}

type hookRow struct {
	Name        string   `json:"name"`
	Event       string   `json:"event"`
	Match       string   `json:"match,omitempty"`
	Command     string   `json:"command"`
	Args        []string `json:"args"`
	TimeoutMs   int64    `json:"timeoutMs"`
	ModelOutput bool     `json:"modelOutput"`
	OnError     string   `json:"onError"`
	Layer       string   `json:"layer"`
	File        string   `json:"file"`
	State       string   `json:"state"`
	Description string   `json:"description,omitempty"`
}

type hooksListView struct {
	Enabled  bool            `json:"enabled"`
	Hooks    []hookRow       `json:"hooks"`
	Problems []fault.Problem `json:"problems"`
}

func (v hooksListView) JSON() any { return v }

func (v hooksListView) Text(w *output.Printer) {
	if !v.Enabled {
		w.Line("policy hooks.enabled is false: only the machine's hooks run")
	}
	if len(v.Hooks) == 0 {
		w.Line("no hooks are loaded")
	} else {
		rows := make([][]string, 0, len(v.Hooks))
		for _, h := range v.Hooks {
			match := h.Match
			if match == "" {
				match = "-"
			}
			rows = append(rows, []string{h.Name, h.Event, match, strings.Join(append([]string{h.Command}, h.Args...), " "), h.Layer, h.State})
		}
		w.Table([]string{"NAME", "EVENT", "MATCH", "COMMAND", "LAYER", "STATE"}, rows)
	}
	w.Problems(v.Problems)
}
