package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"usher/pkg/effective"
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

A state is active, parked ("enabled": false), off (policy hooks.enabled is false),
not accepted (policy trust.hooks: its file waits for "usher hooks accept") or
dropped. Where you accepted your own hooks.json, or policy hooks.pinned wants that,
the list says whether it is what you accepted.

EXIT STATUS
  0  listed, problems included
  2  the places are not usable, or the command was not understood`,
		Example: `  # as a table
  usher hooks list

  # with timeouts and places, for a script
  usher hooks list -o json`,
		Args: takes(0, 0),
		RunE: a.show(o.run),
	}
}

type hooksListOptions struct{ *app }

func (o *hooksListOptions) run(context.Context, []string) (output.View, error) {
	g, err := o.ground()
	if err != nil {
		return nil, err
	}
	v := hooksListView{
		Enabled: g.Policy.HooksEnabled, Hooks: []hookRow{}, Problems: append(g.concerning("mcp"), o.projectNotes(g)...),
		Yours: yourHooksOf(g), place: g.at.Home, refusing: len(g.Blocks) > 0,
	}
	for _, h := range g.Set.Hooks {
		v.Hooks = append(v.Hooks, hookRowOf(h, lifted(g.Set, h.Layer)))
	}
	v.Hooks = append(v.Hooks, waitingRows(g.Set)...)
	for _, d := range g.Set.Lost {
		v.Hooks = append(v.Hooks, droppedRow(d, lifted(g.Set, d.Layer)))
	}
	return v, nil
}

// lifted reports a layer whose hooks policy hooks.enabled has turned off (SPEC H13, H14).
func lifted(set *effective.Set, layer string) bool {
	return set.HooksOff && layer != trust.Machine
}

func hookRowOf(h hooks.Hook, off bool) hookRow {
	r := hookRow{
		ID: h.ID(), Name: string(h.Name), Event: string(h.Event), Command: h.Command, Args: coveredWords(h.Args),
		Shell: h.Shell, TimeoutMs: h.Timeout.Milliseconds(), ModelOutput: h.ModelOutput, OnError: "deny", Layer: h.Layer,
		File: h.Where(), Description: h.Description, State: "active",
	}
	if h.Event.OnTool() {
		r.Match = h.Match.String()
	}
	if h.Warn || h.Event != hooks.PreToolUse {
		r.OnError = "warn"
	}
	switch {
	case h.Parked:
		r.State = "parked"
	case off:
		r.State = "off"
	}
	return r
}

// droppedRow is an entry that does not run. One that stood before calls refuses
// what it could have matched (SPEC H13, H15).
func droppedRow(d hooks.Dropped, off bool) hookRow {
	r := hookRow{
		Name: d.Name, Event: string(d.Event), Args: []string{}, OnError: "warn",
		Layer: d.Layer, File: d.Problem.Where(), State: "dropped", refuses: d.Guards && !off,
	}
	if r.Name == "" {
		r.Name = d.Problem.Entry
	}
	if d.Guards || d.Event.OnTool() {
		r.Match = d.Match.String()
	}
	if d.Guards {
		r.OnError = "deny"
	}
	return r
}

// hookRow is one hook of the list. Match is "" for an event without a tool.
type hookRow struct {
	ID          string   `json:"id"` // layer:file:name; "" for a dropped entry
	Name        string   `json:"name"`
	Event       string   `json:"event"`
	Match       string   `json:"match"`
	Command     string   `json:"command"`
	Args        []string `json:"args"`
	Shell       bool     `json:"shell"` // a shell reads the command line
	TimeoutMs   int64    `json:"timeoutMs"`
	ModelOutput bool     `json:"modelOutput"`
	OnError     string   `json:"onError"`
	Layer       string   `json:"layer"`
	File        string   `json:"file"` // with line and column
	State       string   `json:"state"`
	Description string   `json:"description"`

	refuses bool // a dropped one: the calls that it could have matched
}

type hooksListView struct {
	Enabled  bool            `json:"enabled"`
	Yours    yourHooks       `json:"yours"`
	Hooks    []hookRow       `json:"hooks"`
	Problems []fault.Problem `json:"problems"`

	place    string // the assistant folder
	refusing bool   // something refuses every call
}

func (v hooksListView) JSON() any { return v }
