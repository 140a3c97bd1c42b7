package engine

import (
	"context"
	"errors"
	"strings"

	"usher/pkg/audit"
	"usher/pkg/fault"
	"usher/pkg/gate"
)

const (
	auditFileKey     = "audit.file"
	auditRequiredKey = "audit.required"
)

// At is where a decision is made: the command, the assistant that asked, where it
// named itself, and how it speaks to a gateway.
type At struct{ Surface, Host, Front string }

// Record writes a decision to the audit file, where policy names one (SPEC Z4). It does
// not end with ctx: what ended a call is recorded too.
func (s *Standing) Record(ctx context.Context, at At, r Request, out Outcome) error {
	switch {
	case s.Policy.AuditFile != "":
	case s.Policy.AuditRequired:
		return fault.New(fault.Refused, "it names no file", "usher policy set audit.file FILE")
	default:
		return nil
	}
	_, err := audit.Append(context.WithoutCancel(ctx), s.Policy.AuditFile, s.record(at, r, out))
	return err
}

// Recorded is a decision once it is in the audit file, which it is before anybody hears
// of it. Where it cannot be put there policy audit.required makes it a refusal; else it
// stands, and the problem is told.
func (s *Standing) Recorded(ctx context.Context, at At, r Request, out Outcome) Outcome {
	err := s.Record(ctx, at, r, out)
	if err == nil {
		return out
	}
	if s.Policy.AuditRequired {
		out.Decision = gate.Decision{Verdict: gate.Deny, Reasons: []gate.Reason{s.unrecorded(err)}}
		return out
	}
	out.Problems = append(out.Problems, s.UnrecordedProblem(err))
	return out
}

// UnrecordedRule is the problem of a decision that is not in the audit file.
const UnrecordedRule = "audit/unwritten"

// UnrecordedProblem tells of a decision that stands and is not in the audit file.
func (s *Standing) UnrecordedProblem(err error) fault.Problem {
	r := s.unrecorded(err)
	return fault.Problem{File: s.Policy.AuditFile, Rule: UnrecordedRule, Severity: fault.SeverityWarning, Message: r.Says, Hint: r.Hint}
}

// Unrecorded is the refusal of a call whose decision could not be recorded and has to
// be; nil where it stands all the same.
func (s *Standing) Unrecorded(err error) error {
	if err == nil || !s.Policy.AuditRequired {
		return nil
	}
	r := s.unrecorded(err)
	return fault.New(fault.Refused, "the call is refused: "+r.By+": "+r.Says, r.Hint)
}

func (s *Standing) unrecorded(err error) gate.Reason {
	layer, place := s.Policy.Where(auditRequiredKey)
	hint := "see the file and its folder: usher audit verify"
	var known *fault.Error
	if errors.As(err, &known) && len(known.Hints) > 0 {
		hint = strings.Join(known.Hints, "; ")
	}
	return gate.Reason{
		By: "policy " + auditRequiredKey, Layer: layer, File: place,
		Says: "the decision could not be recorded in the file of policy " + auditFileKey + ": " + err.Error(), Hint: hint,
	}
}

// record is what is kept of a decision: who, what and why, and no argument of the call.
func (s *Standing) record(at At, r Request, out Outcome) audit.Record {
	rec := audit.Record{
		Surface: at.Surface, Host: at.Host, Front: at.Front, Tool: r.Tool.String(), Verdict: out.Decision.Verdict.String(),
		Conversation: r.ConversationID, Source: r.Source, Project: s.Project.Folder.Path,
	}
	if out.Decision.Silent {
		rec.Verdict = "none"
	}
	if rec.Project != "" {
		rec.ProjectState = string(s.Project.State)
		if s.Project.Off {
			rec.ProjectState = "off"
		}
	}
	if id, ok := r.Tool.Server(); ok && rec.Tool != ownTool {
		if sv, defined := s.Set.Find(id); defined {
			rec.Server, rec.Layer, rec.Launch = string(id), sv.Layer, string(s.Set.Launch(sv).Key.Digest)
		}
	}
	for _, v := range out.Decision.Reasons {
		rec.Reasons = append(rec.Reasons, audit.Reason{By: v.By, Layer: v.Layer, File: v.File})
	}
	for _, rep := range out.Reports {
		rec.Hooks = append(rec.Hooks, audit.Hook{Name: string(rep.Hook.Name), Layer: rep.Hook.Layer, File: rep.Hook.Where(), Ending: rep.Verdict.String()})
	}
	return rec
}
