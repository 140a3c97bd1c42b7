package policy

// OnErrorFor is hooks.onError for the hooks of one layer. On the machine's own the
// person has no say: there only the machine's policy counts (SPEC H6, L8).
func (p Policy) OnErrorFor(machine bool) string {
	if !machine {
		return p.HooksOnError
	}
	if o := p.from[hooksOnError].by[0]; o.set && o.value == `"`+OnErrorWarn+`"` {
		return OnErrorWarn
	}
	return OnErrorDeny
}
