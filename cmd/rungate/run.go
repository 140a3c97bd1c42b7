package rungate

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"time"

	"usher/pkg/clean"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/hosts"
	"usher/pkg/names"
)

// Exit statuses of run-gate (SPEC G6).
const (
	ExitAllow = 0
	ExitDeny  = 2
	ExitAsk   = 3
)

// surface is what the audit file calls this command.
const surface = "run-gate"

// hookEvent marks the environment of a hook; a gate started in one refuses.
const hookEvent = "USHER_HOOK_EVENT"

// killGrace is how long an interrupted run may take to kill its hooks.
const killGrace = 1500 * time.Millisecond

// Env is the world of one run.
type Env struct {
	Args       []string
	Stdin      io.Reader
	Stdout     io.Writer
	Stderr     io.Writer
	Environ    []string
	WorkDir    string
	MachineDir string // "" is the platform's
	Self       string // the running program's path; "" is found out when it is needed
}

// Getenv is the last value of a variable, as exec sees it.
func (e Env) Getenv(name string) string {
	for i := len(e.Environ) - 1; i >= 0; i-- {
		if v, ok := strings.CutPrefix(e.Environ[i], name+"="); ok {
			return v
		}
	}
	return ""
}

// itself is the running program's path, "" where nobody can tell.
func (e Env) itself() string {
	if e.Self == "" {
		e.Self, _ = os.Executable()
	}
	return e.Self
}

// Run answers one call and gives the exit status: 0 allow, 2 deny, 3 ask. HUP,
// INT, QUIT, TERM and PIPE never end it: while it waits for stdin or for hooks
// each is a deny, with every hook killed.
func Run(env Env) int {
	o, err := parse(env.Args)
	o.host, o.hosted = Asked(env.Args)
	if err == nil && o.hosted && !o.host.Known() {
		err = fault.New(fault.Refused, "--client is given twice, with two assistants", "name the one that reads the answer: --client "+o.Client)
	}
	if err != nil {
		return deliver(env, o, failure("", err))
	}
	o.settle(hostPreToolUse)
	if o.Help && o.hosted {
		return deliver(env, o, failure("", fault.New(fault.Refused, "help was asked for, which decides nothing", "take --help out of the assistant's hook")))
	}
	if o.Help {
		outlive()
		_ = hand(env.Stdout, []byte(Help()))
		return ExitDeny
	}
	in := input{whole: true}
	if !o.was("tool") {
		in = atOnce(env.Stdin)
	}
	decide := func(ctx context.Context) hosts.Answer { return answer(ctx, o, env, in) }
	if !in.whole || o.Deadline > 0 {
		return deliver(env, o, attended(o, decide))
	}
	hold()
	return deliver(env, o, guarded(context.Background(), decide))
}

// attended decides what may take its time: a signal or the deadline ends it.
func attended(o Options, decide func(context.Context) hosts.Answer) hosts.Answer {
	a, err := Attend(o.Deadline, func(ctx context.Context) hosts.Answer { return guarded(ctx, decide) })
	if err != nil {
		a = failure(a.Tool, err)
	}
	return a
}

// guarded makes a deny of a panic.
func guarded(ctx context.Context, decide func(context.Context) hosts.Answer) (a hosts.Answer) {
	defer func() {
		if recover() != nil {
			a = failure("", fault.New(fault.Refused, "usher failed inside while deciding", "report it with the call's shape"))
		}
	}()
	return decide(ctx)
}

func ended(ctx context.Context, deadline time.Duration, sig os.Signal) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fault.New(fault.Refused, "no decision was made within the deadline of "+deadline.String(),
			"give --deadline more time, or make the hooks faster: usher hooks test")
	}
	name := "a signal"
	if sig != nil {
		name = "the signal " + sig.String()
	}
	return fault.New(fault.Interrupted, "interrupted by "+name+" before a decision was made")
}

