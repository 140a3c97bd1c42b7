package cmd

import (
	"usher/pkg/fault"
	"usher/pkg/places"
	"usher/pkg/trust"
)

// overlooked is the folder that a showing command would find and a deciding one
// passes by, because nobody decided about it: one note that names it and what
// counts instead (SPEC L5). None where the project was named or none is wanted.
func (a *app) overlooked(g ground) []fault.Problem {
	if g.named {
		return nil
	}
	path := trust.FindLayout(g.at.WorkDir, places.UserHome(a.Getenv))
	if path == "" || path == g.at.Project || g.at.Project != "" && places.Inside(path, g.at.Project) {
		return nil
	}
	p := fault.Problem{
		File: path, Rule: "project/not-decided", Severity: fault.SeverityNote,
		Message: "this folder holds definitions that nobody decided about, so nothing of it counts",
		Hint:    "usher trust show " + quoteFolder(path),
	}
	if g.at.Project != "" {
		p.Message += "; the project folder here is " + g.at.Project
	}
	return []fault.Problem{p}
}
