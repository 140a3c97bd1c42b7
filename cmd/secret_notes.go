package cmd

import (
	"fmt"
	"slices"
	"strings"

	"usher/pkg/effective"
	"usher/pkg/mcp"
	"usher/pkg/names"
	"usher/pkg/secrets"
)

// use is one server that takes a secret, and where it goes.
type use struct {
	Name   names.SecretName `json:"-"`
	Server string           `json:"server"`
	Layer  string           `json:"layer"`
	Field  string           `json:"field"` // args[0], env.NAME, headers.NAME, sandbox.read[0]
}

// uses are the places of every server that is not shadowed that take a secret:
// those that name it and, for one's own, those that list a variable of its name.
func (g ground) uses() []use {
	var out []use
	for _, sv := range g.Set.Servers {
		if sv.ShadowedBy == "" {
			out = append(out, usesOf(sv)...)
		}
	}
	return out
}

func usesOf(sv effective.Server) []use {
	var out []use
	add := func(name names.SecretName, field string) {
		out = append(out, use{Name: name, Server: string(sv.ID), Layer: sv.Layer, Field: field})
	}
	for _, u := range sv.SecretUses() {
		add(u.Name, u.Field)
	}
	for _, v := range sv.Env {
		if own, ok := sv.OwnSecret(v); ok {
			add(own, "env."+string(v.Name))
		}
	}
	return out
}

// unmet are the uses of secrets that nobody has stored. A listed variable that is
// set in the environment misses nothing.
func (g ground) unmet(getenv func(string) string, stored []names.SecretName) []use {
	return slices.DeleteFunc(g.uses(), func(u use) bool {
		variable := strings.TrimPrefix(u.Field, "env.")
		listed := variable != u.Field && u.Name == mcp.OwnSecretName(names.ServerID(u.Server), variable)
		return slices.Contains(stored, u.Name) || listed && getenv(variable) != ""
	})
}

// firstStore says where the first secret went, and with it all that follow (SPEC E1).
func firstStore(w secrets.Where) string {
	if w.Store == secrets.Keychain {
		return "secrets are kept in the system's keychain from now on"
	}
	return "secrets are kept from now on in a file only you can read, " + w.Path + ": " + w.Why
}

// secretNotes say what a name means beside others that are like it.
func (a *app) secretNotes(g ground, name names.SecretName, stored []names.SecretName) []string {
	id, bare, own := strings.Cut(string(name), "/")
	if !own {
		return g.globalNotes(name, stored)
	}
	var notes []string
	sv, defined := g.Set.Find(names.ServerID(id))
	switch {
	case !defined:
		notes = append(notes, fmt.Sprintf("no server %q is defined", id)+g.nearID(id))
	case !slices.ContainsFunc(usesOf(sv), func(u use) bool { return u.Name == name }):
		notes = append(notes, fmt.Sprintf("server %q does not take it: it neither lists the variable %s nor names ${secret:%s}", id, bare, name))
	case a.Getenv(bare) != "" && slices.ContainsFunc(sv.Env, func(v mcp.EnvVar) bool { return v.Passed && string(v.Name) == bare }):
		notes = append(notes, fmt.Sprintf("server %q takes it in the place of %s from your environment", id, bare))
	}
	if slices.Contains(stored, names.SecretName(bare)) {
		notes = append(notes, fmt.Sprintf("there is a secret %s for every server too: ${secret:%s} means that one, ${secret:%s} this one", bare, bare, name))
	}
	return notes
}

// globalNotes are about a name without a server's id: which servers of one's own
// have a secret or a listed variable of that name, which it is not.
func (g ground) globalNotes(name names.SecretName, stored []names.SecretName) []string {
	var notes []string
	for _, sv := range g.Set.Servers {
		own := mcp.OwnSecretName(sv.ID, string(name))
		lists := slices.ContainsFunc(sv.Env, func(v mcp.EnvVar) bool { n, ok := sv.OwnSecret(v); return ok && n == own })
		switch {
		case slices.Contains(stored, own) && sv.ShadowedBy == "":
			notes = append(notes, fmt.Sprintf("server %q has a secret of its own of that name, %s, which is another one", sv.ID, own))
		case lists:
			notes = append(notes, fmt.Sprintf("server %q lists the variable %s, which is never taken from a secret for every server: usher secret set %s", sv.ID, name, own))
		}
	}
	return notes
}