// answer decides; every error on the way is a deny. Where nobody attends yet
// (ctx cannot end) and hooks are going to run, it sees to it that somebody does.
func answer(ctx context.Context, o Options, env Env, in input) hosts.Answer {
	if env.Getenv(hookEvent) != "" {
		return failure("", fault.New(fault.Refused, "run-gate was started inside a hook, where it would decide about itself",
			"take run-gate out of the hook"))
	}
	if o.hosted {
		return hostAnswer(ctx, o, env, in)
	}
	call, err := readCall(ctx, o, in)
	if err != nil {
		return unread(ctx, o, env, call.Tool, err)
	}
	w, err := open(o, env, call)
	if err != nil {
		return failure(call.Tool.String(), err)
	}
	decide := func(ctx context.Context) hosts.Answer {
		defer w.close()
		if w.reaper != nil {
			// Only now that signals are caught: a reaper started while they are
			// ignored would hand that on to every hook (TestHookStartsWithDefaultSignals).
			w.reaper.Start()
		}
		r := Request(call)
		out := w.standing.Recorded(ctx, engine.At{Surface: surface}, r, w.standing.Decide(ctx, r, w.fire))
		return hosts.Answer{
			Tool: call.Tool.String(), Decision: out.Decision,
			Problems: append(call.Notes, out.Problems...),
		}
	}
	if w.reaper != nil && ctx.Done() == nil {
		return attended(o, decide)
	}
	return decide(ctx)
}

// unread is the refusal of a call that is not understood. Where the tool is known it is
// recorded too (SPEC Z4), if the places are fit to say where.
func unread(ctx context.Context, o Options, env Env, tool names.Tool, err error) hosts.Answer {
	a := failure(tool.String(), err)
	if tool.String() == "" {
		return a
	}
	if s, _, err := Stand(o.where(env), hosts.Call{Tool: tool}); err == nil {
		out := s.Recorded(ctx, engine.At{Surface: surface}, engine.Request{Tool: tool, Source: engine.Chat}, engine.Outcome{Decision: a.Decision})
		a.Decision, a.Problems = out.Decision, append(a.Problems, out.Problems...)
	}
	return a
}

// failure is a deny for a call that was not decided.
func failure(tool string, err error) hosts.Answer {
	r := gate.Reason{By: "input", Says: err.Error()}
	a := hosts.Answer{Tool: tool}
	var fe *fault.Error
	if errors.As(err, &fe) {
		r.Hint = strings.Join(fe.Hints, "; ")
		a.Problems = fe.Problems
	}
	a.Decision = gate.Decision{Verdict: gate.Deny, Reasons: []gate.Reason{r}}
	return a
}

// deliver writes the answer. An answer that cannot be handed over is a deny.
func deliver(env Env, o Options, a hosts.Answer) int {
	if o.hosted {
		more := ""
		if o.Verbose {
			more = rest(a)
		} else if !o.Quiet {
			more = failing(a)
		}
		return Reply(env, o.host.Decided(a), more) // -q takes nothing from a refusal: some run the tool without its reason
	}
	outlive()
	if !o.Quiet {
		told := a.Told()
		if !o.Verbose {
			told += failing(a)
		}
		if o.Verbose {
			told += rest(a)
		}
		_ = hand(env.Stderr, []byte(told))
	}
	if err := hand(env.Stdout, a.Line()); err != nil {
		_ = hand(env.Stderr, []byte("usher: deny: the answer could not be written to stdout\n"))
		return ExitDeny
	}
	return Status(a.Decision.Verdict)
}

// Status is what run-gate ends with for a verdict.
func Status(v gate.Verdict) int {
	switch v {
	case gate.Allow:
		return ExitAllow
	case gate.Ask:
		return ExitAsk
	case gate.Deny:
		return ExitDeny
	}
	return ExitDeny
}

// failing names on stderr the hooks that failed where their entry says that a
// failure only warns, an assistant folder that is not there, and a decision that is not in
// the audit file: a guard that does not work is worth a word (SPEC F4, H6, Z4).
func failing(a hosts.Answer) string {
	var b strings.Builder
	for _, p := range a.Problems {
		if p.Rule == "hooks/failed" || p.Rule == engine.AbsentRule || p.Rule == engine.UnrecordedRule {
			b.WriteString("usher: " + clean.Line(p.String()) + "\n")
		}
	}
	return b.String()
}

// rest is what -v adds: the other reasons and every problem.
func rest(a hosts.Answer) string {
	var b strings.Builder
	for i, r := range a.Decision.Reasons {
		if i > 0 || a.Decision.Verdict == gate.Allow {
			b.WriteString("usher: " + clean.Line(r.By) + ": " + clean.Line(r.Says) + "\n")
		}
	}
	for _, p := range a.Problems {
		b.WriteString("usher: " + clean.Line(p.String()) + "\n")
	}
	return b.String()
}
