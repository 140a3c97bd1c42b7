package gatetest

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/hooks"
	"usher/pkg/hosts"
	"usher/pkg/strictjson"
)

// House is what a table is run in. Stand gives what holds for a call, and what is
// wrong with the table there; Request is the call as run-gate decides it; Fire runs
// a hook for real, nil where opinions are supposed.
type House struct {
	Stand   func(hosts.Call) (*engine.Standing, []fault.Problem)
	Request func(hosts.Call) engine.Request
	Fire    func(*engine.Standing, hosts.Call) engine.Fire
}

// Result is what became of a case. Why is "" for one that went as expected. NotRun
// are hooks that cover the call and whose opinion nobody supposed.
type Result struct {
	Name     string      `json:"name"`
	File     string      `json:"file"` // of the case, with line and column
	Tool     string      `json:"tool"`
	OK       bool        `json:"ok"`
	Expected string      `json:"expected"`
	Got      string      `json:"got"`
	Reason   gate.Reason `json:"reason"` // the deciding one
	Why      string      `json:"why"`
	NotRun   []string    `json:"notRun"`
}

// Run decides every case. With problems the table was not understood after all,
// and no result counts.
func (f File) Run(ctx context.Context, h House) ([]Result, []fault.Problem) {
	var problems []fault.Problem
	out := make([]Result, 0, len(f.Cases))
	used := make([]bool, len(f.Given.Answers))
	for _, c := range f.Cases {
		s, ps := h.Stand(c.Call)
		for _, p := range ps {
			if !slices.Contains(problems, p) {
				problems = append(problems, p)
			}
		}
		if s == nil || ctx.Err() != nil {
			return nil, problems
		}
		for _, a := range c.Answers {
			if !loaded(s, a.Hook) {
				problems = append(problems, f.noHook(s, a))
			}
		}
		for i, a := range f.Given.Answers {
			used[i] = used[i] || loaded(s, a.Hook)
		}
		if len(problems) == 0 {
			out = append(out, f.decide(ctx, h, s, c))
		}
	}
	for i, a := range f.Given.Answers {
		if !used[i] {
			s, _ := h.Stand(f.Cases[0].Call)
			problems = append(problems, f.noHook(s, a))
		}
	}
	if len(problems) > 0 {
		sortByPlace(problems)
		return nil, problems
	}
	return out, nil
}

// decide is one case.
func (f File) decide(ctx context.Context, h House, s *engine.Standing, c Case) Result {
	stage := stage{answers: append(slices.Clone(c.Answers), f.Given.Answers...)}
	fire := stage.fire
	if h.Fire != nil {
		fire = h.Fire(s, c.Call)
	}
	d := s.Decide(ctx, h.Request(c.Call), fire).Decision
	r := Result{
		Name: c.Name, File: f.Where(c.Place), Tool: c.Call.Tool.String(),
		Expected: c.Expect.String(), Got: d.Verdict.String(), NotRun: append([]string{}, stage.silent...),
	}
	if len(d.Reasons) > 0 {
		r.Reason = d.Reasons[0]
	}
	switch told := r.told(); {
	case d.Verdict != c.Expect:
		r.Why = fmt.Sprintf("expected %s, got %s", r.Expected, r.Got)
	case !strings.Contains(told, c.Reason):
		r.Why = fmt.Sprintf("%s as expected, but the reason does not hold %q", r.Got, c.Reason)
	}
	r.OK = r.Why == ""
	return r
}

// told is the deciding reason as run-gate tells it on stderr.
func (r Result) told() string {
	if r.Reason.By == "" {
		return r.Reason.Says
	}
	return r.Reason.By + ": " + r.Reason.Says
}

// Says is the whole result on one line.
func (r Result) Says() string {
	if r.OK {
		return r.Got + ": " + r.told()
	}
	return r.Why + ": " + r.told()
}

func loaded(s *engine.Standing, name string) bool {
	return slices.ContainsFunc(s.Set.Hooks, func(h hooks.Hook) bool { return called(h, name) })
}

func called(h hooks.Hook, name string) bool { return name == string(h.Name) || name == h.ID() }

// noHook is an answer for a hook that is not there: it would test nothing.
func (f File) noHook(s *engine.Standing, a Answer) fault.Problem {
	var known []string
	for _, h := range s.Set.Hooks {
		known = append(known, string(h.Name))
	}
	p := fault.Problem{
		File: f.Path, Line: a.Place.Line, Column: a.Place.Column, Entry: a.Hook, Rule: "gate-test/no-hook",
		Message: fmt.Sprintf("no hook %q is loaded, so its opinion would never count", a.Hook), Hint: "usher hooks list",
	}
	if near := strictjson.Nearest(a.Hook, known); near != "" {
		p.Hint = `did you mean "` + near + `"?`
	}
	return p
}
