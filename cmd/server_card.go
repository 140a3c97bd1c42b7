package cmd

import (
	"fmt"

	"usher/pkg/effective"
	"usher/pkg/mcp"
	"usher/pkg/sandbox"
	"usher/pkg/term"
)

// serverRows say what one server would run and reach, for a card (SPEC A3).
func serverRows(set *effective.Set, sv effective.Server) []term.Row {
	l := set.Launch(sv)
	rows := []term.Row{{Label: "server", Values: []string{string(sv.ID)}}}
	if sv.Remote() {
		rows = append(rows, term.Row{Label: "url", Values: []string{sv.URL}})
		for _, h := range sv.Headers {
			rows = append(rows, term.Row{Label: "header", Values: []string{h.Name}})
		}
	} else {
		rows = append(rows, term.Row{Label: "command", Values: []string{sv.Command}})
		if l.Why == "" {
			rows = append(rows, term.Row{Label: "program", Values: []string{l.Program.Path}},
				term.Row{Label: "working directory", Values: []string{l.WorkDir}})
		}
		rows = append(rows, term.Row{Label: "arguments", Values: sv.Args, Numbered: true})
	}
	var env, secrets []string
	for _, e := range sv.Env {
		env = append(env, string(e.Name))
	}
	for _, n := range sv.SecretNames() {
		secrets = append(secrets, string(n))
	}
	rows = append(rows, term.Row{Label: "environment", Values: env}, term.Row{Label: "secrets", Values: secrets})
	if l.Key.Digest != "" {
		rows = append(rows, term.Row{Label: "launch", Values: []string{string(l.Key.Digest)}})
	}
	return rows
}

// serverWarnings say in words what is unusual about a server (SPEC A3, S5, B3).
func serverWarnings(sv effective.Server) []string {
	var out []string
	if sv.Local() {
		out = append(out, fmt.Sprintf("%s: not sandboxed: it runs with your full permissions", sv.ID))
		switch {
		case sv.Reach.Engine != "":
			out = append(out, fmt.Sprintf("%s: %s starts it, and it can reach what that command gives it", sv.ID, sv.Reach.Engine))
		case sv.Reach.Runner != "":
			out = append(out, fmt.Sprintf("%s: %s may download what it runs, at every start", sv.ID, sv.Reach.Runner))
		}
	}
	for _, e := range sv.Env {
		if mcp.CodeLoading(string(e.Name)) {
			out = append(out, fmt.Sprintf("%s: the variable %s changes how programs load code", sv.ID, e.Name))
		}
	}
	return out
}

// reach is what a server can touch, in words (SPEC B6). Until a sandbox can be
// built, a local server can touch everything.
func reach(sv effective.Server) []string {
	if sv.Remote() {
		return []string{}
	}
	return sandbox.Describe(sandbox.Reach{Off: true})
}
