package files

import (
	"slices"

	"usher/pkg/strictjson"
)

// Wired is how usher stands in a file.
type Wired struct {
	Events []WiredEvent // in the order of the assistant's
	ByHand []string     // the assistant's words for events at which a person wrote usher
	Off    string       // a setting of the file that turns hooks off
}

// WiredEvent is one event.
type WiredEvent struct {
	HookEvent
	Presence Presence
	Command  []string // as it stands in the file
}

// All reports that every event stands as it would be written now.
func (w Wired) All() bool {
	return !slices.ContainsFunc(w.Events, func(e WiredEvent) bool { return e.Presence != Exact })
}

// Wired says how usher stands at each event of the file. ByHand are commands that run
// usher with other flags than are ever written: they are a person's, and are never
// changed.
func (f HookFile) Wired(data []byte, w Wiring) (Wired, error) {
	if f.Host.style.program() {
		return f.wiredScript(data, w), nil
	}
	x, err := f.edit(data)
	if err != nil {
		return Wired{}, err
	}
	out := Wired{Off: x.off()}
	all := x.hung()
	for _, e := range f.events() {
		handler, err := f.handler(w, e)
		if err != nil {
			return Wired{}, err
		}
		at := WiredEvent{HookEvent: e}
		for _, h := range all {
			if h.is != callsUsher || h.word != e.Word || h.fires != e.Fires {
				continue
			}
			p := h.presence(f.item(handler, e))
			if at.Presence == Missing || p == Exact {
				at.Presence, at.Command = p, h.argv
			}
		}
		out.Events = append(out.Events, at)
	}
	for _, h := range all {
		if h.is == callsByHand && !slices.Contains(out.ByHand, h.word) {
			out.ByHand = append(out.ByHand, h.word)
		}
	}
	return out, nil
}

// off is a setting of the file that turns its hooks off.
func (x *hookEdit) off() string {
	yes := func(n *node, want bool) bool { return n.is(strictjson.KindBool) && n.truth == want }
	switch {
	case yes(x.root.get("disableAllHooks"), true):
		return "disableAllHooks"
	case yes(x.root.get("allowManagedHooksOnly"), true):
		return "allowManagedHooksOnly"
	case yes(x.root.get("hooksConfig").get("enabled"), false):
		return "hooksConfig.enabled"
	case yes(x.root.get("tools").get("enableHooks"), false):
		return "tools.enableHooks"
	case x.file.Host.style.enabled && yes(x.root.get("usher").get("enabled"), false):
		return "usher.enabled"
	}
	return ""
}
