package hooks

import (
	"strings"

	"usher/pkg/proc"
)

// environ is the whole environment of a hook: the names of the product whose
// shape its file has stand beside usher's own (SPEC H8).
func (r Runner) environ(h Hook, p Payload) []string {
	env := proc.Basic(r.Environ)
	set := func(value string, names ...string) {
		for _, name := range names {
			env = append(env, name+"="+value)
		}
	}
	object := h.Shape == Object
	if object {
		set(string(p.Event), "USHER_HOOK_EVENT", "KAITOI_HOOK_EVENT")
	} else {
		set(string(p.Event), "USHER_HOOK_EVENT", "KKSS_HOOK_EVENT")
	}
	switch {
	case r.Project == "":
	case object:
		set(r.Project, "USHER_PROJECT_ROOT", "KAITOI_PROJECT_DIR", "CLAUDE_PROJECT_DIR")
	default:
		set(r.Project, "USHER_PROJECT_ROOT", "KKSS_PROJECT_ROOT")
	}
	switch {
	case !passable(r.SessionID):
	case object:
		set(r.SessionID, "USHER_SESSION_ID", "KAITOI_SESSION_ID")
	default:
		set(r.SessionID, "USHER_SESSION_ID")
	}
	return env
}

// passable keeps an id out of the environment that could not be passed on whole
// and would keep the hook from starting; the hook still has it on its stdin.
func passable(id string) bool {
	const longest = 4096
	return id != "" && len(id) <= longest && !strings.ContainsRune(id, 0)
}
