package cmd

import (
	"usher/pkg/fault"
	"usher/pkg/gatetest"
	"usher/pkg/output"
)

type testedFile struct {
	Path   string            `json:"path"`
	Failed int               `json:"failed"`
	Cases  []gatetest.Result `json:"cases"`
}

type gateTestView struct {
	Files    []testedFile    `json:"files"` // those that were understood
	Cases    int             `json:"cases"`
	Failed   int             `json:"failed"`
	Problems []fault.Problem `json:"problems"` // of those that were not

	bad    int
	suites []gatetest.Suite
}

func (v *gateTestView) add(s gatetest.Suite) {
	v.suites = append(v.suites, s)
	if len(s.Problems) > 0 {
		v.bad++
		v.Problems = append(v.Problems, s.Problems...)
		return
	}
	f := testedFile{Path: s.File, Failed: s.Failed(), Cases: s.Results}
	v.Files = append(v.Files, f)
	v.Cases += len(f.Cases)
	v.Failed += f.Failed
}

func (v gateTestView) JSON() any { return v }

// Exit is 1 where a case is not as expected (SPEC 20).
func (v gateTestView) Exit() int {
	if v.Failed > 0 {
		return 1
	}
	return 0
}

func (v gateTestView) Text(w *output.Printer) {
	for _, f := range v.Files {
		for _, r := range f.Cases {
			word := either(r.OK, "ok    ", "FAILED")
			line := word + " " + r.File + ": " + r.Name + ": " + r.Says()
			if !r.OK && r.Reason.File != "" {
				line += " (" + r.Reason.File + ")"
			}
			w.Line(line)
			if len(r.NotRun) > 0 {
				w.Line("       not run: " + list(r.NotRun))
			}
		}
	}
	w.Linef("%s in %s, %d failed", count(v.Cases, "case", "cases"), count(len(v.Files), "table", "tables"), v.Failed)
}

// junitView is the same as a JUnit report.
type junitView struct {
	gateTestView
	doc string
}

func (v junitView) Text(w *output.Printer) { w.Text(v.doc) }
