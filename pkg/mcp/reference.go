package mcp

import (
	"strings"

	"usher/pkg/names"
)

// partKind is what one piece of a text with ${…} in it is.
type partKind uint8

const (
	partText partKind = iota
	partSecret
	partEnv
	partWorkspace
)

// part is a run of literal text or one ${…}. text is the literal, the secret's
// or the variable's name; fallback is what stands after :- of a variable.
type part struct {
	kind        partKind
	text        string
	fallback    string
	hasFallback bool
}

// parseParts splits a text at its ${secret:NAME}, ${env:NAME},
// ${env:NAME:-default} and ${workspace} (SPEC S7). With short also the other
// apps' ${NAME} and ${NAME:-default} are read, as ${env:…}. Anything else that
// begins with ${ is a fault, worded without the text around it or the default,
// because either may be a secret.
func parseParts(s string, short bool) (parts []part, why, hint string) {
	for s != "" {
		open := strings.Index(s, "${")
		if open < 0 {
			return append(parts, part{text: s}), "", ""
		}
		if open > 0 {
			parts = append(parts, part{text: s[:open]})
		}
		body, rest, closed := strings.Cut(s[open+2:], "}")
		if !closed {
			return nil, "holds a ${ that is never closed", "write ${env:NAME}, or take the ${ out"
		}
		p, why, hint := parseReference(body, short)
		if why != "" {
			return nil, why, hint
		}
		parts, s = append(parts, p), rest
	}
	return parts, "", ""
}

// parseReference reads what stands between ${ and }.
func parseReference(body string, short bool) (p part, why, hint string) {
	const forms = "the forms are ${secret:NAME}, ${env:NAME} and ${workspace}"
	word, rest, colon := strings.Cut(body, ":")
	switch {
	case body == "workspace":
		return part{kind: partWorkspace}, "", ""
	case colon && word == "secret":
		name, err := names.ParseSecretName(rest)
		if err != nil {
			return part{}, "holds a ${secret:…} with a name that is none", err.Error()
		}
		return part{kind: partSecret, text: string(name)}, "", ""
	case colon && word == "env":
		return parseVariable(rest, forms)
	}
	if name, err := names.ParseEnvName(word); err == nil && (!colon || strings.HasPrefix(rest, "-")) {
		if short {
			return parseVariable(body, forms)
		}
		return part{}, "holds ${" + string(name) + "}, which has no meaning here", "write ${env:" + string(name) + "}; " + forms
	} else if err == nil && len(word) <= 20 {
		return part{}, "holds ${" + string(name) + ":…}, which is not known", forms
	}
	return part{}, "holds a ${…} that is not known", forms
}

// parseVariable reads NAME or NAME:-default.
func parseVariable(s, forms string) (p part, why, hint string) {
	name, fallback, has := strings.Cut(s, ":-")
	if _, err := names.ParseEnvName(name); err != nil {
		return part{}, "holds a ${env:…} with a name that is none", err.Error()
	}
	if strings.Contains(fallback, "${") {
		return part{}, "holds a ${…} inside another", forms
	}
	return part{kind: partEnv, text: name, fallback: fallback, hasFallback: has}, "", ""
}

// joinParts is the text in the one form every shape has: ${NAME} as ${env:NAME}.
func joinParts(parts []part) string {
	var b strings.Builder
	for _, p := range parts {
		switch p.kind {
		case partText:
			b.WriteString(p.text)
		case partSecret:
			b.WriteString("${secret:" + p.text + "}")
		case partEnv:
			b.WriteString("${env:" + p.text)
			if p.hasFallback {
				b.WriteString(":-" + p.fallback)
			}
			b.WriteString("}")
		case partWorkspace:
			b.WriteString("${workspace}")
		}
	}
	return b.String()
}

// literals are the pieces the file itself holds: text and defaults.
func literals(parts []part) []string {
	var out []string
	for _, p := range parts {
		if p.kind == partText {
			out = append(out, p.text)
		} else if p.hasFallback {
			out = append(out, p.fallback)
		}
	}
	return out
}
