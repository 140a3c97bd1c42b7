package cmd

import (
	"slices"
	"strconv"
	"strings"

	"usher/pkg/effective"
	"usher/pkg/mcp"
	"usher/pkg/names"
	"usher/pkg/term"
)

// sources are what a card says of the places that texts come from: which variables
// are set now and which secrets are stored. It sees no value.
type sources struct {
	Getenv func(string) string
	stored func(names.SecretName) string // isStored, or why it cannot be taken
	reach  func(effective.Server) sight  // what it would touch
}

const isStored = "stored"

// sources looks once at the names of secrets; where they cannot be read that is
// what is said of each, and no keychain is asked (SPEC E4).
func (a *app) sources(g ground) sources {
	var have []names.SecretName
	var err error
	looked := false
	return sources{Getenv: a.Getenv, reach: a.looks(g, true), stored: func(n names.SecretName) string {
		if !looked { // a server that names none touches no store
			looked = true
			have, err = a.storedNames(g)
		}
		switch {
		case err != nil:
			return "not known whether it is stored"
		case slices.Contains(have, n):
			return isStored
		}
		return "not stored"
	}}
}

// secretRows name every secret and say where it goes (SPEC A3); those that stand in
// the arguments, where everyone sees them, apart and in red (SPEC S7).
func secretRows(sv effective.Server, from sources) []term.Row {
	var plain, seen []string
	for _, u := range secretUses(sv, from) {
		words := string(u.Name) + ": into " + place(u) + ", " + from.stored(u.Name)
		if strings.HasPrefix(u.Field, "args") {
			seen = append(seen, words)
		} else {
			plain = append(plain, words)
		}
	}
	var rows []term.Row
	if len(plain) > 0 || len(seen) == 0 {
		rows = append(rows, term.Row{Label: "secrets", Values: plain, Words: true})
	}
	if len(seen) > 0 {
		rows = append(rows, term.Row{Label: "secrets seen", Values: seen, Words: true, Red: true})
	}
	return rows
}

// secretUses are the secrets that a start takes as it is now: those the definition
// names, and the stored ones of listed variables.
func secretUses(sv effective.Server, from sources) []mcp.SecretUse {
	uses := sv.SecretUses()
	for _, v := range sv.Env {
		if own, ok := ownStored(sv, v, from); ok {
			uses = append(uses, mcp.SecretUse{Field: "env." + string(v.Name), Name: own})
		}
	}
	return uses
}

// place is where a secret goes, in words.
func place(u mcp.SecretUse) string {
	kind, rest, _ := strings.Cut(u.Field, ".")
	switch kind {
	case "env":
		return "the variable " + rest
	case "headers":
		return "the header " + rest + ", sent to the url"
	case "sandbox":
		return "a folder's path"
	}
	at, _ := strconv.Atoi(strings.Trim(strings.TrimPrefix(u.Field, "args"), "[]"))
	return "argument " + strconv.Itoa(at+1) + ", which the process list shows to everyone on this computer"
}
