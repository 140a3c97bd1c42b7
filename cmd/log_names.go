package cmd

import (
	"context"
	"fmt"
	"slices"

	"usher/pkg/fault"
	"usher/pkg/journal"
	"usher/pkg/strictjson"
)

// completeHook offers the hooks there are, and those that the log knows.
func (o *logOptions) completeHook(context.Context, []string) ([]string, error) {
	g, err := o.ground()
	if err != nil {
		return nil, err
	}
	hooks, _ := logNames(g)
	return hooks, nil
}

// logNames are the hooks and the servers there are, and those that the log knows.
func logNames(g ground) (hooks, servers []string) {
	for _, h := range g.Set.Hooks {
		hooks = append(hooks, string(h.Name))
	}
	for _, sv := range g.Set.Servers {
		servers = append(servers, string(sv.ID))
	}
	entries, _, _ := journal.Read(g.at.State, journal.Wanted{})
	for _, e := range entries {
		switch {
		case e.Kind == journal.Hook && e.Name != "":
			hooks = append(hooks, e.Name)
		case e.Kind == journal.Server && e.Server != "":
			servers = append(servers, e.Server)
		}
	}
	slices.Sort(hooks)
	slices.Sort(servers)
	return slices.Compact(hooks), slices.Compact(servers)
}

// nobody is the error for a hook or a server of the flags that neither is there nor
// is logged; what may hide one is no reason to say so.
func (o *logOptions) nobody(g ground) error {
	if len(g.Set.Faults) > 0 {
		return nil
	}
	hooks, servers := logNames(g)
	for _, one := range []struct {
		kind, name, see string
		known           []string
	}{{"hook", o.wanted.Hook, "usher hooks list", hooks}, {"server", o.wanted.Server, "usher server list", servers}} {
		if one.name == "" || slices.Contains(one.known, one.name) {
			continue
		}
		message := fmt.Sprintf("there is no %s %q, and none is logged", one.kind, one.name)
		if near := strictjson.Nearest(one.name, one.known); near != "" {
			message += fmt.Sprintf("; the nearest is %q", near)
		}
		return fault.New(fault.Usage, message, one.see)
	}
	return nil
}
