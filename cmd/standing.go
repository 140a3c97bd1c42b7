package cmd

import (
	"fmt"
	"strings"

	"usher/cmd/rungate"
	"usher/pkg/effective"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/names"
	"usher/pkg/places"
	"usher/pkg/strictjson"
)

// standing is what holds here and now, read exactly as run-gate reads it.
func (a *app) standing() (places.Places, *engine.Standing, error) {
	at, err := a.places()
	if err != nil {
		return at, nil, err
	}
	dirs := engine.Dirs{Machine: at.Machine, Home: at.Home, State: at.State}
	return at, engine.Read(dirs, rungate.Resolver(a.Getenv("PATH"), at.Project), rungate.RealDir), nil
}

// decided is standing for commands that write a decision: a ledger or a policy
// that cannot be read is no ground to decide on (SPEC Q10).
func (a *app) decided() (places.Places, *engine.Standing, error) {
	at, s, err := a.standing()
	switch {
	case err != nil:
		return at, nil, err
	case s.LedgerErr != nil:
		return at, nil, s.LedgerErr
	case !s.Policy.Usable():
		e := fault.New(fault.Failed, "the policy cannot be used, so nothing can be decided")
		e.Problems = s.Problems
		return at, nil, e
	}
	return at, s, nil
}

// server finds a server by the word a person typed.
func findServer(s *engine.Standing, word string) (effective.Server, error) {
	id, err := serverID(word)
	if err != nil {
		return effective.Server{}, err
	}
	if sv, ok := s.Set.Find(id); ok {
		return sv, nil
	}
	if d, ok := s.Set.DroppedID(id); ok {
		e := fault.New(fault.Failed, fmt.Sprintf("the entry of server %q was dropped: %s", id, d.Problem.Message),
			"usher server check "+engine.QuoteArg(d.Problem.File))
		e.Problems = []fault.Problem{d.Problem}
		return effective.Server{}, e
	}
	message := fmt.Sprintf("no server %q is defined", id)
	var ids []string
	for _, sv := range s.Set.Servers {
		ids = append(ids, string(sv.ID))
	}
	if near := strictjson.Nearest(string(id), ids); near != "" {
		message += fmt.Sprintf("; the nearest is %q", near)
	}
	return effective.Server{}, fault.New(fault.Failed, message, "usher server list")
}

func serverID(word string) (names.ServerID, error) {
	id, err := names.ParseServerID(word)
	if err != nil {
		return "", fault.New(fault.Usage, "the server id is not usable: "+err.Error(), "usher server list")
	}
	return id, nil
}

// launched is a server's launch, or why nothing can be decided about it.
func launched(s *engine.Standing, sv effective.Server) (effective.Launch, error) {
	l := s.Set.Launch(sv)
	if l.Why != "" {
		return l, fault.New(fault.Failed, fmt.Sprintf("server %q cannot be started, so there is no launch to decide about: %s", sv.ID, l.Why),
			"mend its entry at "+sv.Where())
	}
	return l, nil
}

// completeServers completes ids of defined servers.
func (a *app) serverIDs() []string {
	_, s, err := a.standing()
	if err != nil {
		return nil
	}
	var ids []string
	for _, sv := range s.Set.Servers {
		if sv.ShadowedBy == "" {
			ids = append(ids, string(sv.ID))
		}
	}
	return ids
}

// list joins words for a sentence.
func list(ss []string) string { return strings.Join(ss, ", ") }
