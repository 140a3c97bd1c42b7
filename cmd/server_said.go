package cmd

import "usher/pkg/output"

// said is the answer of a command that changed something: a sentence, and the
// same facts apart for a program. Done is approved, revoked, recorded, removed or
// unchanged.
type said struct {
	Done     string `json:"done"`
	Server   string `json:"server"`
	Tool     string `json:"tool,omitempty"`
	Decision string `json:"decision,omitempty"` // of a mark: allow, ask, deny or unset
	ReadOnly *bool  `json:"readOnly,omitempty"` // of a mark
	Digest   string `json:"digest,omitempty"`   // of the launch it holds for
	Message  string `json:"message"`
	Note     string `json:"note,omitempty"`
}

func (v said) JSON() any { return v }

func (v said) Text(w *output.Printer) {
	w.Line(v.Message)
	if v.Note != "" {
		w.Line("note: " + v.Note)
	}
}
