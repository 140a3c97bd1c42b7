package cmd

import (
	"path/filepath"

	"usher/pkg/config"
	"usher/pkg/fault"
	"usher/pkg/output"
)

// preferences are how this run looks: settings.json, then the environment, then
// the flags (SPEC C1). What is wrong with the file is said on stderr and costs
// only the file: how usher looks never decides whether it answers.
func (a *app) preferences() config.Preferences {
	if a.loaded == nil {
		p := a.loadPreferences()
		a.loaded = &p
	}
	return *a.loaded
}

func (a *app) loadPreferences() config.Preferences {
	p := config.Default()
	if at, err := a.places(); err == nil {
		loaded, problems, err := config.Load(filepath.Join(at.Home, "settings.json"), a.Getenv, nil)
		if err != nil {
			problems = append(problems, fault.Problem{Rule: "settings/unreadable", Message: err.Error()})
		} else {
			p = loaded
		}
		a.warn(problems)
	}
	if a.flags.format != "" {
		p.Format = a.flags.format
	}
	if a.flags.color != "" {
		p.Color = a.flags.color
	}
	return p
}

// format is the form of the answer and of errors.
func (a *app) format() output.Format {
	if a.preferences().Format == "json" {
		return output.JSON
	}
	return output.Text
}

// print writes a view on stdout.
func (a *app) print(v output.View) error {
	return output.Print(a.Stdout, v, a.format(), a.preferences().Width, false)
}

// warn says on stderr what was dropped or ignored (SPEC F4); -q silences it.
func (a *app) warn(problems []fault.Problem) {
	if len(problems) > 0 && !a.flags.quiet {
		_ = output.Print(a.Stderr, warnings(problems), output.Text, 0, false) // stderr gone: nobody to tell
	}
}

type warnings []fault.Problem

func (w warnings) JSON() any { return []fault.Problem(w) }

func (w warnings) Text(p *output.Printer) {
	for _, problem := range w {
		p.Problem(problem)
	}
}
