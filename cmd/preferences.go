package cmd

import (
	"path/filepath"

	"usher/pkg/config"
	"usher/pkg/fault"
	"usher/pkg/output"
	"usher/pkg/places"
	"usher/pkg/term"
)

// preferences are how this run looks: settings.json, then the environment, then
// the flags (SPEC C1). What is wrong with the file is said with the answer and
// costs only the file: how usher looks never decides whether it answers.
func (a *app) preferences() config.Preferences {
	if a.loaded == nil {
		p := config.Default()
		at, err := places.Find(a.where())
		file := filepath.Join(at.Home, settingsName)
		if a.flags.machine { // sudo may keep somebody else's home folder
			file, err = "", nil
		}
		if err == nil {
			p, a.troubles, err = config.Load(file, a.Getenv, nil)
			if err != nil {
				p = config.Default()
				a.troubles = append(a.troubles, fault.Problem{Rule: "settings/unreadable", Message: err.Error()})
			}
		}
		a.loaded = &p
	}
	p := *a.loaded
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

// print writes a view on stdout, as wide as the terminal or as settled.
func (a *app) print(v output.View) error {
	streams, p := term.Open(a.Stdin, a.Stdout, a.Stderr), a.preferences()
	width := streams.Width
	if p.Width > 0 {
		width = p.Width
	}
	a.sayTroubles()
	return output.Print(a.Stdout, v, a.format(), width, colored(p.Color, streams.OutTTY, a.Getenv))
}

// colored decides about colour: a word said outright counts, else the terminal
// and NO_COLOR (SPEC Z1).
func colored(word string, tty bool, getenv func(string) string) bool {
	switch word {
	case "always":
		return true
	case "never":
		return false
	}
	return tty && getenv("NO_COLOR") == "" && getenv("TERM") != "dumb"
}

// troubled is what is wrong with the settings, for stderr (SPEC F4).
type troubled []fault.Problem

func (t troubled) JSON() any { return map[string]any{"problems": []fault.Problem(t)} }

func (t troubled) Text(p *output.Printer) { p.Problems(t) }

// sayTroubles says what is wrong with the settings, as every answer does.
func (a *app) sayTroubles() {
	_ = a.preferences()
	if len(a.troubles) > 0 && !a.flags.quiet {
		_ = output.Print(a.Stderr, troubled(a.troubles), a.format(), 0, false) // stderr gone: nobody to tell
	}
}
