package gatetest

import (
	"context"
	"path/filepath"

	"usher/pkg/hooks"
	"usher/pkg/proc"
)

// stage stands in for running hooks: each ends as its opinion would, and is judged
// by what judges a real one.
type stage struct {
	answers []Answer
	silent  []string // hooks that nobody gave an opinion
}

func (s *stage) fire(ctx context.Context, h hooks.Hook, p hooks.Payload) hooks.Report {
	said := Opinion("")
	for _, a := range s.answers {
		if called(h, a.Hook) {
			said = a.Says
			break
		}
	}
	if said == "" {
		s.silent = append(s.silent, string(h.Name))
	}
	r := hooks.Runner{
		Run:  func(context.Context, proc.Spec) proc.Result { return said.ending() },
		Home: string(filepath.Separator), // always there; nothing is started in it
		Look: func(name, _ string) (program, why string) { return name, "" },
	}
	return r.Fire(ctx, h, p)
}

// ending is how a hook of this opinion would end (SPEC H6).
func (o Opinion) ending() proc.Result {
	res := proc.Result{Ending: proc.Exited}
	switch o {
	case Deny:
		res.Code, res.Stderr = 2, []byte("the table says so")
	case Ask:
		res.Code, res.Stderr = 3, []byte("the table says so")
	case Fail:
		res.Code = 1
	case None:
	}
	return res
}
