package files

import (
	"slices"
	"strings"

	"usher/pkg/strictjson"
)

// sort files every key under its role, and says what is left out.
func (e *entry) sort(v *node) {
	for _, m := range v.members {
		r := roleOf(m.key)
		switch {
		case strictjson.Ignored(m.key):
		case m.value.is(strictjson.KindNull):
			e.fail(m.at, "import/null", quoted(m.key)+" is null, which is never a value", "take it out")
		case r == roleNested, r == roleType && m.value.is(strictjson.KindObject), e.program(m, r):
			e.sort(m.value.orNothing())
		case r == roleApproval, r == roleDeny, r == roleNoPlace:
			rule, message, hint := why(m.key)
			e.warn(m.at, rule, quoted(m.key)+" "+message, hint)
		case r == roleUnknown:
			e.stray(m)
		default:
			e.fields[r] = append(e.fields[r], m)
		}
	}
}

// program is a command written as a table of its own, as Zed did; its path is
// the command.
func (e *entry) program(m member, r role) bool {
	if r != roleCommand || !m.value.is(strictjson.KindObject) {
		return false
	}
	if p := m.value.get("path"); p != nil {
		e.fields[roleCommand] = append(e.fields[roleCommand], member{m.key, m.at, p})
		m.value.members = slices.DeleteFunc(m.value.members, func(x member) bool { return x.key == "path" })
	}
	return true
}

// stray is an unknown key. One that only looks like a known one refuses the
// entry (SPEC F2): two readers would read two servers in it.
func (e *entry) stray(m member) {
	near := strictjson.Nearest(m.key, knownKeys[:])
	if near != "" && strings.EqualFold(near, m.key) {
		e.fail(m.at, "import/key-case", "key "+quoted(m.key)+" only looks like "+quoted(near), "write "+quoted(near))
		return
	}
	rule, message, hint := why(m.key)
	if near != "" {
		hint = "did you mean " + quoted(near) + "?"
	}
	e.warn(m.at, rule, "key "+quoted(m.key)+" "+message, hint)
}
