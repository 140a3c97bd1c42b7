package cmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/names"
	"usher/pkg/trust"
)

// ownID is the id of a server that stands in the person's own mcp.json, loaded or
// dropped. The machine's and a project's are changed where they are defined.
func (g ground) ownID(word string) (names.ServerID, error) {
	id, err := g.serverID(word)
	if err != nil {
		return "", err
	}
	if _, ok := g.own(id); ok {
		return id, nil
	}
	for _, d := range g.Set.Dropped {
		if d.ID == string(id) && d.Layer == g.layer() {
			return id, nil
		}
	}
	sv, err := g.server(word)
	if err != nil {
		return "", err
	}
	return "", elsewhereDefined(sv)
}

// administratorDoes says how the one who may change a server of the machine's does
// it (SPEC L8).
func administratorDoes(id names.ServerID) string {
	return fmt.Sprintf("its administrator changes it for everybody: usher server edit|disable|remove %s --machine", id)
}

func elsewhereDefined(sv effective.Server) error {
	if sv.Layer == trust.Machine {
		return fault.New(fault.Refused, fmt.Sprintf("server %q is this computer's own (%s): only its administrator changes it", sv.ID, sv.Where()),
			fmt.Sprintf("refuse every tool of it instead: usher grant set %s '*' --deny", sv.ID), administratorDoes(sv.ID))
	}
	return fault.New(fault.Refused, fmt.Sprintf("server %q belongs to the project folder and is changed in its file, %s", sv.ID, sv.Where()),
		fmt.Sprintf("a server of your own with that id would take its place: usher server add %s -- COMMAND ARG...", sv.ID))
}

// keyOf is the launch of a person's own server as it is, without a digest where
// it has none.
func (g ground) keyOf(id names.ServerID) trust.Key {
	if sv, ok := g.own(id); ok {
		return g.Set.Launch(sv).Key
	}
	return trust.Key{Server: id, Layer: trust.Yours}
}

// forgetLaunch deletes what is kept about a launch that is no more: allowances of
// conversations, and the list of tools unless another server is launched alike.
func (a *app) forgetLaunch(ctx context.Context, g ground, k trust.Key) error {
	as, err := trust.ReadAllowances(g.at.State)
	if err != nil {
		return err
	}
	if len(as.EndServer(k.Server)) > 0 {
		err = trust.ChangeAllowances(ctx, g.at.State, time.Now(), func(as *trust.Allowances) error {
			as.EndServer(k.Server)
			return nil
		})
	}
	if err != nil || k.Digest == "" {
		return err
	}
	for _, sv := range g.Set.Servers {
		if g.Set.Launch(sv).Key.Digest == k.Digest {
			return nil
		}
	}
	if err := trust.RemoveManifest(g.at.State, k.Digest); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// completeOwn completes the id of a server of one's own that fits.
func (a *app) completeOwn(fits func(mcp.Server) bool) func(context.Context, []string) ([]string, error) {
	return func(_ context.Context, args []string) ([]string, error) {
		g, err := a.ground()
		if err != nil || len(args) > 0 {
			return nil, err
		}
		var ids []string
		for _, sv := range g.Set.Servers {
			if sv.Layer == g.layer() && fits(sv.Server) {
				ids = append(ids, string(sv.ID))
			}
		}
		return ids, nil
	}
}
