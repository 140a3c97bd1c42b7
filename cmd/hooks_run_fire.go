package cmd

import (
	"context"

	"usher/cmd/rungate"
	"usher/pkg/hooks"
	"usher/pkg/hosts"
	"usher/pkg/names"
	"usher/pkg/places"
	"usher/pkg/proc"
)

// standing is what stands for the event, found as for a call (SPEC L5).
func (o *hooksRunOptions) standing(e hosts.Event) (ground, error) {
	in := o.where()
	s, at, err := rungate.Stand(in, e.Call)
	return ground{Standing: s, at: at, named: in.Project != "" || in.NoProject, userHome: places.UserHome(o.Getenv)}, err
}

// shoot runs the hooks of the event, one after another, and keeps in the log what
// failed.
func (o *hooksRunOptions) shoot(ctx context.Context, g ground, e hosts.Event, also []names.Tool) hosts.EventAnswer {
	fire, end := o.fire(g, e.ConversationID)
	defer end()
	if o.detached {
		// The caller may be gone already, and that must not end this.
		rungate.Outlive()
		_ = rungate.Hand(o.Stdout, []byte(proc.Taken))
	}
	log := logbook{app: o.app, state: g.at.State, always: o.detached}
	out := g.FireMeant(ctx, payloadOf(o.event, e), also, func(ctx context.Context, h hooks.Hook, p hooks.Payload) hooks.Report {
		o.fired.Store(true)
		rep := fire(ctx, h, p)
		log.keep(ctx, rep)
		return rep
	})
	for _, rep := range out.Unrun {
		log.keep(ctx, rep)
	}
	a := hosts.EventAnswer{Denied: out.Denied, Reasons: out.Reasons, Problems: append(out.Problems, log.problems...)}
	for _, rep := range out.Reports {
		if text, ok := rep.ModelOutput(); ok {
			a.ModelOutput = append(a.ModelOutput, hosts.Addition{Name: string(rep.Hook.Name), Text: text})
		}
	}
	return a
}

// payloadOf is what the hooks are told of the event.
func payloadOf(name hooks.Event, e hosts.Event) hooks.Payload {
	p := hooks.Payload{
		Event: name, Source: e.Source, ConversationID: e.ConversationID, Tool: e.Tool, Args: e.Args,
		Message: e.Message, Outcome: e.Outcome, Files: make(map[string][]byte, len(e.Files)),
	}
	if e.Result != nil {
		p.Result = &hooks.Result{OK: e.Result.OK, Text: e.Result.Text}
	}
	for _, f := range e.Files {
		p.Files[f.Key] = f.Value
	}
	for _, f := range e.Host {
		p.Host = append(p.Host, hooks.Field{Key: f.Key, Value: f.Value})
	}
	return p
}
