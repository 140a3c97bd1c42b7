package hooks

import (
	"time"

	"usher/pkg/fault"
)

// RuleLooser is the rule of a warning that a hook may refuse less in the other
// shape than it does.
const RuleLooser = "hooks/may-refuse-less"

// looser names every hook that can refuse and may do so less often: as it is given
// something else, as its answers are not read, or as it has another time.
func (c *converter) looser(hs []Hook, to Shape) {
	for _, h := range hs {
		if !h.Event.refusable() {
			continue
		}
		why := "it is given another environment there"
		if to == List {
			why = "a JSON answer is not read there, and it is given less on stdin and another environment"
		}
		switch {
		case to == Object && h.Timeout%time.Second != 0:
			why += ", and more time until it has failed"
		case to == List && h.Timeout > MaxTimeout:
			why += ", and less time to refuse"
		}
		c.add(fault.SeverityWarning, h, "may-refuse-less", "it may refuse less: "+why)
	}
}
