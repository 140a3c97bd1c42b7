package cmd

import (
	"slices"

	"usher/pkg/fault"
	"usher/pkg/templates"
)

// about is what a person who uses this prompt should know of its file: that it
// stands for nothing, that what looks like its header is sent too, that it holds
// what nobody sees (SPEC X4, F4). The rest of a file's faults are for listings.
func (w wording) about(p templates.Prompt) []fault.Problem {
	matter := []string{"text/empty", "text/unclosed-header", "text/hidden"}
	var out []fault.Problem
	for _, q := range w.said.Problems {
		if q.File == p.File && slices.Contains(matter, q.Rule) {
			out = append(out, q)
		}
	}
	return out
}
