package gate

// Screen is the verdict before any hook runs (SPEC G2). A Deny here is final and
// the call is not shown to hooks. Ask with nobody to ask is left standing: hooks
// still see such a call.
func Screen(f Facts) Decision {
	if d, ok := refusal(f); ok {
		return d
	}
	d := base(f)
	if len(f.PolicyAsk) > 0 {
		d = stricter(d, Decision{Verdict: Ask, Reasons: f.PolicyAsk})
	}
	if len(f.LostGuard) > 0 {
		d = stricter(d, Decision{Verdict: Ask, Reasons: f.LostGuard})
	}
	return d
}

// Decide joins the facts with what hooks said: the strictest voice wins, order
// does not matter, and an Ask that nobody can be asked is a Deny (SPEC G1, G3, G4).
func Decide(f Facts, opinions []Opinion) Decision {
	d := Screen(f)
	if len(f.Blocks) > 0 || d.Verdict == Deny {
		return d
	}
	for _, o := range opinions {
		d = stricter(d, Decision{Verdict: o.Verdict(), Reasons: []Reason{o.Reason()}})
	}
	if d.Verdict == Ask && !d.Silent && !f.CanAsk {
		return unanswered(f, d)
	}
	return d
}

// refusal gathers the facts that refuse whatever anybody else says.
func refusal(f Facts) (Decision, bool) {
	deny := func(rs ...Reason) (Decision, bool) { return Decision{Verdict: Deny, Reasons: rs}, true }
	if len(f.Blocks) > 0 {
		return deny(f.Blocks...)
	}
	if f.Caller < Native || f.Caller > Gateway {
		return deny(Reason{By: "input", Says: "the way the call came in is not known"})
	}
	// A deny holds for the id and tool whether or not the server is still defined (SPEC G1).
	if f.Grant == GrantDeny {
		return deny(grantReason("you marked this tool as never to be called", ""))
	}
	if len(f.PolicyDeny) > 0 {
		return deny(f.PolicyDeny...)
	}
	switch f.Target {
	case NoServer:
		if f.Caller == Command || f.Caller == Gateway {
			return deny(Reason{By: "input", Says: "no server defines this tool", Hint: "usher server list"})
		}
	case ServerTool:
		// Another assistant's server of that name may not be usher's: its state is
		// no business of the host's form (SPEC G6).
		if f.State != Ready && f.Caller != Host {
			return deny(f.StateReason)
		}
	case OwnTool:
		return Decision{}, false
	default:
		return deny(Reason{By: "input", Says: "what the call names is not known"})
	}
	if f.PlanOnly && f.Caller != Host && !(f.Target == ServerTool && f.ReadOnly && !f.Asleep) {
		return deny(Reason{By: "grant", Says: "plan mode runs only tools that you marked read-only", Hint: f.AllowHint})
	}
	return Decision{}, false
}

// base is what the person's own mark gives, before any tightening.
func base(f Facts) Decision {
	if f.Target == OwnTool {
		return Decision{Verdict: Allow, Reasons: []Reason{{By: "grant", Says: "usher's own tool"}}}
	}
	if f.Caller == Host {
		if f.Grant == GrantAsk {
			return asks(f, "you asked to be asked before this tool")
		}
		return Decision{Verdict: Ask, Silent: true}
	}
	if f.Target == NoServer {
		d := asks(f, "no server of this name is defined, so no rule covers the tool")
		d.OffersAlways = false
		return d
	}
	switch {
	case f.Grant == GrantAllow && !f.Asleep:
		return Decision{Verdict: Allow, Reasons: []Reason{grantReason("you allowed this tool", "")}}
	case f.Grant == GrantAllow:
		return asks(f, "the tool's definition changed since you allowed it")
	case f.Allowance:
		return Decision{Verdict: Allow, Reasons: []Reason{grantReason("you allowed this tool in this conversation", "")}}
	case f.Grant == GrantAsk:
		return asks(f, "you asked to be asked before this tool")
	}
	return asks(f, "you have not marked this tool")
}

func asks(f Facts, says string) Decision {
	return Decision{Verdict: Ask, OffersAlways: true, Reasons: []Reason{grantReason(says, f.AllowHint)}}
}

func grantReason(says, hint string) Reason {
	return Reason{By: "grant", Says: says, Hint: hint}
}

// stricter joins two voices. Of two equal ones both are kept, in order; a
// question that is not the person's own mark takes the lasting answers away.
func stricter(a, b Decision) Decision {
	switch {
	case b.Verdict < a.Verdict || a.Silent:
		return b
	case a.Verdict < b.Verdict:
		return a
	}
	return Decision{Verdict: a.Verdict, Reasons: append(a.Reasons[:len(a.Reasons):len(a.Reasons)], b.Reasons...)}
}

// unanswered is a question nobody is there for (SPEC G4).
func unanswered(f Facts, d Decision) Decision {
	rs := make([]Reason, 0, len(d.Reasons))
	for _, r := range d.Reasons {
		r.Says += "; nobody can be asked here"
		rs = append(rs, r)
	}
	if len(rs) > 0 && rs[0].Hint == "" {
		rs[0].Hint = f.AllowHint
	}
	return Decision{Verdict: Deny, Reasons: rs}
}
