package cmd

import (
	"errors"

	"usher/pkg/fault"
)

// fileProblem turns a file that is there but cannot be read as a definition
// file (a link, a pipe, too large) into a problem; whole is false for a file
// that is not there at all.
func fileProblem(path string, err error) (p fault.Problem, whole bool) {
	var fe *fault.Error
	if !errors.As(err, &fe) || len(fe.Problems) == 0 {
		return fault.Problem{}, false
	}
	p = fe.Problems[0]
	p.File = path
	return p, true
}
