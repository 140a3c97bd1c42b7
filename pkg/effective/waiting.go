package effective

import (
	"slices"

	"usher/pkg/hooks"
	"usher/pkg/trust"
)

// Waiting is a hooks file of a trusted folder that nobody accepted as it is now,
// where policy trust.hooks wants that (SPEC A3).
type Waiting struct {
	Path   string       // absolute
	Hooks  []hooks.Hook // what would run
	Guards bool         // there are PreToolUse hooks in it, dropped or unreadable ones too (SPEC G2)
}

// addWaiting takes a hooks file of which nothing runs yet. What is wrong with it
// refuses as ever (SPEC H13): waiting loosens nothing.
func (s *Set) addWaiting(path, inFolder string, data []byte) {
	run, dropped, faults := len(s.Hooks), len(s.Guards), len(s.Faults)
	s.addHooks(trust.Project, path, inFolder, data)
	w := Waiting{Path: path, Hooks: slices.Clone(s.Hooks[run:])}
	s.Hooks = s.Hooks[:run]
	w.Guards = len(s.Guards) > dropped || len(s.Faults) > faults || slices.ContainsFunc(w.Hooks, func(h hooks.Hook) bool {
		return h.Event == hooks.PreToolUse && !h.Parked
	})
	s.Waiting = append(s.Waiting, w)
}
