package cmd

import (
	"strconv"
	"time"

	"usher/pkg/clean"
	"usher/pkg/engine"
	"usher/pkg/hooks"
	"usher/pkg/term"
	"usher/pkg/trust"
)

// acceptCard is one hooks file with everything it runs, on one screen (SPEC A3, Q8).
func acceptCard(g ground, f engine.HooksFile, parsed hooks.File) term.CardData {
	c := term.CardData{Title: "Accept your hooks.json as it is now?", Rows: []term.Row{{Label: "file", Values: []string{f.Path}}}}
	if f.Layer == trust.Project {
		c.Title = "Accept this hooks file of the project folder as it is now?"
	}
	c.Rows = append(c.Rows, term.Row{Label: "now", Values: []string{"it " + f.Differs}, Words: true},
		term.Row{Label: "digest", Values: []string{string(f.Digest)}, Words: true})
	if !f.Present {
		c.Warnings = []string{"there is no file: accepting that means that no hook of yours runs, and that one which turns up is not accepted"}
		return c
	}
	all := hooksIn(g, f.Path)
	for _, h := range all {
		c.Rows = append(append(c.Rows, hookRows(h)...), term.Row{Label: "limits", Values: []string{limits(h)}, Words: true})
	}
	for _, d := range parsed.Dropped {
		c.Rows = append(c.Rows, term.Row{Label: "dropped entry", Values: []string{entryName(d)}, Red: d.Guards}, term.Row{Label: "because", Values: []string{d.Problem.Message}})
		if d.Guards {
			c.Warnings = append(c.Warnings, "the entry "+clean.Quote(entryName(d))+" cannot be used: every call that it could match is refused")
		}
	}
	switch {
	case len(all) > 0:
		c.Warnings = append(c.Warnings, "hooks run outside any sandbox, with your permissions")
	case len(parsed.Dropped) == 0:
		c.Warnings = append(c.Warnings, "there is no hook in this file")
	}
	return c
}

// hooksIn are the loaded hooks of one file, those that wait included.
func hooksIn(g ground, path string) []hooks.Hook {
	var out []hooks.Hook
	for _, h := range g.Set.Hooks {
		if h.File == path {
			out = append(out, h)
		}
	}
	for _, w := range g.Set.Waiting {
		if w.Path == path {
			out = append(out, w.Hooks...)
		}
	}
	return out
}

// limits are how long a hook may take and what its failure does.
func limits(h hooks.Hook) string {
	words := strconv.FormatFloat(h.Timeout.Seconds(), 'f', -1, 64) + " s"
	if h.Timeout < time.Second {
		words = strconv.FormatInt(h.Timeout.Milliseconds(), 10) + " ms"
	}
	switch {
	case h.Event != hooks.PreToolUse:
		return words + "; a failure changes nothing"
	case h.Warn:
		return words + "; a failure only warns"
	}
	return words + "; a failure refuses the call"
}
