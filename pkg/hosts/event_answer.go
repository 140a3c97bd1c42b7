package hosts

import (
	"usher/pkg/fault"
	"usher/pkg/gate"
)

// EventAnswer is what hooks run says: none or deny, and what the hooks add
// (SPEC H15).
type EventAnswer struct {
	Denied      bool
	Reasons     []gate.Reason
	ModelOutput []Addition
	Problems    []fault.Problem
}

// Addition is what one hook adds to a tool's result, with its label in front.
type Addition struct{ Name, Text string }

// Line is the native answer: one line of JSON ending in a newline.
func (a EventAnswer) Line() []byte {
	b := make([]byte, 0, usual)
	b = append(b, `{"decision":`...)
	b = quote(b, a.decision())
	b = append(b, `,"reasons":[`...)
	b = appendReasons(b, a.Reasons)
	b = append(b, `],"modelOutput":[`...)
	for i, m := range a.ModelOutput {
		if i > 0 {
			b = append(b, ',')
		}
		b = quote(append(b, `{"name":`...), m.Name)
		b = append(quote(append(b, `,"text":`...), m.Text), '}')
	}
	b = append(b, `],"problems":[`...)
	for i, p := range a.Problems {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendProblem(b, p)
	}
	return append(b, "]}\n"...)
}

func (a EventAnswer) decision() string {
	if a.Denied {
		return "deny"
	}
	return "none"
}

// Told is what goes to stderr: the deciding reason on one line, or why nothing was
// run, and, where there is one, the next command on a second. Nothing where nobody
// objects.
func (a EventAnswer) Told() string {
	switch {
	case len(a.Reasons) == 0:
		return ""
	case a.Denied:
		return told("deny", a.Reasons[0])
	}
	return told("error", a.Reasons[0])
}
