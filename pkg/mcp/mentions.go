package mcp

import (
	"slices"
	"strings"

	"usher/pkg/names"
)

// SecretNames are the secrets its ${secret:NAME} name, sorted, each once: for
// the digest and the card (SPEC A1, A3). A secret of the server's own that a
// listed variable may be taken from (SPEC S9) is not among them.
func (s Server) SecretNames() []names.SecretName {
	var out []names.SecretName
	for _, p := range s.references() {
		if p.kind == partSecret {
			out = append(out, names.SecretName(p.text))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// EnvNames are the variables of usher's own environment the launch reads: those
// its env list passes on, those ${env:NAME} names and tokenEnv; sorted, each once.
func (s Server) EnvNames() []names.EnvName {
	var out []names.EnvName
	for _, v := range s.Env {
		if v.Passed {
			out = append(out, v.Name)
		}
	}
	for _, p := range s.references() {
		if p.kind == partEnv {
			out = append(out, names.EnvName(p.text))
		}
	}
	if s.TokenEnv != "" {
		out = append(out, s.TokenEnv)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// references are the ${…} of every field that is expanded (SPEC S7).
func (s Server) references() []part {
	texts := slices.Concat(s.Args, s.Reach.Read, s.Reach.Write)
	for _, v := range s.Env {
		texts = append(texts, v.Value.Reveal())
	}
	for _, h := range s.Headers {
		texts = append(texts, h.Value.Reveal())
	}
	var out []part
	for _, t := range texts {
		parts, _, _ := parseParts(t, false)
		for _, p := range parts {
			if p.kind != partText {
				out = append(out, p)
			}
		}
	}
	return out
}

// Runs says in one line what is started or dialled; a URL without its query.
// Foreign text: clean it before it reaches a terminal.
func (s Server) Runs() string {
	if s.Remote() {
		address, _, query := strings.Cut(s.URL, "?")
		if query {
			address += "?…"
		}
		return address
	}
	words := []string{s.Command}
	if s.Package.Kind != "" {
		words = []string{s.Package.Kind + ":" + s.Package.Spec}
		if s.Package.Bin != "" {
			words = append(words, s.Package.Bin)
		}
	}
	words = append(words, s.Args...)
	for i, w := range words {
		if i > 0 {
			w = covered(w)
			words[i] = w
		}
		if w == "" || strings.ContainsAny(w, " \"'") {
			words[i] = `"` + w + `"`
		}
	}
	return strings.Join(words, " ")
}

// covered hides what looks like a secret in an argument of a listing. The
// approval card shows every argument whole (SPEC Q8).
func covered(arg string) string {
	if name, value, ok := strings.Cut(arg, "="); ok && Secretish(value) {
		return name + "=***"
	}
	if Secretish(arg) {
		return "***"
	}
	return arg
}
