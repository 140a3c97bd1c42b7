package cmd

import (
	"context"
	"errors"
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
	if err := in.maySave(); err != nil {
		return err
	}
	before := map[*incoming]trust.Key{}
	for _, s := range in.taken() {
		before[s] = in.g.keyOf(s.Server.ID)
	}
	stored, err := in.storeSecrets(ctx)
	if err != nil {
		return err
	}
	if err = in.makeRoom(ctx); err == nil {
		err = in.g.write(ctx, in.rewritten)
	}
	if err != nil {
		return stored.takeBack(ctx, err)
	}
	in.store, in.done = stored.where, true
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
		if len(s.values()) > 0 {
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

// values are the secrets that are stored with a server.
func (s *incoming) values() map[secrets.Key]redact.Value {
	out := map[secrets.Key]redact.Value{}
	for _, secret := range s.Secrets {
		value := secret.Value
		if value.Empty() {
			value = s.typed[secret.Name]
		}
		if !value.Empty() {
			out[secrets.Secret(secret.Name)] = value
		}
	}
	return out
}

// storing is what was stored, to be taken back should the rest fail.
type storing struct {
	store  *secrets.Store
	before map[secrets.Key]redact.Value // what was there
	done   []secrets.Key
	where  secrets.Where
}

func (in *intake) storeSecrets(ctx context.Context) (*storing, error) {
	all := map[secrets.Key]redact.Value{}
	var keys, there []secrets.Key
	for _, s := range in.taken() {
		for key, value := range s.values() {
			all[key] = value
			keys = append(keys, key)
			if slices.Contains(in.kept, key) {
				there = append(there, key)
			}
		}
	}
	st := &storing{store: in.secrets(in.g)}
	if len(keys) == 0 {
		return st, nil
	}
	var err error
	if len(there) > 0 {
		if st.before, err = st.store.Values(ctx, there...); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(keys, func(a, b secrets.Key) int { return slices.Compare([]byte(a.String()), []byte(b.String())) })
	for _, key := range keys {
		where, err := st.store.Set(ctx, key, all[key])
		if err != nil {
			return nil, st.takeBack(ctx, err)
		}
		st.where.Store, st.where.Path = where.Store, where.Path
		if where.First {
			st.where.First, st.where.Why = true, where.Why
		}
		st.done = append(st.done, key)
	}
	return st, nil
}

// takeBack leaves the store as it was. What it cannot take back it names.
func (st *storing) takeBack(ctx context.Context, cause error) error {
	ctx = context.WithoutCancel(ctx)
	var left []string
	for _, key := range st.done {
		var err error
		if value, had := st.before[key]; had {
			_, err = st.store.Set(ctx, key, value)
		} else {
			_, err = st.store.Remove(ctx, key)
		}
		if err != nil {
			name, _ := key.SecretName()
			left = append(left, string(name))
		}
	}
	if len(left) == 0 {
		return cause
	}
	e := &fault.Error{Message: cause.Error(), Err: cause}
	if known := new(fault.Error); errors.As(cause, &known) {
		*e = *known
	}
	e.Hints = append(slices.Clone(e.Hints), "no server was saved, but the secret store kept "+list(left)+"; to forget it: usher secret remove "+left[0])
	return e
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
		s.notes = append(s.notes, g.shadows(id)...)
	}
	return nil
}
