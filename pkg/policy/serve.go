package policy

import "usher/pkg/names"

// Serving is the pattern of serve.allowedTools that lets an endpoint call a tool
// (SPEC V2). Where there is none it may not, whatever is marked.
func (p Policy) Serving(t names.Tool) (Rule, bool) {
	if !p.usable {
		return Rule{}, false
	}
	for _, r := range p.ServeAllowed {
		if r.Pattern.Match(t) {
			return r, true
		}
	}
	return Rule{}, false
}
