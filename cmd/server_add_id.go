package cmd

import (
	"fmt"

	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/names"
	"usher/pkg/trust"
)

// newID is an id that a person's own server may take (SPEC S2).
func (g ground) newID(word string) (names.ServerID, error) {
	reserved := names.Reserved(word, g.machineIDs()...)
	id, err := names.ParseServerID(word)
	switch {
	case reserved != "" && reserved == word:
		return "", fault.New(fault.Refused, fmt.Sprintf("the server id %q is reserved", word), "choose another, such as my-"+word)
	case reserved != "":
		return "", fault.New(fault.Refused, fmt.Sprintf("the server id %q looks like %q, which is reserved", word, reserved), "choose another, such as my-"+reserved)
	case err != nil:
		return "", badID(err, "usher server add")
	}
	return id, nil
}

// unused refuses an id that the file has already, loaded or not.
func (g ground) unused(id names.ServerID, old []byte) error {
	f := mcp.ParseFile(old, mcp.Source{Path: g.ownFile()}, mcp.Rules{Layer: g.layer()})
	for _, s := range f.Servers {
		if s.ID == id {
			where := fault.Problem{File: s.File, Line: s.Place.Line, Column: s.Place.Column}.Where()
			return fault.New(fault.Refused, fmt.Sprintf("server %q is there already, at %s", id, where), "to change it: usher server edit "+string(id))
		}
	}
	for _, d := range f.Dropped {
		if d.ID == string(id) {
			e := fault.New(fault.Refused, fmt.Sprintf("server %q is there already, but its entry was dropped", id),
				"mend the entry, or take it out: usher server remove "+string(id))
			e.Problems = []fault.Problem{d.Problem}
			return e
		}
	}
	return nil
}

// shadows says which other servers a server of one's own takes the name from.
func (g ground) shadows(id names.ServerID) []string {
	var out []string
	for _, sv := range g.Set.Servers {
		if sv.ID == id && sv.Layer == trust.Project {
			out = append(out, fmt.Sprintf("the project's server %q at %s is shadowed by it", id, sv.Where()))
		}
	}
	return out
}
