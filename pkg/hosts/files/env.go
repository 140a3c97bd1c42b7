package files

import (
	"strconv"
	"strings"

	"usher/pkg/mcp"
	"usher/pkg/names"
	"usher/pkg/redact"
	"usher/pkg/strictjson"
)

// readEnv reads the variables of a local server: a map of texts, a list of names
// that are passed on, and names the client keeps in a store of its own. usher
// writes one map where they are mixed.
func (e *entry) readEnv() {
	for _, m := range e.fields[roleEnv] {
		switch {
		case m.value.is(strictjson.KindObject):
			for _, v := range m.value.members {
				e.variableOf(v)
			}
		case m.value.is(strictjson.KindArray):
			e.names(m, false)
		default:
			e.wrongType(m, "a table of texts or a list of names")
		}
	}
	for _, m := range e.fields[roleEnvNames] {
		e.names(m, false)
	}
	for _, m := range e.fields[roleEnvAsked] {
		e.names(m, true)
	}
	allPassed := true
	for _, v := range e.out.Env {
		allPassed = allPassed && v.Passed
	}
	for i, v := range e.out.Env {
		if v.Passed && !allPassed {
			e.out.Env[i] = passed(v.Name, v.Name)
		}
	}
}

// variableOf reads NAME and its text.
func (e *entry) variableOf(m member) {
	name, ok := e.envName(m.key, m.at)
	if !ok {
		return
	}
	text, ok := m.value.scalar()
	if !ok {
		e.fail(m.at, "import/bad-type", "env."+m.key+" must be a text, got "+m.value.what(), "")
		return
	}
	if mcp.CodeLoading(m.key) && flagged("", text) && !flagged(m.key, "a word") {
		e.fail(m.value.at, "import/secret", "env."+m.key+" decides what code is loaded and looks as if it held a secret, which would hide it", "take it apart by hand")
		return
	}
	if value, ok := e.rewritten(m.key, "env."+m.key, text, m.value.at); ok {
		e.addEnv(mcp.EnvVar{Name: name, Value: redact.New(value)}, m.at)
	}
}

// names reads a list of names; Codex may write a name as {name, source}.
func (e *entry) names(m member, asked bool) {
	if !m.value.is(strictjson.KindArray) {
		e.wrongType(m, "a list of names")
		return
	}
	for i, item := range m.value.items {
		n := item
		if item.is(strictjson.KindObject) {
			n = item.get("name")
			if s, _ := item.get("source").word(); s == "remote" {
				e.fail(item.at, "import/no-place", m.key+"["+strconv.Itoa(i)+"] is to be taken from a remote environment, which usher does not have", "")
				continue
			}
		}
		text, ok := n.word()
		if !ok {
			e.fail(item.at, "import/bad-type", m.key+"["+strconv.Itoa(i)+"] must be a name, got "+item.what(), "")
			continue
		}
		name, ok := e.envName(text, item.at)
		switch {
		case !ok:
		case asked:
			e.addEnv(mcp.EnvVar{Name: name, Value: redact.New(e.asked(text, "env."+text, item.at))}, item.at)
		default:
			e.addEnv(mcp.EnvVar{Name: name, Passed: true}, item.at)
		}
	}
}

// envName checks a name; what is none may be a value and is not repeated.
func (e *entry) envName(s string, at strictjson.Place) (names.EnvName, bool) {
	name, err := names.ParseEnvName(s)
	if err != nil || mcp.Secretish(s) {
		shown, _, _ := strings.Cut(s, "=")
		e.fail(at, "import/bad-env-name", "env holds "+quoted(shown)+" where the name of a variable belongs", "a name is letters, digits and underscores, not starting with a digit")
		return "", false
	}
	return name, true
}
