package trust

import (
	"errors"
	"slices"
	"strconv"

	"usher/pkg/fault"
)

// maxFaults is how many files that cannot be read are told one by one.
const maxFaults = 100

// ruleOf is the rule of the problem that an error of safefile is about; "" for
// others and for nil.
func ruleOf(err error) string { return problemOf(err).Rule }

func problemOf(err error) fault.Problem {
	var e *fault.Error
	if errors.As(err, &e) && len(e.Problems) > 0 {
		return e.Problems[0]
	}
	return fault.Problem{}
}

// joined is the one error of a folder: the first fault in words, every remedy,
// and the places of all. One file can stand in the way of several definitions, and
// is told of once.
func joined(faults []error) error {
	var told []fault.Problem
	faults = slices.DeleteFunc(slices.Clone(faults), func(err error) bool {
		p := problemOf(err)
		again := p.File != "" && slices.Contains(told, p)
		told = append(told, p)
		return again
	})
	if len(faults) == 1 {
		return faults[0]
	}
	out := &fault.Error{
		Kind: fault.Failed, Err: faults[0],
		Message: faults[0].Error() + " (and " + strconv.Itoa(len(faults)-1) + " more like it)",
	}
	for _, err := range faults {
		var e *fault.Error
		if !errors.As(err, &e) {
			continue
		}
		out.Problems = append(out.Problems, e.Problems...)
		for _, h := range e.Hints {
			if !slices.Contains(out.Hints, h) {
				out.Hints = append(out.Hints, h)
			}
		}
	}
	return out
}
