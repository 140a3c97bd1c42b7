package mcp

import (
	"slices"

	"usher/pkg/names"
)

// SecretUse is one place of a definition that takes a secret: the field, such as
// env.KEY, headers.Authorization or args[1], and the secret's name.
type SecretUse struct {
	Field string
	Name  names.SecretName
}

// SecretUses are the places that name a secret, each once, in the order of the
// fields (SPEC A3, E2). Listed variables are not among them: see OwnSecret.
func (s Server) SecretUses() []SecretUse {
	var out []SecretUse
	add := func(field, text string) {
		parts, _, _ := parseParts(text, false)
		for _, p := range parts {
			u := SecretUse{field, names.SecretName(p.text)}
			if p.kind == partSecret && !slices.Contains(out, u) {
				out = append(out, u)
			}
		}
	}
	for i, arg := range s.Args {
		add(index("args", i), arg)
	}
	for _, v := range s.Env {
		add("env."+string(v.Name), v.Value.Reveal())
	}
	for _, h := range s.Headers {
		add("headers."+h.Name, h.Value.Reveal())
	}
	for i, dir := range s.Reach.Read {
		add(index("sandbox.read", i), dir)
	}
	for i, dir := range s.Reach.Write {
		add(index("sandbox.write", i), dir)
	}
	return out
}

// OwnSecret is the secret ID/NAME that a listed variable is taken from before the
// environment is looked at; false for a variable that is none of a person's own
// server's list (SPEC S5, S9). No global secret ever stands in for it.
func (s Server) OwnSecret(v EnvVar) (names.SecretName, bool) {
	if s.Layer != "yours" || !v.Passed {
		return "", false
	}
	return OwnSecretName(s.ID, string(v.Name)), true
}

// OwnSecretName is ID/NAME.
func OwnSecretName(id names.ServerID, name string) names.SecretName {
	return names.SecretName(string(id) + "/" + name)
}

// SecretsNeeded are the secrets that a start may ask for: those it names, and its
// own that listed variables may be taken from; sorted, each once. For one that
// needs none no store is touched (SPEC E4).
func (s Server) SecretsNeeded() []names.SecretName {
	out := s.SecretNames()
	for _, v := range s.Env {
		if own, ok := s.OwnSecret(v); ok {
			out = append(out, own)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
