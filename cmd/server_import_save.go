package cmd

import (
	"context"
	"maps"
	"slices"

	"usher/pkg/fault"
	"usher/pkg/hosts/files"
	"usher/pkg/mcp"
	"usher/pkg/names"
	"usher/pkg/redact"
	"usher/pkg/secrets"
	"usher/pkg/trust"
)

type secretOf = files.Secret

// save stores the secrets, makes room in the ledger and writes the file, in this
// order and all of it or nothing: what the secret store refuses changes nothing
// (SPEC E5), and what was decided about an earlier server of an id is gone before
// there is one again.
func (in *intake) save(ctx context.Context) error {
	if in.g.machine {
		return in.saveForAll(ctx)
	}
	if err := in.maySave(); err != nil {
		return err
	}
	standing, err := in.ground() // anew: in.g has looked at what is to be
	if err != nil {
		return err
	}
	before := map[*incoming]trust.Key{}
	for _, s := range in.taken() {
		before[s] = standing.keyOf(s.Server.ID)
	}
	values := in.values()
	in.notes, err = in.storing(ctx, in.g, values, func() error {
		if err := in.makeRoom(ctx); err != nil {
			return err
		}
		return in.g.write(ctx, in.rewritten)
	})
	if err != nil {
		return err
	}
	in.done, in.stored = true, len(values) > 0
	for s, key := range before {
		if s.result != importReplaces {
			continue
		}
		edit := serverEditOptions{app: in.app}
		if s.notes, err = edit.settle(ctx, key, edited{was: s.was, now: s.Server}); err != nil {
			return err
		}
	}
	return in.lookAgain()
}

// maySave admits what only a person may do: to store a secret, and to let a server
// set a variable that changes how programs load code (SPEC A5, S5).
func (in *intake) maySave() error {
	var allow []names.EnvName
	for _, s := range in.taken() {
		for _, name := range s.allow {
			if !slices.Contains(allow, name) {
				allow = append(allow, name)
			}
		}
		if len(in.valuesOf(s)) > 0 {
			if err := in.noAssistant(in.line); err != nil {
				return err
			}
		}
	}
	if len(allow) == 0 {
		return nil
	}
	return in.mayAllow(in.g, allow, in.verb+" ...")
}

// valuesOf are the secrets that are stored with a server; what the store has already
// stays there.
func (in *intake) valuesOf(s *incoming) map[secrets.Key]redact.Value {
	out := map[secrets.Key]redact.Value{}
	for _, secret := range s.Secrets {
		value := secret.Value
		if value.Empty() {
			value = s.typed[secret.Name]
		}
		if !value.Empty() && !slices.Contains(in.equal, secret.Name) {
			out[secrets.Secret(secret.Name)] = value
		}
	}
	return out
}

func (in *intake) values() map[secrets.Key]redact.Value {
	all := map[secrets.Key]redact.Value{}
	for _, s := range in.taken() {
		maps.Copy(all, in.valuesOf(s))
	}
	return all
}

// makeRoom writes the ledger where there is something to write.
func (in *intake) makeRoom(ctx context.Context) error {
	var fresh []names.ServerID
	allow := false
	for _, s := range in.taken() {
		id := s.Server.ID
		if s.result == importNew && slices.ContainsFunc(in.g.Ledger.About(id), func(d trust.Decision) bool { return d.Decision != trust.Deny }) {
			fresh = append(fresh, id)
		}
		allow = allow || len(s.allow) > 0
	}
	if len(fresh) == 0 && !allow {
		return nil
	}
	return trust.ChangeLedger(ctx, in.g.at.State, func(t *trust.Ledger) error {
		for _, id := range fresh {
			t.Fresh(id)
		}
		for _, s := range in.taken() {
			for _, name := range s.allow {
				t.AllowEnv(s.Server.ID, name)
			}
		}
		return nil
	})
}

// rewritten is the file with every server in it, by the rules it was planned by.
// A server that came to be meanwhile is not overwritten.
func (in *intake) rewritten(old []byte) ([]byte, error) {
	for _, s := range in.taken() {
		planned, was := s.result, s.was
		next, err := in.judge(old, s)
		switch {
		case err != nil:
			return nil, err
		case s.result != planned || mcp.LaunchDigest(was, mcp.Launch{}) != mcp.LaunchDigest(s.was, mcp.Launch{}):
			return nil, fault.New(fault.Failed, "server \""+string(s.Server.ID)+"\" was added or changed while this ran; nothing was saved",
				"look at it, then repeat the command: usher server show "+string(s.Server.ID))
		}
		old = next
	}
	return old, nil
}

// lookAgain fills in what stands now.
func (in *intake) lookAgain() error {
	g, err := in.ground()
	if err != nil {
		return err
	}
	for _, s := range in.taken() {
		id := s.Server.ID
		sv, ok := g.own(id)
		if !ok {
			return fault.New(fault.Failed, "server \""+string(id)+"\" was saved, and is gone again", "usher server list")
		}
		s.row = g.serverRow(sv)
		if r, never := g.Set.Refusal(sv); never {
			s.never = r.Words()
		}
		s.notes = append(s.notes, g.shadows(id)...)
	}
	return nil
}
