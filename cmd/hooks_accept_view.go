package cmd

import (
	"slices"

	"usher/pkg/effective"
	"usher/pkg/engine"
	"usher/pkg/output"
	"usher/pkg/trust"
)

// hooksAccepted is the answer of usher hooks accept.
type hooksAccepted struct {
	Done  string         `json:"done"` // accepted or unchanged
	Files []acceptedFile `json:"files"`
	Notes []string       `json:"notes,omitempty"`
}

type acceptedFile struct {
	File    string `json:"file"`
	Layer   string `json:"layer"`
	Folder  string `json:"folder,omitempty"`
	Digest  string `json:"digest"`
	Done    string `json:"done"`
	Message string `json:"message"`
}

func (v *hooksAccepted) add(f engine.HooksFile, done, words string) {
	v.Files = append(v.Files, acceptedFile{
		File: f.Path, Layer: f.Layer, Folder: f.Folder, Digest: string(f.Digest), Done: done, Message: f.Path + " " + words,
	})
}

// orNothing is the answer beside an error: none where nothing was accepted.
func (v hooksAccepted) orNothing() output.View {
	if v.Done == "unchanged" {
		return nil
	}
	return v
}

func (v hooksAccepted) JSON() any { return v }

func (v hooksAccepted) Text(w *output.Printer) {
	for _, f := range v.Files {
		w.Line(f.Message)
	}
	for _, n := range v.Notes {
		w.Line("note: " + n)
	}
}

// after says what was done, and whether it still holds: the bytes that were shown
// are recorded, and the file may be another by now.
func (o *hooksAcceptOptions) after(f engine.HooksFile) string {
	g, err := o.ground()
	if err != nil {
		return "is accepted as you were shown it"
	}
	now := append(g.ProjectHooks(), g.OwnHooks())
	if slices.ContainsFunc(now, func(o engine.HooksFile) bool { return o.Path == f.Path && o.Err == nil && o.HooksKey == f.HooksKey }) {
		return asNow(f, "is accepted")
	}
	return "is accepted as you were shown it, and has changed since: what it is now is not accepted"
}

func asNow(f engine.HooksFile, words string) string {
	if !f.Present {
		return "does not exist, and that " + words
	}
	return words + " as it is now"
}

// notes say which policy it matters to, where that does not want it.
func (o *hooksAcceptOptions) notes(g ground, files []engine.HooksFile) []string {
	switch layer := files[0].Layer; {
	case layer == trust.Yours && !g.Policy.HooksPinned:
		return []string{"policy hooks.pinned is false: a change of your " + effective.HooksFile + " refuses nothing"}
	case layer == trust.Project && !g.eachHooks():
		return []string{"policy trust.hooks is with-folder: the hooks of a trusted folder run without this"}
	}
	return nil
}
