package engine

import (
	"slices"

	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/hooks"
	"usher/pkg/trust"
)

// moved looks at the trusted project folder and at what a person decided about it
// once more, and says why its hooks may not run any more: what stood when the
// decision began may be something else by the time a hook starts (SPEC T1, T4).
// false where nothing changed, and where there is no such folder to look at.
func (s *Standing) moved() (gate.Reason, bool) {
	was := s.Project
	if s.named == "" || was.State != trust.Trusted {
		return gate.Reason{}, false
	}
	ledger, err := trust.ReadLedger(s.stateDir)
	if err != nil {
		return errorBlock("file "+trust.LedgerPath(s.stateDir), err), true
	}
	now := trust.ReadFolder(s.named, effective.Refs)
	is := ProjectOf(&ledger, s.Policy, now)
	state := is.State
	decision, _ := ledger.FolderDecision(was.Folder.Path)
	same := now.Path == was.Folder.Path && now.Definitions == was.Folder.Definitions
	if !decision.DefinitionsOnly || was.Pin != "" {
		same = same && now.Digest == was.Folder.Digest
	}
	later := Standing{Policy: s.Policy, Ledger: ledger}
	waits := later.notAccepted(is)
	where := QuoteArg(was.Folder.Path)
	r := gate.Reason{By: "folder", Layer: trust.Project, File: was.Folder.Path, Hint: "see what changed: usher trust diff " + where}
	switch {
	case state == trust.Unreadable:
		r.Says, r.Hint = "the project folder cannot be read any more", "see why: usher trust show "+where
	case !same:
		r.Says = "the project folder changed while its hooks were about to run"
	case state != trust.Trusted || is.Pin != was.Pin:
		r.Says, r.Hint = "the project folder is not trusted any more", "look at it: usher trust show "+where
	case !slices.Equal(waits, was.NotAccepted):
		r.Says, r.Hint = "what you accepted of the project folder's hooks changed while they were about to run", "look at it: usher hooks list --project "+where
	default:
		return gate.Reason{}, false
	}
	r.Says += ", so they do not run"
	return r, true
}

// watch is one event's look at the project folder: before each of its hooks, and
// after the last hook of a call. Without a hook of the project there is none.
type watch struct {
	*Standing
	any, ran bool // the project has hooks; a hook ran
}

func (s *Standing) watch() watch {
	return watch{Standing: s, any: slices.ContainsFunc(s.Set.Running(), ofProject)}
}

func ofProject(h hooks.Hook) bool { return h.Layer == trust.Project }

// before says why a hook must not start.
func (w *watch) before(h hooks.Hook) (gate.Reason, bool) {
	if ofProject(h) {
		if r, moved := w.moved(); moved {
			return r, true
		}
	}
	w.ran = true
	return gate.Reason{}, false
}

// after says why what the hooks of a call said does not hold: one may have run
// something else than was trusted, or another guard stand there now.
func (w *watch) after() (gate.Reason, bool) {
	if !w.any || !w.ran {
		return gate.Reason{}, false
	}
	return w.moved()
}

// unrun is a hook that was not started, as one that failed: of the events that
// observe, nobody else would tell of it (SPEC H6, F4).
func unrun(h hooks.Hook, r gate.Reason) hooks.Report {
	return hooks.Report{Hook: h, Verdict: hooks.Warned, Reason: "not run: " + r.Says}
}

// unrunProblem is the same as a problem, with the next command about the folder.
func unrunProblem(h hooks.Hook, r gate.Reason) fault.Problem {
	p := warned(h, unrun(h, r))
	p.Hint = r.Hint
	return p
}
