package cmd

import (
	"fmt"

	"usher/pkg/fault"
	"usher/pkg/output"
)

type checkedFile struct {
	Path     string `json:"path"`
	Entries  int    `json:"entries"` // that load
	Problems int    `json:"problems"`
}

type checkView struct {
	Files    []checkedFile   `json:"files"`
	Problems []fault.Problem `json:"problems"`

	failOn string
}

func (v checkView) JSON() any { return v }

// Exit is 1 where a problem is as severe as --fail-on says, else 0 (SPEC Y2).
func (v checkView) Exit() int {
	for _, p := range v.Problems {
		if p.Severity == fault.SeverityError || p.Severity == fault.SeverityWarning && v.failOn == "warning" {
			return 1
		}
	}
	return 0
}

func (v checkView) Text(w *output.Printer) {
	w.Problems(v.Problems)
	for _, f := range v.Files {
		w.Linef("%s: %s, %s", f.Path, count(f.Entries, "entry loads", "entries load"), count(f.Problems, "problem", "problems"))
	}
}

// count is a number with its noun.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
