package tiers

import (
	"context"
	"slices"
	"time"

	"usher/pkg/proc"
	"usher/pkg/sandbox"
)

// Options are what Detect has to know of the world.
type Options struct {
	Self     string       // the running program (os.Executable)
	Reaper   proc.Program // what ends a trial that hangs
	Path     string       // the text of PATH, for bwrap
	Outside  string       // a project folder that bwrap is not taken from; "": none
	StateDir string       // where it is remembered; "": it is not
	Version  string       // usher's

	Afresh bool          // look again, whatever is remembered: for doctor, and for a start that failed
	Limit  time.Duration // for one trial (0: 10 s)
}

// defaultLimit is for one trial: it takes 50 ms, and this computer may be busy.
const defaultLimit = 10 * time.Second

// Detect finds the sandboxes that work here (SPEC B1, B4). The first time in a
// boot it builds them and runs a trial in each until one works; after that it
// takes what is remembered, if the kernel's settings, the programs, the person and
// usher's version are the same. That no sandbox works is never remembered, so that
// one which was mended is found at the next start, and neither is what a shortage
// left (Found.Passing): what was remembered before stays. note says why the answer could
// not be remembered; "" when it was.
//
// A cancelled ctx gives what was found until then, and nothing is remembered.
func Detect(ctx context.Context, o Options) (found Found, note string) {
	if o.Limit <= 0 {
		o.Limit = defaultLimit
	}
	l := newLook(o)
	k := l.key()
	if !o.Afresh {
		if f, ok := recall(o.StateDir, k); ok {
			return f, ""
		}
	}
	found = l.find(ctx)
	if ctx.Err() != nil || found.Best(sandbox.TierLandlock) == sandbox.TierNone {
		return found, ""
	}
	if why := found.Passing(); why != "" {
		return found, "which sandbox works here is not remembered: " + why
	}
	return found, remember(ctx, o.StateDir, k, found)
}

// valid reports whether a remembered answer is one that Detect gives.
func (f Found) valid() bool {
	known := []sandbox.Tier{sandbox.TierNamespaces, sandbox.TierBubblewrap, sandbox.TierLandlock, sandbox.TierSeatbelt}
	for _, tier := range f.Tiers {
		if !slices.Contains(known, tier) {
			return false
		}
	}
	return len(f.Tiers) > 0 && (f.Bubblewrap != "") == slices.Contains(f.Tiers, sandbox.TierBubblewrap)
}
