package policy

import "usher/pkg/fault"

// Source is one policy file as it was read. Layer is "machine" or "yours"; Path
// is how messages show the file; Present false means there is none.
type Source struct {
	Layer   string
	Path    string
	Data    []byte
	Present bool
}

// Parse joins the machine's and the person's policy.
func Parse(machine, user Source) (Policy, []fault.Problem) { return Default(), nil }
