package cmd

import (
	"fmt"

	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/mcp"
)

// maxNotOffered prompts of one server are named one by one.
const maxNotOffered = 50

// serverPrompts are the prompts of servers that may run now, as last seen, the
// servers that nobody asked for theirs, and what is listed but not offered. Nothing
// is started (SPEC X6).
func (ps wording) serverPrompts() (rows []promptRow, unasked []string, problems []fault.Problem) {
	if ps.LedgerErr != nil || !ps.Policy.Usable() {
		return nil, nil, nil
	}
	for _, sv := range ps.Set.Servers {
		l := ps.Set.Launch(sv)
		if !ps.mayPrompt(sv, l) {
			continue
		}
		list, asked := ps.knownPrompts(l)
		if !asked {
			unasked = append(unasked, string(sv.ID))
		}
		for _, p := range list.Prompts {
			rows = append(rows, serverPromptRow(string(sv.ID), sv.Layer, sv.Where(), p))
		}
		problems = append(problems, promptsNotOffered(sv, list.NotOffered)...)
	}
	return rows, unasked, problems
}

// mayPrompt reports a server that may run now, and whose name no other hides.
func (ps wording) mayPrompt(sv effective.Server, l effective.Launch) bool {
	state, _ := ps.State(sv, l)
	return state == gate.Ready && sv.ShadowedBy == ""
}

// promptsNotOffered names what a server lists and nobody can ask for, so that it does not
// vanish without a word (SPEC Q7).
func promptsNotOffered(sv effective.Server, ns []mcp.NotOffered) []fault.Problem {
	var out []fault.Problem
	warn := func(message string) {
		out = append(out, fault.Problem{
			File: sv.File, Line: sv.Place.Line, Column: sv.Place.Column, Entry: string(sv.ID),
			Rule: "prompt/not-offered", Severity: fault.SeverityWarning, Message: message,
		})
	}
	for i, n := range ns {
		if i == maxNotOffered {
			warn(fmt.Sprintf("server %q lists %d more prompts that are not offered", sv.ID, len(ns)-i))
			break
		}
		warn(fmt.Sprintf("server %q lists a prompt that is not offered: %s: %s", sv.ID, n.Name, n.Why))
	}
	return out
}

func serverPromptRow(id, layer, file string, p mcp.Prompt) promptRow {
	return promptRow{
		Name: "mcp:" + id + ":" + p.Name, ArgumentHint: p.Hint(), Description: firstLine(p.Description), Uses: []string{},
		Layer: layer, File: file, Server: id,
	}
}
