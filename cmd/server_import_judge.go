package cmd

import (
	"fmt"
	"slices"

	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/names"
	"usher/pkg/secrets"
)

// plan says of each server what becomes of it, and gives the file that holds all
// that can be taken.
func (in *intake) plan(old []byte) ([]byte, error) {
	for _, s := range in.rows {
		if !s.ok {
			continue
		}
		next, err := in.judge(old, s)
		if err != nil {
			return nil, err
		}
		if s.taken() {
			old = next
		}
	}
	return old, nil
}

// judge is the file with one server in it, where it may be taken. An error is one
// of the whole file.
func (in *intake) judge(old []byte, s *incoming) ([]byte, error) {
	s.result, s.why, s.hints, s.was, s.allow = importNew, "", nil, mcp.Server{}, nil
	id := s.Server.ID
	if _, err := in.g.newID(string(id)); err != nil { // reserved by the machine's layer
		s.refuse(importRefused, err.Error(), "give it another id: usher server add ID --json -")
		return nil, nil
	}
	server := s.Server
	was, where, dropped := in.g.existing(id, old)
	switch {
	case dropped:
		s.refuse(importExists, "it is there already, but its entry was dropped", "mend the entry, or take it out: usher server remove "+string(id))
		return nil, nil
	case where != "":
		s.result, s.was = importReplaces, was
		server.Disabled = server.Disabled || was.Disabled // letting it start is for a person to say
	}
	next, err := mcp.With(old, server)
	if err != nil {
		return nil, err
	}
	switch {
	case where != "" && string(next) == string(old):
		s.refuse(importSame, "it is there already, at "+where+", and nothing differs")
	case where != "" && !in.replace:
		s.refuse(importExists, "it is there already, at "+where, "to take this one in its place: --replace")
	default:
		in.admit(next, s)
	}
	return next, nil
}

// existing is the server that has an id already, and where.
func (g ground) existing(id names.ServerID, old []byte) (was mcp.Server, where string, dropped bool) {
	f := mcp.ParseFile(old, mcp.Source{Path: g.ownFile()}, mcp.Rules{Layer: g.layer(), Reserved: g.machineIDs(), AllowEnv: g.Ledger.AllowedEnv()})
	for _, have := range f.Servers {
		if have.ID == id {
			return have, fault.Problem{File: have.File, Line: have.Place.Line, Column: have.Place.Column}.Where(), false
		}
	}
	return mcp.Server{}, "", slices.ContainsFunc(f.Dropped, func(d mcp.Dropped) bool { return d.ID == string(id) })
}

// admit refuses what would not load, what nobody could ever approve, and what
// would take a stored secret's place unasked.
func (in *intake) admit(next []byte, s *incoming) {
	id := s.Server.ID
	before := in.g.Ledger.MaySet(id)
	for _, name := range s.AllowEnv {
		switch {
		case slices.Contains(before, name):
		case !slices.Contains(in.allow, string(name)):
			s.refuse(importRefused, fmt.Sprintf("the variable %s changes how programs load code, and a server sets it only if you allow it by name", name),
				"if you mean it: --allow-env "+string(name))
			return
		default:
			s.allow = append(s.allow, name)
		}
	}
	sv, err := in.g.loaded(next, id, append(before, s.allow...))
	if err == nil {
		err = in.grantable(in.g, sv)
	}
	if err == nil {
		err = in.showable(in.g, sv)
	}
	if err != nil {
		s.refuse(importRefused, err.Error())
		return
	}
	for _, secret := range s.Secrets {
		if secret.Value.Empty() {
			continue
		}
		if _, err := secrets.Parse([]byte(secret.Value.Reveal())); err != nil {
			s.refuse(importRefused, secret.Field+" is nothing that can be stored: "+err.Error(), "store it yourself: usher secret set "+string(secret.Name))
			return
		}
		if in.clashes(secret) && !in.replace {
			s.refuse(importExists, "the secret "+string(secret.Name)+" is stored already", "to store the one of the file in its place: --replace", "or forget it: usher secret remove "+string(secret.Name))
			return
		}
	}
}
