package files

import (
	"math"
	"time"

	"usher/pkg/strictjson"
)

// one is the single field of a role; more than one is an error.
func (e *entry) one(r role) (member, bool) {
	ms := e.fields[r]
	if len(ms) > 1 {
		e.fail(ms[1].at, "import/both", quoted(ms[0].key)+" and "+quoted(ms[1].key)+" say the same thing", "take one out")
	}
	if len(ms) == 0 {
		return member{}, false
	}
	return ms[0], true
}

func (e *entry) wrongType(m member, want string) {
	e.fail(m.value.orNothing().at, "import/bad-type", quoted(m.key)+" must be "+want+", got "+m.value.what(), "")
}

// word is the single text of a role.
func (e *entry) word(r role) (string, member, bool) {
	m, ok := e.one(r)
	if !ok {
		return "", m, false
	}
	s, isText := m.value.word()
	if !isText {
		e.wrongType(m, "a text")
	}
	return s, m, isText
}

// readCommon reads what both kinds of server have.
func (e *entry) readCommon() {
	e.readDescription()
	if m, ok := e.one(roleDisabled); ok {
		e.out.Disabled = e.truth(m)
	}
	if m, ok := e.one(roleEnabled); ok {
		e.out.Disabled = e.out.Disabled || !e.truth(m)
	}
	for _, m := range e.fields[roleTimeout] {
		e.readTimeout(m)
	}
}

func (e *entry) truth(m member) bool {
	if !m.value.is(strictjson.KindBool) {
		e.wrongType(m, "true or false")
		return true
	}
	return m.value.truth
}

func (e *entry) readDescription() {
	s, m, ok := e.word(roleDescription)
	switch {
	case !ok:
	case flagged("", s):
		e.warn(m.at, "import/no-place", "the description looks as if it held a secret and is left out", "")
	default:
		e.out.Description = s
	}
}

// readTimeout takes over how long a start may take. Most apps' timeout is that
// of a call, for which usher has no place.
func (e *entry) readTimeout(m member) {
	n, ok := m.value.number()
	unit := time.Duration(0)
	switch {
	case m.key == "timeoutMs", m.key == "startup_timeout_ms", m.key == "timeout" && e.im.client == OpenCode:
		unit = time.Millisecond
	case m.key == "startup_timeout_sec":
		unit = time.Second
	}
	switch ms := math.Round(n * float64(unit/time.Millisecond)); {
	case !ok:
		e.warn(m.at, "import/timeout", quoted(m.key)+" is no number and is left out", "")
	case unit == 0:
		e.tell(m.at, "import/timeout", quoted(m.key)+" is how long a call may take in the other app; usher has no such field, and it is left out", `usher's own "timeoutMs" is for the start`)
	case ms < 100 || ms > 600_000:
		e.warn(m.at, "import/timeout", quoted(m.key)+" is not between 100 ms and 10 minutes and is left out", "")
	default:
		e.out.Timeout = time.Duration(ms) * time.Millisecond
		if m.key != "timeoutMs" {
			e.tell(m.at, "import/timeout", quoted(m.key)+" becomes timeoutMs", "")
		}
	}
}
