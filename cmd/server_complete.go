package cmd

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"usher/pkg/names"
	"usher/pkg/trust"
)

// completeServer completes a server's id as the first word and nothing after it.
func (a *app) completeServer(_ context.Context, args []string) ([]string, error) {
	if len(args) > 0 {
		return nil, nil
	}
	return a.serverIDs(), nil
}

// completeTool completes a server's id and then a tool that something is decided
// about.
func (a *app) completeTool(ctx context.Context, args []string) ([]string, error) {
	if len(args) != 1 {
		return a.completeServer(ctx, args)
	}
	var tools []string
	for _, d := range a.marks() {
		if string(d.Server) == args[0] && !slices.Contains(tools, d.Tool) {
			tools = append(tools, d.Tool)
		}
	}
	return tools, nil
}

// serverIDs are the ids of what is defined, shadowed ones left out.
func (a *app) serverIDs() []string {
	g, err := a.ground()
	if err != nil {
		return nil
	}
	var ids []string
	for _, sv := range g.Set.Servers {
		if sv.ShadowedBy == "" {
			ids = append(ids, string(sv.ID))
		}
	}
	return ids
}

// marks are the decisions about tools that the ledger holds.
func (a *app) marks() []trust.Decision {
	at, err := a.places()
	if err != nil {
		return nil
	}
	ledger, err := trust.ReadLedger(at.State)
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(ledger.Decisions(), func(d trust.Decision) bool { return d.Kind != trust.Mark })
}

// fullTools are the tools that something is decided about, as a call names them.
func (a *app) fullTools() []string {
	var tools []string
	for _, d := range a.marks() {
		if d.Tool != trust.Star {
			tools = append(tools, names.NewTool(d.Server, d.Tool).String())
		}
	}
	return tools
}

// freely turns file names off for flags that take anything but one.
func freely(cmd *cobra.Command, flags ...string) {
	for _, flag := range flags {
		_ = cmd.RegisterFlagCompletionFunc(flag, cobra.NoFileCompletions) // fails only for a flag that is not there
	}
}
