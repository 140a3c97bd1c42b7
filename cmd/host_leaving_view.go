package cmd

import (
	"slices"

	"usher/pkg/fault"
	"usher/pkg/output"
)

// leaveView is what becomes, or became, of the files of assistants that usher leaves.
type leaveView struct {
	Written     bool       `json:"written"`
	Connections []hostView `json:"connections"`

	shown bool
}

func (l *leaving) leave() leaveView {
	v := leaveView{Written: l.written, Connections: []hostView{}, shown: l.shown}
	for _, s := range l.steps {
		byHand := s.change.byHand()
		if s.failed != nil || s.record == nil && !s.change.changes() && len(byHand) == 0 {
			continue
		}
		c := v.of(s.conn)
		c.Files = append(c.Files, s.change.view())
		c.Notes = append(append(c.Notes, s.change.notes...), byHand...)
	}
	return v
}

// of is the connection's view, a new one where it has none yet.
func (v *leaveView) of(c connection) *hostView {
	for i := range v.Connections {
		if h := &v.Connections[i]; h.Assistant == c.client && h.Scope == c.scope && h.Project == c.project {
			return h
		}
	}
	v.Connections = append(v.Connections, hostView{
		Assistant: c.client, Scope: c.scope, Project: c.project, Written: v.Written,
		Files: []hostFileView{}, Notes: []string{}, Hints: []string{}, Problems: []fault.Problem{}, done: "disconnected", shown: v.shown,
	})
	return &v.Connections[len(v.Connections)-1]
}

func (v leaveView) JSON() any { return v }

func (v leaveView) Text(w *output.Printer) {
	if len(v.Connections) == 0 {
		w.Line("there is nothing of usher's to take out")
		return
	}
	for _, c := range v.Connections {
		for _, f := range c.Files {
			if !v.shown {
				f.text(w, v.Written)
			}
		}
		for _, n := range c.Notes {
			if !v.shown {
				w.Line("note: " + n)
			}
		}
		if v.Written {
			w.Line(c.farewell())
		}
	}
	if !v.Written && !v.shown {
		w.Line("nothing is written yet")
	}
}

// farewell says what holds for an assistant now.
func (v hostView) farewell() string {
	line := v.Assistant + " is disconnected"
	if v.Project != "" {
		line += " in the project " + v.Project
	}
	for _, f := range v.Files {
		if slices.Contains(f.Holds, holdsHooks) {
			return line + ": usher's hooks there guard nothing any more"
		}
	}
	return line
}
