package mcp

import (
	"slices"
	"strconv"

	"usher/pkg/fault"
	"usher/pkg/redact"
)

// hide adds what must be covered in the server's own words: every secret, and
// of other values those that may be one. Paths, addresses and short words stay,
// or no error of a server could be read.
func (e *expander) hide(name string, v redact.Value, secret bool) {
	text := v.Reveal()
	may := Secretish(text) || worthHiding(text) && (secretName(name) || len(text) >= 8)
	if !v.Empty() && (secret || may) && !slices.Contains(e.out.Secrets, v) {
		e.out.Secrets = append(e.out.Secrets, v)
	}
}

func (e *expander) fail(rule, message, hint string) {
	s := e.server
	e.problems = append(e.problems, fault.Problem{File: s.File, Line: s.Place.Line, Column: s.Place.Column, Entry: string(s.ID),
		Rule: rule, Message: "server " + quoted(string(s.ID)) + ": " + message, Hint: hint})
}

func (e *expander) fault() *fault.Error {
	first := e.problems[0]
	out := &fault.Error{Kind: fault.Failed, Message: first.Message, Problems: e.problems}
	if n := len(e.problems) - 1; n > 0 {
		out.Message += "; and " + strconv.Itoa(n) + " more"
	}
	for _, p := range e.problems {
		if p.Hint != "" && !slices.Contains(out.Hints, p.Hint) {
			out.Hints = append(out.Hints, p.Hint)
		}
	}
	return out
}
