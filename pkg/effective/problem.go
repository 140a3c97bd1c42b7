package effective

import (
	"errors"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/trust"
)

// problemOf is the place and rule of a file that could not be read.
func problemOf(e trust.Entry) fault.Problem {
	var fe *fault.Error
	if errors.As(e.Err, &fe) && len(fe.Problems) > 0 {
		return fe.Problems[0]
	}
	return fault.Problem{File: e.Path, Rule: "file/unreadable", Message: e.Err.Error(), Hint: hintOf(e.Err)}
}

func hintOf(err error) string {
	var fe *fault.Error
	if errors.As(err, &fe) {
		return strings.Join(fe.Hints, "; ")
	}
	return ""
}
