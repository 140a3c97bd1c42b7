package engine

import (
	"strings"

	"usher/pkg/gate"
	"usher/pkg/names"
	"usher/pkg/trust"
)

// servingKey is the policy key that says what an endpoint may call at all (SPEC V2).
const servingKey = "serve.allowedTools"

// unserved refuses an endpoint what no pattern lets through. One that does widens no
// mark: what the person has not allowed stays refused.
func (s *Standing) unserved(r Request) []gate.Reason {
	if !r.Endpoint {
		return nil
	}
	if _, ok := s.Policy.Serving(r.Tool); ok {
		return nil
	}
	layer, place := s.Policy.Where(servingKey)
	return []gate.Reason{{
		By: "policy " + servingKey, Layer: layer, File: place,
		Says: "no pattern of this list covers the tool, so an endpoint that nobody sits at may not call it",
		Hint: s.servingHint(r.Tool),
	}}
}

// servingHint is how the tool is put on the list beside what stands there.
func (s *Standing) servingHint(t names.Tool) string {
	if s.Policy.Locked(servingKey) {
		return "the machine's policy locks " + servingKey + ": ask whoever administers this computer"
	}
	line := []string{"usher policy set", servingKey}
	for _, rule := range s.Policy.ServeAllowed {
		if rule.Layer == trust.Yours {
			line = append(line, QuoteArg(rule.Pattern.String()))
		}
	}
	return "a person can let it through: " + strings.Join(append(line, QuoteArg(t.String())), " ")
}
