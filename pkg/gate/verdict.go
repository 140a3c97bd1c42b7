package gate

// Verdict is the answer to a call (SPEC G1). The zero value denies.
type Verdict uint8

const (
	Deny Verdict = iota
	Ask
	Allow
)

// String is the word on stdout (SPEC G6).
func (v Verdict) String() string {
	switch v {
	case Deny:
		return "deny"
	case Ask:
		return "ask"
	case Allow:
		return "allow"
	}
	return "deny"
}

// MarshalText writes the word.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// Decision is the outcome for one call. Reasons holds the deciding voice first.
// OffersAlways says whether a person asked may be offered a lasting allow: never
// where something beside their own mark asked (SPEC G3). Silent is set only for
// another assistant's form: usher has no opinion and that assistant's own
// permission flow decides (SPEC G1).
type Decision struct {
	Verdict      Verdict
	Silent       bool
	OffersAlways bool
	Reasons      []Reason
}

// Opinion is what a hook may add: a refusal or a question. There is no other
// constructor, so a hook that approves does not compile (SPEC H7). The zero
// value refuses.
type Opinion struct {
	ask    bool
	reason Reason
}

// Refuse is a hook's no.
func Refuse(r Reason) Opinion { return Opinion{reason: r} }

// AskFirst is a hook's wish that a person be asked.
func AskFirst(r Reason) Opinion { return Opinion{ask: true, reason: r} }

// Verdict is Deny or Ask.
func (o Opinion) Verdict() Verdict {
	if o.ask {
		return Ask
	}
	return Deny
}

// Reason is why; a hook that said nothing is given the plain sentence.
func (o Opinion) Reason() Reason {
	if o.ask {
		return o.reason.or("hook", "a hook wants a person to be asked first")
	}
	return o.reason.or("hook", "a hook refused the call")
}
