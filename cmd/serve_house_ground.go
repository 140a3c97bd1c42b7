package cmd

import (
	"context"
	"errors"

	"usher/pkg/digest"
	"usher/pkg/effective"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/hooks"
	"usher/pkg/mcp"
	"usher/pkg/mcp/client"
	"usher/pkg/mcp/gateway"
	"usher/pkg/trust"
)

// served is ground as a gateway uses it: through the same functions as the commands.
type served struct {
	*house
	g ground
}

func (s served) Standing() *engine.Standing { return s.g.Standing }

// Fire keeps what failed and changed nothing else in the log, as call does (SPEC H6).
func (s served) Fire(conversation string) (fire engine.Fire, end func()) {
	run, end := s.app.fire(s.g, conversation)
	return func(ctx context.Context, h hooks.Hook, p hooks.Payload) hooks.Report {
		rep := run(ctx, h, p)
		if _, spoke := hooks.Opinion(rep); spoke && rep.Hook.Event == hooks.PreToolUse {
			return rep // it is told in the refusal
		}
		log := logbook{app: s.app, state: s.g.at.State}
		log.keep(ctx, rep)
		for _, problem := range log.problems {
			s.say(problem)
		}
		return rep
	}, end
}

func (s served) Target(ctx context.Context, sv effective.Server, l effective.Launch) (client.Target, error) {
	return s.app.target(ctx, s.g, sv, l)
}

func (s served) Known(launch digest.Digest) (mcp.Manifest, bool) { return s.g.known(launch) }

func (s served) Learn(ctx context.Context, key trust.Key, m mcp.Manifest) ([]string, error) {
	return s.app.learn(ctx, s.g, key, m)
}

// Failed keeps a failure in the log once, however often it is told.
func (s served) Failed(ctx context.Context, sv effective.Server, err error) *fault.Error {
	var known *fault.Error
	if errors.As(err, &known) {
		return known
	}
	at := asking{what: "serve", sent: !errors.As(err, new(gateway.Unstarted))}
	if told := s.app.serverFailed(ctx, s.g, sv, err, at); errors.As(told, &known) {
		return known
	}
	return &fault.Error{Message: `server "` + string(sv.ID) + `": ` + err.Error(), Hints: []string{"usher server restart " + string(sv.ID)}, Err: err}
}

// Decided records a decision where policy names an audit file (SPEC Z4).
func (s served) Decided(ctx context.Context, at engine.At, r engine.Request, out engine.Outcome) error {
	err := s.g.Record(ctx, at, r, out)
	if err != nil && !s.g.Policy.AuditRequired {
		s.say(s.g.UnrecordedProblem(err))
	}
	return s.g.Unrecorded(err)
}
