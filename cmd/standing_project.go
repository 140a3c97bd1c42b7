package cmd

import (
	"usher/pkg/fault"
	"usher/pkg/places"
	"usher/pkg/trust"
)

// projectNotes tell of project folders whose definitions do not count: the one
// in force, and one that lies here and nobody decided about (SPEC L5, F4).
func (a *app) projectNotes(g ground) []fault.Problem {
	if _, off := g.Policy.ProjectsOff(); off {
		return g.offNotes()
	}
	if g.LedgerErr != nil {
		return g.undecidable()
	}
	why := ""
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
	}
	var notes []fault.Problem
	if why != "" {
		notes = append(notes, notCounting(g.Project.Folder.Path, why+", so nothing of it counts"))
	}
	if path := g.overlooked(); path != "" {
		notes = append(notes, undecided(path, g.at.Project))
	}
	for i, n := range notes {
		notes[i].Hint = a.trustLine("show", n.File)
	}
	return append(notes, g.Missed()...)
}

// undecidable tell of a ledger that cannot be read, and of the folder whose trust
// nobody can tell meanwhile (SPEC Q10).
func (g ground) undecidable() []fault.Problem {
	notes := problemsOf(g.LedgerErr, "ledger/unreadable")
	path := g.at.Project
	if path == "" {
		path = g.overlooked()
	}
	if path != "" {
		p := notCounting(path, "whether you trusted this project folder cannot be told, so nothing of it counts")
		p.Hint = "mend the ledger of decisions first"
		notes = append(notes, p)
	}
	return notes
}

// overlooked is the folder that a showing command would find and a deciding one
// passes by, because nobody decided about it (SPEC L5). "" where the project was
// named, or none is wanted.
func (g ground) overlooked() string {
	if _, off := g.Policy.ProjectsOff(); g.named || off {
		return ""
	}
	path := trust.FindLayout(g.at.WorkDir, g.userHome)
	if path == g.at.Project || g.at.Project != "" && places.Inside(path, g.at.Project) {
		return ""
	}
	return path
}

// offNotes tell of the project folder that would count here, or would be found here,
// were policy projects.enabled not false (SPEC C4, F4).
func (g ground) offNotes() []fault.Problem {
	if p, off := g.ProjectOff(); off {
		return []fault.Problem{p}
	}
	if path := trust.FindLayout(g.at.WorkDir, g.userHome); path != "" && !g.named {
		return []fault.Problem{g.OffProblem(path)}
	}
	return nil
}

// projectsOn refuses a command about a project folder where policy projects.enabled is
// false: none is read, and nobody decides about what nobody reads.
func (g ground) projectsOn(folder string) error {
	if _, off := g.Policy.ProjectsOff(); !off {
		return nil
	}
	p := g.OffProblem(folder)
	return fault.New(fault.Refused, folder+": "+p.Message, p.Hint)
}

// undecided is the note about a folder that nobody decided about; inForce is the
// project folder that counts instead, "" for none.
func undecided(folder, inForce string) fault.Problem {
	says := "nobody decided about this project folder, so nothing of it counts"
	if inForce != "" {
		says += "; the project folder here is " + inForce
	}
	return notCounting(folder, says)
}

func notCounting(folder, says string) fault.Problem {
	return fault.Problem{File: folder, Rule: "project/not-trusted", Severity: fault.SeverityWarning, Message: says}
}
