package cmd

import (
	"fmt"
	"path/filepath"
	"slices"

	"usher/pkg/fault"
	"usher/pkg/trust"
)

// unread are the folders of texts that cannot be read. What they hold nobody can
// say, so that a name may be in one of them (SPEC F4).
func (w wording) unread() []fault.Problem {
	layers := []string{w.at.Machine, w.at.Home, filepath.Join(w.userHome, ".kaitoi", skillsFolder)}
	var out []fault.Problem
	for _, p := range w.said.Problems {
		if p.Severity == fault.SeverityError && (slices.Contains(layers, p.File) || slices.Contains([]string{promptsFolder, skillsFolder}, filepath.Base(p.File))) {
			out = append(out, p)
		}
	}
	if w.LedgerErr != nil {
		out = append(out, w.undecidable()...)
	}
	if _, off := w.Policy.ProjectsOff(); off {
		out = append(out, w.offNotes()...)
	}
	if w.Project.State == trust.Unreadable {
		p := notCounting(w.Project.Folder.Path, "this project folder cannot be read")
		if err := w.Project.Folder.Err; err != nil {
			p.Message += ": " + err.Error()
		}
		p.Hint = w.look
		out = append(out, p)
	}
	return out
}

// noteUnread says that a text of that name may be there all the same.
func (a *app) noteUnread(w wording, name string) {
	for _, p := range w.unread() {
		a.note(fmt.Sprintf("whether there is a prompt %q cannot be said: %s", name, p.String()), sentences(p.Hint)...)
	}
}
