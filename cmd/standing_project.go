package cmd

import (
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/trust"
)

// projectNotes tell of a project folder whose definitions do not count: the one
// in force, or else one that lies here and nobody decided about (SPEC L5, F4).
func (a *app) projectNotes(g ground) []fault.Problem {
	folder, why := g.Project.Folder.Path, ""
	switch g.Project.State {
	case trust.NotTrusted:
		why = "this project folder is not trusted"
	case trust.Changed:
		why = "this project folder has changed since it was trusted"
	case trust.Unreadable:
		why = "this project folder cannot be read"
		if g.Project.Folder.Err != nil {
			why += ": " + g.Project.Folder.Err.Error()
		}
	case trust.Trusted, trust.None:
		return nil
	}
	if folder == "" && !a.flags.noProject {
		folder, why = a.undecided(g).Path, "nobody decided about this project folder"
	}
	if folder == "" {
		return nil
	}
	return []fault.Problem{{
		File: folder, Rule: "project/not-trusted", Severity: fault.SeverityWarning,
		Message: why + ", so none of its servers starts and none of its hooks runs", Hint: "usher trust show " + engine.QuoteArg(folder),
	}}
}
