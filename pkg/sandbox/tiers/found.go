package tiers

import (
	"slices"

	"usher/pkg/sandbox"
)

// Found is which sandboxes this computer can build.
type Found struct {
	Tiers      []sandbox.Tier `json:"tiers"`                // those that work, the best first
	Localhost  bool           `json:"localhost"`            // "this computer only" is real in the best of them (SPEC B5)
	NotLocal   string         `json:"notLocal,omitempty"`   // why it is not
	LocalMend  []string       `json:"localMend,omitempty"`  // and how to mend that
	Bubblewrap string         `json:"bubblewrap,omitempty"` // the bwrap that works
	Options    []string       `json:"options,omitempty"`    // the newer options that it knows
	Failures   []Evidence     `json:"failures,omitempty"`   // the tiers that do not, and what was seen of it
	Settings   Settings       `json:"settings"`             // of the kernel, as they were then

	passing string // why NotLocal need not hold the next time; never remembered
}

// Best is the tier that servers run in where policy sandbox.minimum says so much:
// TierNone is no working sandbox, and nothing starts (SPEC B4). The words of the
// policy are "namespaces", which bubblewrap satisfies too, and "landlock"; any
// other is the stricter one.
func (f Found) Best(minimum sandbox.Tier) sandbox.Tier {
	for _, tier := range f.Tiers {
		if tier != sandbox.TierLandlock || minimum == sandbox.TierLandlock {
			return tier
		}
	}
	return sandbox.TierNone
}

// In is the plan for that tier: what the stages must know of it.
func (f Found) In(p sandbox.Plan, tier sandbox.Tier) sandbox.Plan {
	p.Tier, p.Bubblewrap, p.Options = tier, "", nil
	if tier == sandbox.TierBubblewrap {
		p.Bubblewrap, p.Options = f.Bubblewrap, slices.Clone(f.Options)
	}
	return p
}

// Gaps says what a tier leaves open that the better ones close, one sentence a
// line for the card and server show (SPEC B6). The namespaces and bubblewrap tiers
// have none.
func Gaps(tier sandbox.Tier) []string {
	switch tier {
	case sandbox.TierNamespaces, sandbox.TierBubblewrap:
		return nil
	case sandbox.TierLandlock:
		return []string{
			"a weaker sandbox, without namespaces (policy sandbox.minimum allows it):",
			"it can ask whether any file of yours exists, how large it is, when it changed and where a link leads, but not read it",
			"it can see that other processes of yours run, and before Linux 6.12 end them",
			"what it leaves running is ended by usher's helper, not by the kernel",
			"in a folder it may change, it can change git repositories, usher's own project files and usher's own programs too",
			"it changes no permissions, times or attributes of files, not of its own either, and has no sockets with a name",
		}
	case sandbox.TierSeatbelt:
		return []string{
			"what it leaves running is ended by its process group and a walk over its children, not by the kernel",
			"network to this computer only means every address of this Mac, and what it listens on may be reached from outside",
		}
	case sandbox.TierNone:
	}
	return []string{"no sandbox: it runs with your full permissions"}
}
