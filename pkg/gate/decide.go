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
		d = stricter(d, Decision{Verdict: Ask, Reasons: voices(f.PolicyAsk, "policy", "a policy asks first")})
	}
	if len(f.LostGuard) > 0 {
		d = stricter(d, Decision{Verdict: Ask, Reasons: voices(f.LostGuard, "folder", "the folder's guards no longer hold")})
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
		return deny(voices(f.Blocks, "input", "a fault refuses every call")...)
	}
	if f.Caller < Native || f.Caller > Gateway {
		return deny(Reason{By: "input", Says: "the way the call came in is not known"})
	}
	// A deny holds for the id and tool whether or not the server is still defined (SPEC G1).
	if f.Grant == GrantDeny {
		return deny(grantReason("you marked this tool as never to be called", f.DenyHint))
	}
	if f.Grant > GrantDeny {
		return deny(grantReason("what you decided about this tool is not known", ""))
	}
	if len(f.PolicyDeny) > 0 {
		return deny(voices(f.PolicyDeny, "policy", "a policy refuses this tool")...)
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
			return deny(stateReason(f))
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
	switch {
	case f.Grant == GrantAsk && (f.Caller == Host || !f.Allowance):
		return asks(f, "you asked to be asked before this tool")
	case f.Caller == Host:
		// Never an allow out of a hook: the host may have another server of this
		// name, another app among them (SPEC G6).
		return Decision{Verdict: Ask, Silent: true}
	case f.Target == OwnTool:
		return Decision{Verdict: Allow, Reasons: []Reason{grantReason("usher's own tool", "")}}
	case f.Target == NoServer:
		return asks(f, "no server of this name is defined, so no rule covers the tool")
	case f.Asleep && (f.Grant == GrantAllow || f.Allowance):
		return asks(f, "the tool's definition changed since you allowed it")
	case f.Grant == GrantAllow:
		return Decision{Verdict: Allow, Reasons: []Reason{grantReason("you allowed this tool", "")}}
	case f.Allowance:
		return Decision{Verdict: Allow, Reasons: []Reason{grantReason("you allowed this tool in this conversation", "")}}
	}
	return asks(f, "you have not marked this tool")
}

// asks is a question of the person's own mark; a lasting answer needs a server
// to last for.
func asks(f Facts, says string) Decision {
	return Decision{Verdict: Ask, OffersAlways: f.Target == ServerTool, Reasons: []Reason{grantReason(says, f.AllowHint)}}
}

// Stricter reports that a decision leaves less than another; no opinion leaves all
// but an allow.
func Stricter(a, b Decision) bool { return a.leaves() < b.leaves() }

func (d Decision) leaves() int {
	switch d.Verdict {
	case Allow:
		return 3
	case Ask:
		if d.Silent {
			return 2
		}
		return 1
	case Deny:
	}
	return 0
}

// Join is what two decisions about one call come to, each with what it alone knows:
// the stricter of them, with both reasons where they are equal (SPEC L5).
func Join(a, b Decision) Decision { return stricter(a, b) }

// stricter joins two voices. Of two equal ones both are kept, in order; a
// question that is not the person's own mark takes the lasting answers away.
func stricter(a, b Decision) Decision {
	switch {
	case b.Verdict < a.Verdict || b.Verdict == a.Verdict && a.Silent:
		return b
	case a.Verdict < b.Verdict:
		return a
	}
	return Decision{Verdict: a.Verdict, Reasons: append(a.Reasons[:len(a.Reasons):len(a.Reasons)], b.Reasons...)}
}

const askable = `make the call where a person can answer ("canAsk": true)`

const hostAskable = "this assistant's hooks cannot ask a person: make the call yourself, or change what asks"

// unanswered is a question nobody is there for (SPEC G4).
func unanswered(f Facts, d Decision) Decision {
	rs := make([]Reason, 0, len(d.Reasons))
	for _, r := range d.Reasons {
		r.Says += "; nobody can be asked here"
		rs = append(rs, r)
	}
	if len(rs) > 0 && rs[0].Hint == "" {
		// A mark answers only the question that a mark put: a hook, a policy or a
		// lost guard asks again whatever is allowed.
		rs[0].Hint = askable
		if f.Caller == Host {
			rs[0].Hint = hostAskable
		}
		if rs[0].By == byGrant && f.AllowHint != "" {
			rs[0].Hint = f.AllowHint
		}
	}
	return Decision{Verdict: Deny, Reasons: rs}
}
