package rungate

import (
	"context"
	"time"

	"usher/pkg/engine"
	"usher/pkg/gate"
	"usher/pkg/hooks"
	"usher/pkg/hosts"
	"usher/pkg/names"
	"usher/pkg/places"
	"usher/pkg/proc"
)

// hostPreToolUse is the one event that run-gate answers.
const hostPreToolUse = string(hooks.PreToolUse)

// hostAnswer decides a call of another assistant (SPEC G6): marks of one's own tools
// do not apply, hooks do, and where nobody objects there is no opinion.
func hostAnswer(ctx context.Context, o Options, env Env, in input) hosts.Answer {
	in.what, in.hint = "call", "the call as "+o.Client+" writes it"
	data, err := in.all(ctx)
	if err != nil {
		return failure("", err)
	}
	sent, err := o.host.Read(hostPreToolUse, data)
	if err != nil {
		return failure("", err)
	}
	from := o.where(env)
	grounds, err := HostGrounds(from, o.host, sent)
	if err != nil {
		return failure(sent.Spelling, err)
	}
	sent.Files = HostFiles(from, o.host, sent)
	m, err := o.host.Meant(sent, KnownTo(grounds))
	if err != nil {
		return failure("", err)
	}
	if m.Gateway {
		return hosts.Answer{Tool: m.Tools[0].String(), Decision: gate.Decision{Verdict: gate.Ask, Silent: true}}
	}
	return decideHost(ctx, o, env, sent, m, grounds)
}

// decideHost asks the guards of every project that is meant; of hooks that more than
// one has, the first runs them.
func decideHost(ctx context.Context, o Options, env Env, sent hosts.Sent, m hosts.Meaning, grounds []Ground) hosts.Answer {
	r := HostRequest(sent, m)
	r.CanAsk = o.host.Asks() && (!o.was("can-ask") || o.CanAsk)
	run, end := hostRunner(env, grounds, m.Tools)
	defer end()
	var all engine.Outcome
	for i, g := range grounds {
		runner := Runner(env, g.Places, g.TrustedProject(), sent.ConversationID, run)
		out := g.Decide(ctx, r, func(ctx context.Context, h hooks.Hook, p hooks.Payload) hooks.Report { return runner.Fire(ctx, h, p) })
		all.Problems, all.Reports = append(all.Problems, out.Problems...), append(all.Reports, out.Reports...)
		if all.Decision = gate.Join(all.Decision, out.Decision); i == 0 {
			all.Decision = out.Decision
		}
		if all.Decision.Verdict == gate.Deny {
			break
		}
	}
	all = grounds[0].Recorded(ctx, engine.At{Surface: surface, Host: o.Client}, r, all)
	return hosts.Answer{Tool: m.Tools[0].String(), Decision: all.Decision, Problems: all.Problems}
}

// hostRunner is the one reaper of a call, started where a hook is going to run.
func hostRunner(env Env, grounds []Ground, tools []names.Tool) (run func(context.Context, proc.Spec) proc.Result, end func()) {
	hooked := false
	for _, g := range grounds {
		hooked = hooked || len(g.Covering(hooks.PreToolUse, tools...)) > 0
	}
	if !hooked {
		return nil, func() {}
	}
	proc.BecomeSubreaper()
	reaper := proc.NewReaper(proc.FindReaper(env.itself()))
	reaper.Start()
	return reaper.Run, reaper.Close
}

// HostRequest is a call of another assistant as the engine decides it.
func HostRequest(sent hosts.Sent, m hosts.Meaning) engine.Request {
	r := engine.Request{
		Caller: gate.Host, Tool: m.Tools[0], Also: m.Tools[1:], Args: sent.Args, Source: engine.Chat,
		ConversationID: sent.ConversationID, Files: make(map[string][]byte, len(sent.Files)), Now: time.Now(),
	}
	for _, f := range sent.Files {
		r.Files[f.Key] = f.Value
	}
	for _, f := range sent.Host {
		r.Host = append(r.Host, hooks.Field{Key: f.Key, Value: f.Value})
	}
	return r
}

// where is what the flags and the environment say about places.
func (o *Options) where(env Env) places.Input {
	return places.Input{
		Getenv: env.Getenv, Home: o.Home, State: o.State, Data: o.Data,
		Project: o.Project, NoProject: o.NoProject, WorkDir: env.WorkDir, MachineDir: env.MachineDir,
	}
}
