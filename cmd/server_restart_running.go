package cmd

import (
	"context"
	"errors"
	"fmt"

	"usher/pkg/digest"
	"usher/pkg/effective"
	"usher/pkg/fault"
)

// inGateways starts a server anew in every gateway in which it may run (SPEC S12);
// none is false where there is none.
func (o *serverRestartOptions) inGateways(ctx context.Context, g ground, sv effective.Server, d digest.Digest) (v said, any bool, err error) {
	gateways, problems := o.running(ctx, g)
	o.remark(problems)
	v = said{Done: "restarted", Server: string(sv.ID), Digest: string(d)}
	var where []string
	tools := 0
	for _, r := range gateways {
		if !g.has(r, sv) {
			continue
		}
		any = true
		done, failed := r.Restart(ctx, string(sv.ID))
		if failed != nil {
			err = errors.Join(err, failed)
			v.Note = fmt.Sprintf("gateway %d: %v", r.PID, failed)
			continue
		}
		tools, where = done.Tools, append(where, fmt.Sprint(r.PID))
	}
	if err != nil {
		return v, any, inSome(err, v.Note, where)
	}
	v.Message = fmt.Sprintf("%s works: %s; started anew in gateway %s", sv.ID, count(tools, "tool", "tools"), list(where))
	return v, any, nil
}

// inSome is the failure in a gateway, and where it worked all the same.
func inSome(err error, last string, worked []string) error {
	out := &fault.Error{Message: last, Err: err}
	var fe *fault.Error
	if errors.As(err, &fe) {
		out.Kind, out.Hints = fe.Kind, fe.Hints
	}
	if len(worked) > 0 {
		out.Message += "; it works in gateway " + list(worked)
	}
	return out
}
