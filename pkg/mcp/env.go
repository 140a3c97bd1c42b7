package mcp

import (
	"slices"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/redact"
	"usher/pkg/strictjson"
)

// maxEnv variables are more than any server needs.
const maxEnv = 256

// readEnv reads either form of env (SPEC S5): a list of names that are passed
// on, or a map of names and texts.
func (e *entry) readEnv(v *strictjson.Value) {
	const hint = `write a list of names: ["LAB_API_URL"]`
	switch v.Kind() {
	case strictjson.KindArray:
		items, _ := e.texts(v, "env", hint, maxEnv)
		for _, it := range items {
			if name, ok := e.envName(it.text, index("env", it.index), it.at); ok {
				e.addEnv(EnvVar{Name: name, Passed: true}, it.at)
			}
		}
	case strictjson.KindObject:
		members := v.Members()
		if !e.fits(v, "env", len(members), maxEnv) {
			return
		}
		namesOnly := e.p.rules.Project && e.shape == ShapeServers
		if namesOnly {
			e.fail(v.Place(), "mcp/secret-in-project", "a project file cannot hold a secret: env is a list of names here", hint)
		}
		for _, m := range members {
			e.envMember(m, namesOnly)
		}
	case strictjson.KindNull, strictjson.KindBool, strictjson.KindNumber, strictjson.KindString:
		e.wrongType(v, "env", "a list of names or an object of texts", hint)
	}
}

func (e *entry) envMember(m strictjson.Member, namesOnly bool) {
	name, nameOK := e.envName(m.Key, "env", m.Place)
	if namesOnly {
		return
	}
	what := "env." + shownName(m.Key)
	text, isText := m.Value.Text()
	if !isText {
		e.wrongType(m.Value, what, "a text", "put it between quotes")
		return
	}
	parts, ok := e.expandable(text, what, m.Value.Place())
	if ok && strings.Contains(text, "\x00") {
		e.fail(m.Value.Place(), "mcp/control-char", what+" holds the character \\x00", "")
		ok = false
	}
	if ok && nameOK {
		e.projectValue(m.Key, parts, what, m.Value.Place())
		e.addEnv(EnvVar{Name: name, Value: redact.New(joinParts(parts))}, m.Place)
	}
}

// addEnv adds a variable once; on Windows two names that differ in case are one.
func (e *entry) addEnv(v EnvVar, at strictjson.Place) {
	for _, have := range e.out.Env {
		switch {
		case have.Name == v.Name:
			e.note(fault.SeverityWarning, at, "mcp/bad-env-name", "env names "+string(v.Name)+" twice", "take one out")
			return
		case e.p.rules.GOOS == "windows" && strings.EqualFold(string(have.Name), string(v.Name)):
			e.fail(at, "mcp/bad-env-name", "env names "+string(have.Name)+" and "+string(v.Name)+", which are one variable on Windows", "take one out")
			return
		}
	}
	e.out.Env = append(e.out.Env, v)
}

// envName checks a variable's name and whether this layer may set it (SPEC S5).
func (e *entry) envName(s, what string, at strictjson.Place) (names.EnvName, bool) {
	name, err := names.ParseEnvName(s)
	switch {
	case err != nil:
		e.fail(at, "mcp/bad-env-name", what+" holds "+quoted(shownName(s))+": "+err.Error(), "a value does not belong here; give the name alone")
		return "", false
	case secretByForm(s):
		e.fail(at, "mcp/bad-env-name", what+" holds what looks like a secret where a name belongs", "give the name of the variable that holds it")
		return "", false
	case !CodeLoading(s) || e.p.rules.anyEnv:
		return name, true
	case e.p.rules.Project:
		e.fail(at, "mcp/code-loading-env", "env sets "+s+", which changes how programs load code; a project file may not set it", "take it out")
		return "", false
	case !slices.Contains(e.p.rules.AllowEnv, s) && !slices.Contains(e.p.rules.AllowEnv, e.id+"/"+s):
		e.fail(at, "mcp/code-loading-env", "env sets "+s+", which changes how programs load code and was not allowed", e.allowHint(s))
		return "", false
	}
	return name, true
}

// allowHint is how a person allows a variable; only a server with an id can be edited.
func (e *entry) allowHint(name string) string {
	if e.id == "" || e.p.rules.Layer != "yours" {
		return "allow it by name: --allow-env " + name
	}
	return "allow it by name: usher server edit " + e.id + " --allow-env " + name
}

// shownName is what a message may repeat of a text that should have been a
// name: nothing after an = and nothing that looks like a secret.
func shownName(s string) string {
	name, _, assigned := strings.Cut(s, "=")
	if assigned {
		name += "=…"
	}
	if len(name) > 64 || Secretish(name) {
		return "…"
	}
	return name
}
