package engine

import (
	"slices"

	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/hooks"
	"usher/pkg/trust"
)

// Unheard refuses a message while the ledger of decisions cannot be read: which
// folders a person trusted is not known then, and so not which hooks guard it
// (SPEC Q10). False for every other event, which nothing here could hold back.
func (s *Standing) Unheard(e hooks.Event) (gate.Reason, bool) {
	if e != hooks.UserPromptSubmit || s.LedgerErr == nil {
		return gate.Reason{}, false
	}
	r := errorBlock("file "+trust.LedgerPath(s.stateDir), s.LedgerErr)
	r.Says += ", so nobody can say which hooks guard this message"
	return r, true
}

// LostRule is the problem of hooks that a person trusted and that do not hear of an
// event: nothing else would tell of it, for an event goes on without them (SPEC F4).
const LostRule = "hooks/lost"

// ProjectOffRule is the problem of a project folder that policy has not count.
const ProjectOffRule = "project/off"

// lostHooks names them: of a trusted folder that is something else now, and of files
// that wait to be accepted.
func (s *Standing) lostHooks(e hooks.Event) []fault.Problem {
	if s.Set.HooksOff || s.Project.Off || s.LedgerErr != nil {
		return nil
	}
	var out []fault.Problem
	for _, w := range s.Set.Waiting {
		if slices.ContainsFunc(w.Hooks, hears(e)) {
			out = append(out, fault.Problem{
				File: w.Path, Rule: LostRule, Severity: fault.SeverityWarning,
				Message: "the project folder is trusted, but its " + string(e) + " hooks do not run: policy trust.hooks has them wait until you accept them",
				Hint:    s.acceptLine(),
			})
		}
	}
	f := s.Project.Folder
	if f.Path == "" || !s.hadHooks(e) {
		return out
	}
	where := QuoteArg(f.Path)
	p := fault.Problem{File: f.Path, Rule: LostRule, Severity: fault.SeverityWarning, Hint: "see what changed: usher trust diff " + where + "; then: usher trust grant " + where + ", or usher trust revoke " + where}
	switch s.Ledger.FolderState(f) {
	case trust.Changed:
		p.Message = "the project folder was trusted with " + string(e) + " hooks, and has changed since, so they do not run"
	case trust.Unreadable:
		p.Message = "the project folder was trusted with " + string(e) + " hooks, and cannot be read now, so they do not run"
		p.Hint = "see why: usher trust show " + where + "; or take the trust back: usher trust revoke " + where
	case trust.None, trust.NotTrusted, trust.Trusted:
		return out
	}
	return append(out, p)
}

func hears(e hooks.Event) func(hooks.Hook) bool {
	return func(h hooks.Hook) bool { return h.Event == e && !h.Parked }
}

// hadHooks reports whether the folder had hooks on the event when it was trusted,
// by the copy that is kept of it. Where there is none it may have had them.
func (s *Standing) hadHooks(e hooks.Event) bool {
	d, decided := s.Ledger.FolderDecision(s.Project.Folder.Path)
	if !decided || d.Digest == s.Project.Folder.Digest {
		return false
	}
	old, err := trust.ReadCopy(s.stateDir, s.Project.Folder.Path, d.Digest)
	if err != nil {
		return true
	}
	for _, file := range old.Files {
		if file.Part != trust.PartHooks {
			continue
		}
		parsed := hooks.ParseFile(file.Data, hooks.Source{Layer: trust.Project, Path: file.Path})
		if parsed.Unusable || slices.ContainsFunc(parsed.Hooks, hears(e)) {
			return true
		}
	}
	return false
}
