package files

import (
	"strings"

	"usher/pkg/mcp"
	"usher/pkg/names"
	"usher/pkg/redact"
	"usher/pkg/strictjson"
)

// flagged reports a text that is a secret by itself or by the name it stands
// under, as usher looks at a project's file (SPEC S6).
func flagged(name, text string) bool {
	s := mcp.Server{Env: []mcp.EnvVar{{Name: names.EnvName(name), Value: redact.New(text)}}}
	return len(mcp.PlainSecrets(s)) > 0
}

// byForm is flagged for what is an argument or a path, where commit ids and
// digests are ordinary.
func byForm(text string) bool {
	return len(mcp.PlainSecrets(mcp.Server{Args: []string{text}})) > 0
}

// rewritten is the text of a variable or a header in usher's terms: its variables
// rewritten, its secrets moved out.
func (e *entry) rewritten(owner, field, s string, at strictjson.Place) (string, bool) {
	shell := e.shellNames()
	if _, name := dollarName(s); name != "" && !shell {
		shell = true
		e.warn(at, "import/variable", field+" is taken for the variable "+name, "")
	}
	parts, why, hint := e.pieces(s, shell)
	if why != "" {
		e.fail(at, "import/reference", field+" "+why, hint)
		return "", false
	}
	var b strings.Builder
	for _, p := range parts {
		switch {
		case p.kind == pieceAsked:
			b.WriteString(e.asked(p.text, field, at))
		case p.kind == pieceRef:
			b.WriteString(e.reference(p.text, owner, field, at))
		case flagged(owner, p.text):
			b.WriteString(e.hidden(owner, field, p.text, at))
		default:
			e.dollar(p.text, field, at)
			b.WriteString(p.text)
		}
	}
	return b.String(), true
}

// reference is a variable as it stays in the entry; a default that is a secret
// is stored in its place.
func (e *entry) reference(ref, owner, field string, at strictjson.Place) string {
	if name, ok := strings.CutPrefix(ref, "${secret:"); ok {
		e.warn(at, "import/names-secret", field+" names your secret "+strings.TrimSuffix(name, "}")+", which the server would get", "leave it out if you did not write this file")
		return ref
	}
	_, fallback, has := strings.Cut(strings.TrimSuffix(ref, "}"), ":-")
	if !has || !flagged(owner, fallback) {
		return ref
	}
	e.warn(at, "import/variable", field+" has a default that is a secret; it is stored, and the variable is no longer looked at", "")
	return e.store(owner, field, fallback, "", at)
}

// hidden moves one literal out; the scheme of an authorization stays readable.
func (e *entry) hidden(owner, field, text string, at strictjson.Place) string {
	scheme, rest, blank := strings.Cut(text, " ")
	if !authScheme(scheme) || !blank || rest == "" || strings.TrimSpace(rest) != rest {
		return e.store(owner, field, text, "", at)
	}
	name := owner
	if strings.EqualFold(owner, "Authorization") {
		name = scheme
	}
	return scheme + " " + e.store(name, field, rest, "", at)
}

// asked is a secret that the file does not hold.
func (e *entry) asked(id, field string, at strictjson.Place) string {
	ref := e.ask(id, field, e.im.inputs[id])
	e.tell(at, "import/asked", field+" is asked for by the other app; usher asks once and stores it", "")
	return ref
}

// store puts a value among the secrets and gives what stands in its place. What
// is plainly to be filled in is asked for.
func (e *entry) store(name, field, text, prompt string, at strictjson.Place) string {
	if placeholder(text) {
		e.warn(at, "import/placeholder", field+" holds what a person is to fill in; usher asks for it and stores it", "")
		return e.ask(name, field, prompt)
	}
	if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		e.fail(at, "import/secret", field+" is a secret with a line break or control character, which the secret store does not take", "keep it in your environment and name it: ${env:NAME}")
	}
	for _, have := range e.secrets {
		if have.Value == redact.New(text) {
			return "${secret:" + string(have.Name) + "}"
		}
	}
	full := e.secretName(name)
	e.secrets = append(e.secrets, Secret{Name: full, Field: field, Value: redact.New(text), Prompt: prompt})
	e.warn(at, "import/secret", field+" is a secret in clear; it is stored as "+string(full)+" and taken out of the entry", "the file it came from still holds it")
	return "${secret:" + string(full) + "}"
}

// ask is a secret without a value; one that is asked for twice is one.
func (e *entry) ask(name, field, prompt string) string {
	if ref, ok := e.asks[name]; ok {
		return ref
	}
	full := e.secretName(name)
	e.secrets = append(e.secrets, Secret{Name: full, Field: field, Prompt: prompt})
	ref := "${secret:" + string(full) + "}"
	e.asks[name] = ref
	return ref
}
