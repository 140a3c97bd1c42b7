package cmd

import (
	"usher/cmd/rungate"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/hosts"
	"usher/pkg/trust"
)

func explainViewOf(g ground, c hosts.Call, e engine.Explanation) explainView {
	f := e.Facts
	v := explainView{
		Tool: c.Tool.String(), Best: answerOf(e.Best), Worst: answerOf(e.Worst), unanswered: e.Unanswered(),
		Call:    explainedCall{Mode: modeWords()[c.Mode], Source: c.Source, ConversationID: c.ConversationID, CanAsk: f.CanAsk},
		Project: explainedProject{Folder: g.Project.Folder.Path, How: "none", State: string(g.Project.State), Overlooked: g.overlooked()},
		Server:  explainedServerOf(e),
		Grant:   explainedGrant{Decision: "unset", ByStar: e.Mark.ByStar, ReadOnly: e.Mark.ReadOnly, Asleep: e.Mark.Asleep, Allowance: f.Allowance},
		Faults:  some(f.Blocks), PolicyDeny: some(f.PolicyDeny), PolicyAsk: some(f.PolicyAsk), Folder: some(f.LostGuard),
		Hooks:    explainedHooksOf(e),
		Before:   beforeHooks{Decision: e.Before.Verdict.String(), Reasons: some(e.Before.Reasons)},
		InTheWay: []obstacle{}, Problems: []fault.Problem{},
	}
	v.Project.Pinned = g.Project.Pin
	if p, off := g.ProjectOff(); off {
		v.Project.Off = p.Message
	}
	if e.Server != nil && g.ApprovedByPin(*e.Server) {
		v.Server.Pinned = g.Project.Pin
	}
	v.Answer = either(v.Best == v.Worst, v.Best.Decision, "hooks")
	if v.Project.Folder == "" {
		v.Project.State = string(trust.None)
	} else {
		v.Project.How = "found"
	}
	if e.Mark.Decision != "" {
		v.Grant.Decision = e.Mark.Decision
	}
	for _, o := range e.Obstacles {
		for _, r := range o.Reasons {
			v.InTheWay = append(v.InTheWay, obstacle{o.Fact, r})
		}
	}
	return v
}

func explainedHooksOf(e engine.Explanation) explainedHooks {
	c := e.Hooks
	v := explainedHooks{
		Shown: e.Before.Verdict != gate.Deny, Run: []explainedHook{},
		Parked: c.Parked, Off: c.Off, Waiting: c.Waiting, Unmatched: c.Unmatched, Elsewhere: c.Elsewhere,
	}
	for _, h := range c.Run {
		v.Run = append(v.Run, explainedHook{
			Hook: h.ID(), Name: string(h.Name), Layer: h.Layer, Event: string(h.Event), Match: h.Match.String(), File: h.Where(),
		})
	}
	return v
}

func explainedServerOf(e engine.Explanation) *explainedServer {
	v := &explainedServer{ID: string(e.ID), State: stateWord(e.Facts.State), Shadows: []string{}}
	switch {
	case e.Server != nil:
		v.Layer, v.File, v.Approved = e.Server.Layer, e.Server.Where(), e.Approved
		v.Digest, v.Why = string(e.Launch.Key.Digest), e.Launch.Why
	case e.Facts.Target == gate.ServerTool: // its entry was dropped
		v.Layer, v.File, v.Why = e.Facts.StateReason.Layer, e.Facts.StateReason.File, e.Facts.StateReason.Says
	default:
		return nil
	}
	for _, sv := range e.Shadowed {
		v.Shadows = append(v.Shadows, sv.Where())
	}
	return v
}

func stateWord(s gate.State) string {
	switch s {
	case gate.Ready:
		return "ready"
	case gate.Disabled:
		return "disabled"
	case gate.Shadowed:
		return "shadowed"
	case gate.NotApproved:
		return "not approved"
	case gate.NotTrusted:
		return "not trusted"
	case gate.Dropped:
		return "dropped"
	case gate.Forbidden:
		return "refused by policy"
	case gate.StateUnclear:
	}
	return "not known"
}

func answerOf(d gate.Decision) gateAnswer {
	return gateAnswer{Decision: d.Verdict.String(), Status: rungate.Status(d.Verdict)}
}

func some(rs []gate.Reason) []gate.Reason { return append([]gate.Reason{}, rs...) }
