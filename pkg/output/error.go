package output

import (
	"context"
	"errors"
	"io"

	"usher/pkg/clean"
	"usher/pkg/fault"
)

// PrintError writes why a command ended, for stderr (SPEC Z2, 20). As text:
// "usher: error: …", one "usher: hint: …" for each next command, then the
// problems with file:line:column. As JSON one object on one line:
//
//	{"error":{"kind":"refused","message":"…","hints":[],"exit":2},"problems":[]}
//
// An error that is not a fault.Error is "failed", a cancelled one "interrupted".
// nil writes nothing. That w cannot be written to is ignored: there is no third
// place to say it.
func PrintError(w io.Writer, err error, f Format) {
	if err == nil {
		return
	}
	r := reportOf(err)
	switch f {
	case JSON:
		if doc, err := encode(r, false); err == nil {
			_, _ = w.Write(doc)
		}
	case Text:
		_, _ = w.Write(r.text())
	}
}

type report struct {
	Error struct {
		Kind    string   `json:"kind"`
		Message string   `json:"message"`
		Hints   []string `json:"hints"`
		Exit    int      `json:"exit"`
	} `json:"error"`
	Problems []fault.Problem `json:"problems"`
}

func reportOf(err error) report {
	r := report{Problems: []fault.Problem{}}
	r.Error.Kind = fault.Failed.String()
	r.Error.Message = err.Error()
	r.Error.Hints = []string{}
	r.Error.Exit = fault.ExitStatus(err)
	var fe *fault.Error
	switch {
	case errors.As(err, &fe):
		r.Error.Kind = fe.Kind.String()
		r.Error.Hints = append(r.Error.Hints, fe.Hints...)
		r.Problems = append(r.Problems, fe.Problems...)
	case errors.Is(err, context.Canceled):
		r.Error.Kind = fault.Interrupted.String()
	}
	return r
}

func (r report) text() []byte {
	var p Printer
	p.Line("usher: error: " + clean.Line(r.Error.Message))
	for _, h := range r.Error.Hints {
		p.Line("usher: hint: " + h)
	}
	p.Problems(r.Problems)
	return p.buf.Bytes()
}
