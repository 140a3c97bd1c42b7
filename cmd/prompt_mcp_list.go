package cmd

import (
	"usher/pkg/gate"
	"usher/pkg/mcp"
)

// serverPrompts are the prompts of servers that may run now, as last seen, and the
// servers that nobody asked for theirs. Nothing is started (SPEC X6).
func (ps prompts) serverPrompts() (rows []promptRow, unasked []string) {
	if ps.LedgerErr != nil || !ps.Policy.Usable() {
		return nil, nil
	}
	for _, sv := range ps.Set.Servers {
		l := ps.Set.Launch(sv)
		if state, _ := ps.State(sv, l); state != gate.Ready || sv.ShadowedBy != "" {
			continue
		}
		list, asked := ps.knownPrompts(l)
		if !asked {
			unasked = append(unasked, string(sv.ID))
		}
		for _, p := range list.Prompts {
			rows = append(rows, serverPromptRow(string(sv.ID), sv.Layer, sv.Where(), p))
		}
	}
	return rows, unasked
}

func serverPromptRow(id, layer, file string, p mcp.Prompt) promptRow {
	return promptRow{
		Name: "mcp:" + id + ":" + p.Name, ArgumentHint: p.Hint(), Description: firstLine(p.Description), Uses: []string{},
		Layer: layer, File: file, Server: id,
	}
}
