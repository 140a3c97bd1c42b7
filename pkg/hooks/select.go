package hooks

import "usher/pkg/names"

// Select keeps the hooks that an event fires, in their order (SPEC H5); parked
// ones are left out. The tool counts on tool events only.
func Select(hs []Hook, e Event, t names.Tool) []Hook {
	var out []Hook
	for _, h := range hs {
		if h.Event == e && !h.Parked && (!e.OnTool() || h.Match.Match(t)) {
			out = append(out, h)
		}
	}
	return out
}
