package policy

import (
	"usher/pkg/fault"
	"usher/pkg/names"
)

// Source is one policy file as it was read. Layer is the word shown, "machine"
// or "yours"; Path is how messages name the file; Present false means there is
// no such file, which is no fault. A file that exists and could not be read has
// no Source: its reader's error refuses every call.
type Source struct {
	Layer   string
	Path    string
	Data    []byte
	Present bool
}

// Parse joins the machine's and the person's policy (SPEC C1, C4, L8). Which
// rights a file has is settled by the argument it is, not by its Layer.
//
// CALLERS MUST REFUSE EVERY CALL when one of the problems is an error, which is
// when the policy is not Usable: it was not understood in every part, and what
// was meant to be forbidden is not known. Such a policy denies every tool and every
// server by a rule of its own, for callers that forget.
//
// A value of the person's overrides the machine's, unless the machine locks that
// key with "locked": true (all of them, set or not) or "locked": ["KEY", …]; then
// it does not count, and a warning says so. Lists that can
// only tighten add up, locked or not; serve.allowedTools, which lets more through, adds
// up only where it is not locked. Problems come in file order, the machine's file first,
// all at once; rule ids are policy/….
func Parse(machine, user Source) (Policy, []fault.Problem) {
	var files [2]file
	m, u := &files[0], &files[1]
	m.read(machine, true)
	u.read(user, false)
	p := Default()
	for i := range keys {
		u.problems = append(u.problems, p.join(i, m, u)...)
	}
	sortByPlace(u.problems)
	problems := append(m.problems, u.problems...)
	for _, layer := range [...]*file{m, u} {
		if bad, ok := firstError(layer.problems); ok {
			none := refusing(layer.src.Layer, bad)
			none.AuditFile, none.AuditRequired = p.AuditFile, p.AuditRequired // what is refused is still recorded
			return none, problems
		}
	}
	return p, problems
}

// refusing is the policy that stands for one that cannot be used.
func refusing(layer string, because fault.Problem) Policy {
	all := []Rule{{Pattern: names.Any(), Layer: layer, Place: because.Where(), Key: because.Entry}}
	return Policy{
		TrustServers: Each, TrustHooks: Each,
		HooksEnabled:    true,
		HooksOnError:    OnErrorDeny,
		HooksPinned:     true,
		TextsPrecedence: PrecedenceUser, // no text and no project folder counts
		SandboxRequired: true,
		SandboxMinimum:  MinimumNamespaces,
		ServersDeny:     Lists{Machine: all},
		ToolsDeny:       all,
	}
}

func firstError(problems []fault.Problem) (fault.Problem, bool) {
	for _, pr := range problems {
		if pr.Severity == fault.SeverityError {
			return pr, true
		}
	}
	return fault.Problem{}, false
}

// join takes one key from both files into the policy.
func (p *Policy) join(i int, m, u *file) []fault.Problem {
	h := &p.from[i]
	if v := m.values[i]; v.set {
		h.by[0] = v.origin
		p.apply(i, v, true)
	}
	if lock := m.locks[i]; lock != "" {
		h.locked = true
		if !h.by[0].set {
			h.by[0] = origin{set: true, layer: m.src.Layer, place: lock, value: keys[i].standard}
		}
	}
	v := u.values[i]
	switch {
	case !v.set:
		return nil
	case h.locked && keys[i].shape.lockable():
		return []fault.Problem{{
			File: u.src.Path, Line: v.at.Line, Column: v.at.Column, Entry: keys[i].full(),
			Rule: "policy/locked", Severity: fault.SeverityWarning,
			Message: keys[i].full() + " is locked by the machine's policy (" + h.by[0].place + "), so this value does not count",
			Hint:    "remove it, or ask whoever administers this computer",
		}}
	}
	h.by[1] = v.origin
	p.apply(i, v, false)
	return nil
}

// apply sets a value, or adds a list to what is there.
func (p *Policy) apply(i int, v value, machine bool) {
	switch i {
	case approveUnattended:
		p.ApproveUnattended = v.flag
	case trustServers:
		p.TrustServers = v.word
	case trustDigests:
		p.TrustDigests = append(p.TrustDigests, v.pins...)
	case trustHooks:
		p.TrustHooks = v.word
	case hooksEnabled:
		p.HooksEnabled = v.flag
	case hooksOnError:
		p.HooksOnError = v.word
	case hooksPinned:
		p.HooksPinned = v.flag
	case sandboxRequired:
		p.SandboxRequired = v.flag
	case sandboxMinimum:
		p.SandboxMinimum = v.word
	case textsEnabled:
		p.TextsEnabled = v.flag
	case textsPrecedence:
		p.TextsPrecedence = v.word
	case projectsEnabled:
		p.ProjectsEnabled = v.flag
	case serveAllowed:
		p.ServeAllowed = append(p.ServeAllowed, v.rules...)
	case serveResources:
		p.ServeResources = v.flag
	case servePrompts:
		p.ServePrompts = v.flag
	case auditFile:
		p.AuditFile = v.word
	case auditRequired:
		p.AuditRequired = v.flag
	case serversAllow:
		p.ServersAllow.add(v.rules, machine)
	case serversDeny:
		p.ServersDeny.add(v.rules, machine)
	case toolsDeny:
		p.ToolsDeny = append(p.ToolsDeny, v.rules...)
	case toolsAsk:
		p.ToolsAsk = append(p.ToolsAsk, v.rules...)
	}
}

func (l *Lists) add(rules []Rule, machine bool) {
	if machine {
		l.Machine = append(l.Machine, rules...)
		return
	}
	l.Yours = append(l.Yours, rules...)
}
