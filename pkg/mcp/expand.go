package mcp

import (
	"path/filepath"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/redact"
	"usher/pkg/sandbox"
)

// What a Look is asked for.
const (
	LookEnv       = "env"       // a variable of usher's own environment
	LookSecret    = "secret"    // a stored secret, NAME or ID/NAME
	LookWorkspace = "workspace" // the trusted project folder, by the name ""
)

// Look finds the value behind a name; false where it is not set, not stored, or
// not to be had here.
type Look func(kind, name string) (value redact.Value, ok bool)

// Expanded is what a server is started or dialled with, every ${…} replaced
// (SPEC S5, S7). Secrets are the values that went in and must be covered in
// whatever the server says (SPEC E3).
type Expanded struct {
	Args    []string
	Env     []string // "NAME=value", in file order; the basic set is not in it
	Headers []Header
	Token   redact.Value // of tokenEnv
	Read    []string     // folders, absolute
	Write   []string
	Secrets []redact.Value
}

// Expand replaces the ${…} of a server in one pass: what a value holds is never
// expanded again, and neither command, url nor id are looked at (SPEC S7). A
// name of an env list is looked for among the server's own secrets, for one of
// yours, and then in the environment (SPEC S9). ${env:NAME:-default} takes the
// default where the variable is unset or empty.
//
// Anything that is not set or not known stops the server: the *fault.Error names
// every field and variable, never a value, and nothing is to be started.
func Expand(s Server, look Look) (Expanded, error) {
	e := &expander{server: s, look: look}
	for i, arg := range s.Args {
		e.out.Args = append(e.out.Args, e.text(index("args", i), "", arg))
	}
	for _, v := range s.Env {
		e.variable(v)
	}
	for _, h := range s.Headers {
		e.header(h)
	}
	if s.TokenEnv != "" {
		e.out.Token = redact.New(e.named("tokenEnv", LookEnv, string(s.TokenEnv)))
	}
	for i, dir := range s.Reach.Read {
		e.out.Read = append(e.out.Read, e.folder(index("sandbox.read", i), dir))
	}
	for i, dir := range s.Reach.Write {
		e.out.Write = append(e.out.Write, e.folder(index("sandbox.write", i), dir))
	}
	if len(e.problems) > 0 {
		return Expanded{}, e.fault()
	}
	return e.out, nil
}

type expander struct {
	server   Server
	look     Look
	out      Expanded
	problems []fault.Problem
}

// text replaces what stands in one field. owner is the variable or header that
// gets the text, "" for any other field.
func (e *expander) text(field, owner, s string) string {
	parts, why, hint := parseParts(s, false)
	if why != "" { // ParseFile refuses it; a Server made by hand may hold it
		e.fail("mcp/reference", field+" "+why, hint)
		return ""
	}
	var b strings.Builder
	for _, p := range parts {
		switch p.kind {
		case partText:
			b.WriteString(p.text)
			if owner != "" {
				e.hide(owner, redact.New(p.text), false)
			}
		case partSecret:
			b.WriteString(e.named(field, LookSecret, p.text))
		case partEnv:
			if v, ok := e.look(LookEnv, p.text); p.hasFallback && (!ok || v.Empty()) {
				b.WriteString(p.fallback)
			} else {
				b.WriteString(e.named(field, LookEnv, p.text))
			}
		case partWorkspace:
			b.WriteString(e.named(field, LookWorkspace, ""))
		}
	}
	return b.String()
}

// named is the value behind one name, or "" and a problem.
func (e *expander) named(field, kind, name string) string {
	v, ok := e.look(kind, name)
	switch {
	case ok:
	case kind == LookSecret:
		e.fail("mcp/secret", field+" names the secret "+name+", which is not stored", "usher secret set "+name)
	case kind == LookWorkspace:
		e.nowhere(field, "${workspace}")
	default:
		e.unset(field, name, "set "+name+" in the environment usher is started from")
	}
	if kind != LookWorkspace {
		e.hide(name, v, kind == LookSecret)
	}
	return v.Reveal()
}

// nowhere is a problem with a field that names the trusted project folder, as it is
// written there.
func (e *expander) nowhere(field, written string) {
	e.fail("mcp/workspace", field+" names "+written+", and there is no trusted project folder here", "start it in a folder you trust, or name the folder itself")
}

func (e *expander) unset(field, name, hint string) {
	e.fail("mcp/unset", field+" names the variable "+name+", which is not set", hint)
}

// variable adds NAME=value.
func (e *expander) variable(v EnvVar) {
	name := string(v.Name)
	if !v.Passed {
		e.out.Env = append(e.out.Env, name+"="+e.text("env."+name, name, v.Value.Reveal()))
		return
	}
	if own, listed := e.server.OwnSecret(v); listed {
		value, ok := e.look(LookSecret, string(own))
		if !ok {
			if value, ok = e.look(LookEnv, name); !ok {
				e.unset("env", name, "usher secret set "+string(own)+", or set "+name+" in the environment usher is started from")
				return
			}
			e.hide(name, value, false)
		} else {
			e.hide(name, value, true)
		}
		e.out.Env = append(e.out.Env, name+"="+value.Reveal())
		return
	}
	e.out.Env = append(e.out.Env, name+"="+e.named("env", LookEnv, name))
}

func (e *expander) header(h Header) {
	field := "headers." + h.Name
	value := e.text(field, h.Name, h.Value.Reveal())
	if strings.ContainsAny(value, "\r\n\x00") {
		e.fail("mcp/control-char", field+" would hold a line break", "")
	}
	e.out.Headers = append(e.out.Headers, Header{Name: h.Name, Value: redact.New(value)})
}

// folder is an absolute folder; the word workspace is the trusted one.
func (e *expander) folder(field, dir string) string {
	if rest, ok := strings.CutPrefix(dir, sandbox.Workspace); ok && (rest == "" || rest[0] == '/') {
		at, ok := e.look(LookWorkspace, "")
		if !ok {
			e.nowhere(field, dir)
		}
		return at.Reveal() + e.text(field, "", rest)
	}
	before := len(e.problems)
	out := e.text(field, "", dir)
	if len(e.problems) == before && (!filepath.IsAbs(out) || strings.Contains(filepath.ToSlash(out)+"/", "/../")) {
		e.fail("mcp/sandbox", field+" is not an absolute folder once its ${…} is replaced", "a relative folder would depend on where usher is started")
	}
	return out
}
