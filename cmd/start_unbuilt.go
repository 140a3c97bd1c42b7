package cmd

import (
	"context"

	"usher/pkg/effective"
	"usher/pkg/mcp/client"
	"usher/pkg/sandbox"
	"usher/pkg/trust"
)

// failed is what went wrong with a server, in words that follow its name, and what
// to do about it. Where a stage of its sandbox failed, what works here is looked for
// once more before the cause is told: what is remembered may not hold any more
// (SPEC B4).
func (a *app) failed(ctx context.Context, g ground, sv effective.Server, f *client.Failure) (message string, next []string) {
	if f.Stage == nil {
		return f.Message, nextAfter(sv, f)
	}
	can, minimum := a.sandboxesAfter(ctx, g), sandbox.Tier(g.Policy.SandboxMinimum)
	if ctx.Err() != nil {
		return f.Message, nextAfter(sv, f)
	}
	if none := can.refusal(minimum, sv); none != nil {
		return "was not started: " + none.Message, none.Hints
	}
	cause, ok := can.Ended(f.Stage.Tier, f.Stage.End)
	if !ok {
		return f.Message, nextAfter(sv, f)
	}
	message = "was not started: its sandbox could not be built: " + cause.What
	if best := can.Best(minimum); best != f.Stage.Tier && can.Passing() == "" {
		again := "its next start is in the sandbox that works here now (" + string(best) + "): usher server restart " + string(sv.ID)
		return message, append([]string{again}, cause.Mend...)
	}
	next = append(next, cause.Mend...)
	return message, append(append(next, "what it is given: usher server show "+string(sv.ID)), withoutSandbox(sv))
}

// withoutSandbox is the way out that is left to a person where a sandbox does not
// do for a server (SPEC B4).
func withoutSandbox(sv effective.Server) string {
	if sv.Layer == trust.Yours {
		return "or run it without a sandbox, approved again: usher server edit " + string(sv.ID) + " --no-sandbox"
	}
	return `or run it without a sandbox, approved again: "sandbox": {"enabled": false} at ` + sv.Where()
}
