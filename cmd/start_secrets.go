package cmd

import (
	"context"
	"errors"
	"slices"
	"strings"

	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/names"
	"usher/pkg/redact"
	"usher/pkg/secrets"
)

// expanded is what a server is started or dialled with: every ${…} replaced, and
// the listed variables of one's own server taken from its own secrets (SPEC S5,
// S7). The secrets that it may need are fetched together, once; a server that needs
// none touches no store, and a keychain that holds one back stops the server and
// is said as such (SPEC E4). Whether the server may be started at all, and so
// whether a person saw these names on its card, is asked before (SPEC S7).
func (a *app) expanded(ctx context.Context, g ground, sv effective.Server) (mcp.Expanded, error) {
	held, err := a.held(ctx, g, sv.SecretsNeeded())
	if err != nil {
		return mcp.Expanded{}, notHeld(sv, err)
	}
	return mcp.Expand(sv.Server, a.look(g, held))
}

// held are the values of those secrets that are stored.
func (a *app) held(ctx context.Context, g ground, needed []names.SecretName) (map[names.SecretName]redact.Value, error) {
	if len(needed) == 0 {
		return nil, nil
	}
	keys := make([]secrets.Key, 0, len(needed))
	for _, n := range needed {
		keys = append(keys, secrets.Secret(n))
	}
	values, err := a.secrets(g).Values(ctx, keys...)
	if err != nil {
		return nil, err
	}
	out := make(map[names.SecretName]redact.Value, len(values))
	for key, v := range values {
		if n, ok := key.SecretName(); ok {
			out[n] = v
		}
	}
	return out, nil
}

// notHeld says which server is not started because a secret cannot be had, and
// what takes it.
func notHeld(sv effective.Server, err error) error {
	known := fault.Error{Kind: fault.Failed, Message: err.Error()}
	if e := new(fault.Error); errors.As(err, &e) {
		known = *e
	}
	takes := ""
	for _, u := range sv.SecretUses() {
		if strings.HasPrefix(known.Message, "the secret "+string(u.Name)+" ") {
			takes = u.Field + ": "
			break
		}
	}
	known.Message = `server "` + string(sv.ID) + `" is not started: ` + takes + known.Message
	known.Hints, known.Err = slices.Clone(known.Hints), err
	return &known
}

// look finds what a ${…} of a server stands for, among the secrets that were
// fetched, in this program's environment and the trusted project folder.
func (a *app) look(g ground, held map[names.SecretName]redact.Value) mcp.Look {
	return func(kind, name string) (redact.Value, bool) {
		switch kind {
		case mcp.LookSecret:
			v, ok := held[names.SecretName(name)]
			return v, ok
		case mcp.LookEnv:
			value := a.Getenv(name)
			return redact.New(value), value != ""
		case mcp.LookWorkspace:
			dir := g.TrustedProject()
			return redact.New(dir), dir != ""
		}
		return redact.Value{}, false
	}
}
