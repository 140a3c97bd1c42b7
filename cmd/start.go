package cmd

import (
	"context"
	"path/filepath"
	"slices"
	"time"

	"usher/cmd/rungate"
	"usher/pkg/digest"
	"usher/pkg/effective"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/mcp"
	"usher/pkg/mcp/client"
	"usher/pkg/names"
	"usher/pkg/proc"
	"usher/pkg/trust"
)

// target is a server ready to be started or reached: approved as it is now, its
// program found, every ${…} replaced (SPEC A2, S5, S7, S8). What is missing is said
// with the next command, and then nothing is started and nobody is asked.
func (a *app) target(ctx context.Context, g ground, sv effective.Server, l effective.Launch) (client.Target, error) {
	if state, why := g.State(sv, l); state != gate.Ready {
		return client.Target{}, fault.New(fault.Refused, "server \""+string(sv.ID)+"\" is not started: "+why.Says, sentences(why.Hint)...)
	}
	x, err := a.expanded(ctx, g, sv)
	if err != nil {
		return client.Target{}, err
	}
	if sv.Remote() {
		return client.RemoteTarget(sv.Server, x, a.Environ, nil, a.Version), nil
	}
	t, err := program(sv, l)
	if err != nil {
		return client.Target{}, err
	}
	t.Args, t.Env, t.Secrets = x.Args, append(proc.Basic(a.Environ), x.Env...), x.Secrets
	t.Reaper, t.Version, t.Protocol = proc.FindReaper(a.Self), a.Version, sv.Protocol
	t.Cage, err = a.cage(ctx, g, sv, l, x)
	return t, err
}

// program is the file that a launch starts: the one that was digested and held
// against the policy, with every link resolved, under the name it was found by. A
// link that was swapped since the look is refused, and one that is swapped after
// this starts nothing else (SPEC A1).
func program(sv effective.Server, l effective.Launch) (client.Target, error) {
	if real, err := filepath.EvalSymlinks(l.Program.Path); err != nil || real != l.Program.Real {
		return client.Target{}, fault.New(fault.Refused, "server \""+string(sv.ID)+"\" is not started: its program "+l.Program.Path+" changed while it was being started",
			"read what it runs now: usher server show "+string(sv.ID))
	}
	return client.Target{ID: sv.ID, Program: l.Program.Real, Argv0: l.Program.Path, Dir: l.WorkDir, StartTimeout: sv.Timeout}, nil
}

// learn compares a list of tools with what the marks remember and keeps it. The
// names of the tools whose allow or read-only mark fell asleep come back. The
// ledger is written first: a list that is kept has been compared (SPEC M4).
func (a *app) learn(ctx context.Context, g ground, key trust.Key, m mcp.Manifest) ([]string, error) {
	var changed []string
	before, _ := g.known(key.Digest)
	err := trust.ChangeLedger(ctx, g.at.State, func(l *trust.Ledger) error {
		changed = l.Observe(key, definitions(m))
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, name := range changed {
		if old, ok := before.Tool(name); ok {
			if err := trust.SaveDefinition(ctx, g.at.State, old.Digest, old.Raw); err != nil {
				return changed, err
			}
		}
	}
	if redefined(before, m) {
		// "In this conversation" was said about a tool that says something else now.
		err := trust.ChangeAllowances(ctx, g.at.State, now(), func(as *trust.Allowances) error {
			as.EndServer(key.Server)
			return nil
		})
		if err != nil {
			return changed, err
		}
	}
	return changed, trust.SaveManifest(ctx, g.at.State, key.Digest, m.Encode())
}

// redefined reports a tool that was listed before and now is gone or says
// something else of itself.
func redefined(before, now mcp.Manifest) bool {
	digests := definitions(now)
	return slices.ContainsFunc(before.Tools, func(t mcp.Tool) bool { return digests[t.Name] != t.Digest })
}

// definitions are the digests of a manifest's tools, by name.
func definitions(m mcp.Manifest) map[string]digest.Digest {
	out := make(map[string]digest.Digest, len(m.Tools))
	for _, t := range m.Tools {
		out[t.Name] = t.Digest
	}
	return out
}

// marked is a tool's definition as it was when it was marked; false where it was
// not kept.
func (g ground) marked(s trust.Standing) (mcp.Tool, bool) {
	raw, err := trust.ReadDefinition(g.at.State, s.ToolDigest)
	if err != nil {
		return mcp.Tool{}, false
	}
	m, err := mcp.ReadTools([][]byte{append(append([]byte(`{"tools":[`), raw...), "]}"...)})
	if err != nil || len(m.Tools) != 1 {
		return mcp.Tool{}, false
	}
	return m.Tools[0], m.Tools[0].Digest == s.ToolDigest
}

// known is the tool list as last seen; false where the launch was never listed.
func (g ground) known(launch digest.Digest) (mcp.Manifest, bool) {
	data, err := trust.ReadManifest(g.at.State, launch)
	if err != nil {
		return mcp.Manifest{}, false
	}
	m, err := mcp.ParseManifest(data)
	return m, err == nil
}

// fire runs hooks for a command, through one reaper that close ends.
func (a *app) fire(g ground, conversation string) (fire engine.Fire, end func()) {
	proc.BecomeSubreaper()
	reaper := proc.NewReaper(proc.FindReaper(a.Self))
	env := rungate.Env{Environ: a.Environ, Self: a.Self}
	return rungate.Runner(env, g.at, g.TrustedProject(), conversation, reaper.Run).Fire, reaper.Close
}

// now is the time for conversation allowances.
func now() time.Time { return time.Now() }

// toolNames completes the full names of tools: those a kept list has, and those
// something is decided about.
func (a *app) toolNames(args []string) ([]string, error) {
	if len(args) > 0 {
		return nil, nil
	}
	g, err := a.ground()
	if err != nil {
		return nil, err
	}
	tools := a.fullTools()
	for _, sv := range g.Set.Servers {
		m, _ := g.known(g.Set.Launch(sv).Key.Digest)
		for _, t := range m.Tools {
			if full := names.NewTool(sv.ID, t.Name).String(); !slices.Contains(tools, full) {
				tools = append(tools, full)
			}
		}
	}
	return tools, nil
}
