package cmd

import (
	"context"
	"fmt"
	"slices"

	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/names"
	"usher/pkg/output"
)

// inMachine refuses what add and edit can only do for one person: to keep a secret,
// and to let a server set what loads code (SPEC L8, S5). stands is the server as the
// file would have it.
func (w *wanted) inMachine(g ground, stands mcp.Server) error {
	if !g.machine {
		return nil
	}
	for _, text := range w.env {
		if _, err := names.ParseEnvName(text); err == nil {
			return fault.New(fault.Refused, "--env "+text+" asks for a secret, and the machine's file is for everybody to read; nothing was saved",
				"name one that each person stores: --env '"+text+"=${secret:"+string(mcp.OwnSecretName(stands.ID, text))+"}', or pass theirs on: --pass-env "+text)
		}
	}
	if len(w.allow) > 0 {
		return fault.New(fault.Usage, "--allow-env and --machine do not go together: what loads code is allowed by one person, for themselves", "leave it out")
	}
	if loads := loading(stands); len(loads) > 0 {
		return fault.New(fault.Refused, fmt.Sprintf("the variable %s changes how programs load code, and nobody can allow it for everybody; nothing was saved", loads[0]),
			"name a program of yours that sets it and starts the server")
	}
	return nil
}

// savedForAll is the answer to a change of the machine's mcp.json: what stands now
// for everybody. Nothing is asked, approved or started.
func (a *app) savedForAll(id names.ServerID, v savedView) (output.View, error) {
	g, err := a.ground()
	if err != nil {
		return nil, err
	}
	sv, ok := g.own(id)
	if !ok {
		return nil, fault.New(fault.Failed, fmt.Sprintf("server %q was saved, and is gone again", id), "look at it: usher server check "+quoteFolder(g.ownFile()))
	}
	v.about(g, sv, g.Set.Launch(sv))
	v.Digest, v.Approved = "", true // each person's launch has their own folder in it
	v.Message = fmt.Sprintf("%s is everybody's server on this computer, and needs no approval: %s", id, sv.Runs())
	switch r, never := g.Set.Refusal(sv); {
	case never:
		v.Message = fmt.Sprintf("%s is saved, and never starts: %s", id, r.Words())
	case sv.Disabled:
		v.Status, v.Message = "disabled", fmt.Sprintf("%s is disabled for everybody on this computer, until: %s", id, a.again("usher server enable "+string(id)))
	case v.Done == "unchanged":
		v.Notes = append(v.Notes, "nothing differs from what the file says")
	}
	for _, name := range sv.SecretNames() {
		v.Hints = append(v.Hints, "each person stores their own: usher secret set "+string(name))
	}
	if v.Done == "added" {
		v.Notes = append(v.Notes, "the id is taken from everybody: a person's own server of that id does not load any more")
	}
	return v, nil
}

// removedForAll takes a server out of the machine's file. What people decided about
// it, and stored for it, is theirs.
func (o *serverRemoveOptions) removedForAll(ctx context.Context, g ground, word string) (output.View, error) {
	if o.keepData {
		return nil, o.notInMachine("keep-data", "no person's data is touched", "leave it out")
	}
	id, err := g.ownID(word)
	if err != nil {
		return nil, err
	}
	edit := func(old []byte) ([]byte, error) { return mcp.Without(old, string(id)) }
	if _, err := g.try(edit); err != nil {
		return nil, err
	}
	if err := g.write(ctx, edit); err != nil {
		return nil, err
	}
	return savedView{Done: "removed", Server: string(id), Status: "removed", Hints: []string{}, Problems: []fault.Problem{},
		Message: fmt.Sprintf("%s is removed for everybody on this computer", id),
		Notes:   []string{"what people marked, stored or keep for it stays with them, and its id is free again"}}, nil
}

// switchedForAll writes or takes out "disabled".
func (o *serverSwitchOptions) switchedForAll(ctx context.Context, g ground, word string, disabled bool) (output.View, error) {
	if o.digest != "" {
		return nil, o.notInMachine("digest", "nothing is decided in anybody's place", "leave it out")
	}
	id, err := g.ownID(word)
	if err != nil {
		return nil, err
	}
	edit, same := switched(id, disabled)
	if _, err := g.try(edit); err != nil {
		return nil, err
	}
	done := "unchanged"
	if !*same {
		done = map[bool]string{true: "disabled", false: "enabled"}[disabled]
		if err := g.write(ctx, edit); err != nil {
			return nil, err
		}
	}
	return o.savedForAll(id, savedView{Done: done})
}

// clear refuses entries that hold a secret where everybody would read it, and those
// that only one person could allow.
func (in *intake) clear() {
	for _, s := range in.taken() {
		switch {
		case slices.ContainsFunc(s.Secrets, func(secret secretOf) bool { return !secret.Value.Empty() }):
			s.refuse(importRefused, "it holds a secret in clear, and the machine's file is for everybody to read",
				"write ${secret:NAME} there, which each person stores, or ${env:NAME}")
		case len(loading(s.Server)) > 0:
			s.refuse(importRefused, fmt.Sprintf("the variable %s changes how programs load code, and nobody can allow it for everybody", loading(s.Server)[0]))
		}
	}
}

// saveForAll writes the machine's file, and nothing else.
func (in *intake) saveForAll(ctx context.Context) error {
	if err := in.g.write(ctx, in.rewritten); err != nil {
		return err
	}
	in.done = true
	return in.lookAgain()
}
