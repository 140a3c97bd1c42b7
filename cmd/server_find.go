package cmd

import (
	"fmt"
	"path/filepath"

	"usher/pkg/effective"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/strictjson"
	"usher/pkg/trust"
)

// server finds the server that a person named, or says why there is none.
func (g ground) server(word string) (effective.Server, error) {
	id, err := g.serverID(word)
	if err != nil {
		return effective.Server{}, err
	}
	if sv, ok := g.Set.Find(id); ok {
		return sv, nil
	}
	if d, ok := g.Set.DroppedID(id); ok {
		e := fault.New(fault.Failed, fmt.Sprintf("server %q is defined, but its entry was dropped", id),
			"mend the entry, then: usher server check "+engine.QuoteArg(d.Problem.File))
		e.Problems = []fault.Problem{d.Problem}
		return effective.Server{}, e
	}
	if f, ok := g.serversFault(); ok {
		e := fault.New(fault.Failed, fmt.Sprintf("whether server %q is defined is not known: %s", id, f.Says), sentences(f.Hint)...)
		e.Problems = failing(g.concerning("hooks"))
		return effective.Server{}, e
	}
	e := fault.New(fault.Failed, fmt.Sprintf("no server %q is defined", id)+g.nearID(word), "usher server list")
	if path := g.overlooked(); path != "" {
		e.Hints = append(e.Hints, "nobody decided about the project folder here, which may define it: usher trust show "+engine.QuoteArg(path))
	}
	return effective.Server{}, e
}

// serverID reads an id; of a word that is none the nearest defined one is named.
func (g ground) serverID(word string) (names.ServerID, error) {
	id, err := names.ParseServerID(word)
	if err != nil {
		return "", fault.New(fault.Usage, "the server id is not usable: "+err.Error()+g.nearID(word), "usher server list")
	}
	return id, nil
}

// nearID ends a message with the nearest defined id, where there is one.
func (g ground) nearID(word string) string {
	var ids []string
	for _, sv := range g.Set.Servers {
		ids = append(ids, string(sv.ID))
	}
	if near := strictjson.Nearest(word, ids); near != "" {
		return fmt.Sprintf("; the nearest is %q", near)
	}
	return ""
}

// serversFault is a fault that may hide a definition: a layer's folder or its
// mcp.json cannot be used.
func (g ground) serversFault() (effective.Fault, bool) {
	for _, f := range g.Set.Faults {
		switch filepath.Base(f.Path) {
		case effective.HooksFile, effective.InstructionsFile, effective.PolicyFile:
		default:
			return f, true
		}
	}
	return effective.Fault{}, false
}

// launch is what a server would start now, or why nothing can be decided about it.
func (g ground) launch(sv effective.Server) (effective.Launch, error) {
	l := g.Set.Launch(sv)
	if l.Why == effective.Itself {
		return l, fault.New(fault.Refused, fmt.Sprintf("server %q is never started and not approved: %s", sv.ID, l.Why), "mend its entry at "+sv.Where())
	}
	if l.Why != "" && sv.Layer == trust.Machine {
		return l, fault.New(fault.Failed, fmt.Sprintf("server %q, this computer's own, cannot be started: %s", sv.ID, l.Why),
			"ask whoever administers this computer: it is defined at "+sv.Where())
	}
	if l.Why != "" {
		return l, fault.New(fault.Failed, fmt.Sprintf("server %q cannot be started, so there is no launch to decide about: %s", sv.ID, l.Why),
			"mend its entry at "+sv.Where()+", then: usher server list")
	}
	return l, nil
}
