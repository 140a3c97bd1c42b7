package trust

import (
	"slices"

	"usher/pkg/names"
)

// AllowEnv lets a server of the person's own set a variable that changes how
// programs load code (SPEC S5). It approves no launch and holds for every one:
// what would run, with the names it sets, is approved apart from it.
func (l *Ledger) AllowEnv(server names.ServerID, name names.EnvName) {
	d := Decision{Kind: EnvKind, Server: server, Env: name, Layer: Yours, Decision: Allow}
	if !slices.Contains(l.decisions, d) {
		l.decisions = append(l.decisions, d)
	}
}

// KeepEnv takes back what a server may set, but for the names given: those that
// it still sets. It reports whether anything was taken back.
func (l *Ledger) KeepEnv(server names.ServerID, set ...names.EnvName) bool {
	return l.drop(func(d Decision) bool {
		return d.Kind == EnvKind && d.Server == server && !slices.Contains(set, d.Env)
	})
}

// MaySet are the names that one server may set, in the order they were allowed.
func (l *Ledger) MaySet(server names.ServerID) []names.EnvName {
	var out []names.EnvName
	for _, d := range l.decisions {
		if d.Kind == EnvKind && d.Server == server {
			out = append(out, d.Env)
		}
	}
	return out
}

// AllowedEnv is what every server may set, each as ID/NAME: what mcp.Rules wants
// to read the person's own file by.
func (l *Ledger) AllowedEnv() []string {
	var out []string
	for _, d := range l.decisions {
		if d.Kind == EnvKind {
			out = append(out, string(d.Server)+"/"+string(d.Env))
		}
	}
	return out
}

// envFault says why a decision about a variable is not one usher writes.
func (d Decision) envFault() string {
	if _, err := names.ParseEnvName(string(d.Env)); err != nil {
		return "a decision about a variable names none"
	}
	if d != (Decision{Kind: EnvKind, Server: d.Server, Env: d.Env, Layer: Yours, Decision: Allow}) {
		return "a decision about a variable allows it to a server of yours, and says nothing else"
	}
	return ""
}
