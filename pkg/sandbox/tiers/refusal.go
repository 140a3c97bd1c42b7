package tiers

import (
	"slices"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/sandbox"
)

// Unlocal is why a server that is to reach this computer only does not start: nobody
// here can keep it to that, and only a person lets it reach more (SPEC B5). Nil where
// that is real.
func (f Found) Unlocal(id string) *fault.Error {
	if f.Localhost {
		return nil
	}
	return &fault.Error{Kind: fault.Refused,
		Message: "its network is localhost, and a server cannot be kept to this computer here: " + f.NotLocal,
		Hints: append(slices.Clone(f.LocalMend), "or let it have the full network, approved again: usher server edit "+id+" --network on",
			"or none: usher server edit "+id+" --network off"),
	}
}

// Refusal is why a server does not start without a sandbox (SPEC B4): what is
// missing for each tier that the policy accepts, how to mend it, and the way out
// without one, which a person has to approve. Nil where a tier works. id is the
// server's; "" says ID.
func (f Found) Refusal(minimum sandbox.Tier, id string) *fault.Error {
	if f.Best(minimum) != sandbox.TierNone {
		return nil
	}
	if id == "" {
		id = "ID"
	}
	var whats, hints []string
	all := false
	for _, e := range f.Failures {
		if e.Tier == sandbox.TierLandlock && minimum != sandbox.TierLandlock {
			continue
		}
		if all && e.Sign == SignMissing { // installing it would help nobody
			continue
		}
		c := e.Cause(f.Settings)
		all = all || c.All
		if !slices.Contains(whats, c.What) {
			whats = append(whats, c.What)
		}
		for _, h := range c.Mend {
			if !slices.Contains(hints, h) {
				hints = append(hints, h)
			}
		}
	}
	if len(whats) == 0 {
		whats = []string{"usher has none for this system, and a server has your full permissions here"}
	}
	if slices.Contains(f.Tiers, sandbox.TierLandlock) {
		hints = append(hints, "or accept the weaker sandbox that works here: usher policy set sandbox.minimum landlock")
	}
	return &fault.Error{Kind: fault.Refused,
		Message: "no working sandbox: " + strings.Join(whats, "; "),
		Hints:   append(hints, "or run it without a sandbox, approved again: usher server edit "+id+" --no-sandbox"),
	}
}
