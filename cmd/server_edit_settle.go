package cmd

import (
	"context"
	"fmt"

	"usher/pkg/mcp"
	"usher/pkg/names"
	"usher/pkg/trust"
)

// settle takes back what was decided about another launch than the server's now,
// so that changing it back does not bring that back either (SPEC S10, A6).
func (o *serverEditOptions) settle(ctx context.Context, before trust.Key, e edited) ([]string, error) {
	g, err := o.ground()
	if err != nil {
		return nil, err
	}
	id, now := before.Server, g.keyOf(before.Server)
	if e.launchesAlike(before, now) {
		return nil, o.tidy(ctx, g, id, func(t *trust.Ledger) error {
			t.KeepEnv(id, loading(e.now)...)
			return nil
		})
	}
	lost := 0
	for _, d := range g.Ledger.About(id) {
		if d.Kind != trust.EnvKind && d.Decision != trust.Deny && d.Digest != now.Digest {
			lost++
		}
	}
	err = o.tidy(ctx, g, id, func(t *trust.Ledger) error {
		t.KeepEnv(id, loading(e.now)...)
		t.Changed(now)
		return nil
	})
	if err == nil {
		err = o.forgetLaunch(ctx, g, before)
	}
	if lost == 0 {
		return nil, err
	}
	return []string{fmt.Sprintf("what it launches has changed, and with that %s about it ended; denials stay", counted(lost, "decision"))}, err
}

// launchesAlike compares the launches and, where there is none for want of a
// program, what the file says about it.
func (e edited) launchesAlike(before, now trust.Key) bool {
	if before.Digest != "" && now.Digest != "" {
		return before == now
	}
	return e.was.Cwd == e.now.Cwd && mcp.LaunchDigest(e.was, mcp.Launch{}) == mcp.LaunchDigest(e.now, mcp.Launch{})
}

// tidy changes the ledger where it holds anything about a server, and leaves it
// alone, not even made, where it does not.
func (a *app) tidy(ctx context.Context, g ground, id names.ServerID, change func(*trust.Ledger) error) error {
	if len(g.Ledger.About(id)) == 0 {
		return nil
	}
	return trust.ChangeLedger(ctx, g.at.State, change)
}

// counted is a number with its noun.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
