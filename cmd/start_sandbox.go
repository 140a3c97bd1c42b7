package cmd

import (
	"context"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"usher/cmd/rungate"
	"usher/pkg/effective"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/places"
	"usher/pkg/proc"
	"usher/pkg/sandbox"
	"usher/pkg/sandbox/needs"
	"usher/pkg/sandbox/tiers"
	"usher/pkg/trust"
)

// sandboxed reports a server that starts in usher's sandbox: every local one but
// those that a person's decision or an engine keeps out of it (SPEC B3, B4).
func sandboxed(sv effective.Server) bool { return sv.Local() && sv.Unsandboxed() == "" }

// cage is the sandbox that a server starts in, with its own data folder made; nil
// for one that is not sandboxed. Where none can be built, or not as the definition
// wants it, nothing starts (SPEC B2, B4).
func (a *app) cage(ctx context.Context, g ground, sv effective.Server, l effective.Launch, x mcp.Expanded) (*sandbox.Plan, error) {
	if !sandboxed(sv) {
		return nil, nil
	}
	found, err := a.needs(g).Find(launching(sv, l, x))
	if err != nil {
		return nil, notStarted(sv, err)
	}
	can, minimum := a.sandboxes(ctx, g), sandbox.Tier(g.Policy.SandboxMinimum)
	if none := can.refusal(minimum, sv); none != nil {
		return nil, notStarted(sv, none)
	}
	if err := a.needs(g).Prepare(&found.Plan); err != nil {
		return nil, notStarted(sv, err)
	}
	plan := can.In(found.Plan, can.Best(minimum))
	a.watch(sv, found)
	plan.Env = found.Environment(proc.Basic(a.Environ), x.Env)
	return &plan, nil
}

// launching is a server as pkg/sandbox/needs sees it.
func launching(sv effective.Server, l effective.Launch, x mcp.Expanded) needs.Launch {
	varies := make([]bool, 0, len(sv.Args))
	for _, arg := range sv.Args {
		varies = append(varies, mcp.Varies(arg))
	}
	return needs.Launch{ID: string(sv.ID), Folder: l.Key.Folder, Program: l.Program.Path, Real: l.Program.Real, Args: x.Args, Varies: varies,
		Dir: l.WorkDir, Read: x.Read, Write: x.Write, Network: sv.Reach.Network}
}

// notStarted names the server in front of why it is not started; the hints stay.
func notStarted(sv effective.Server, err error) error {
	e := fault.New(fault.Refused, `server "`+string(sv.ID)+`" is not started: `+err.Error())
	if known, ok := err.(*fault.Error); ok { //nolint:errorlint // it is this one that is said again
		e.Kind, e.Hints, e.Problems = known.Kind, known.Hints, known.Problems
	}
	if len(e.Hints) == 0 {
		e.Hints = []string{"what it can reach: usher server show " + string(sv.ID)}
	}
	e.Err = err
	return e
}

// needs is this computer as the sandboxes of its servers are planned on it.
func (a *app) needs(g ground) needs.World {
	w := needs.World{
		UserHome: places.UserHome(a.Getenv), Home: g.at.Home, State: g.at.State, Data: g.at.Data, Machine: g.at.Machine, Getenv: a.Getenv,
	}
	for _, program := range [...]string{a.Self, proc.FindReaper(a.Self).Path} {
		if program != "" {
			w.Programs = append(w.Programs, filepath.Dir(program))
			if real, err := filepath.EvalSymlinks(program); err == nil {
				w.Programs = append(w.Programs, filepath.Dir(real))
			}
		}
	}
	if me, err := user.LookupId(strconv.Itoa(os.Getuid())); err == nil && filepath.IsAbs(me.HomeDir) {
		w.AccountHome = me.HomeDir
	}
	for _, l := range trust.Layouts() {
		for _, path := range append([]string{l.Hooks, l.Instructions, l.Skills, l.Prompts}, l.Servers[:]...) {
			if path != "" {
				w.Definitions = append(w.Definitions, path)
			}
		}
	}
	resolve := rungate.Resolver(g.at, a.Getenv)
	w.Look = func(name string) (string, bool) {
		if strings.ContainsAny(name, `/\`) {
			return "", false
		}
		p := resolve(name, g.at.Home, g.at.Project)
		return p.Path, p.Why == ""
	}
	return w
}

// building is what sandboxes this computer can build, found once in a run.
type building struct {
	tiers.Found
	note string // why it could not be remembered for the next run
}

// detected is what was found, by whoever asked first, and what was found once more
// after a start had failed.
type detected struct {
	once, again   sync.Once
	can, canAfter building

	mu    sync.Mutex
	began []began // the servers that were started in a sandbox
}

// refusal is why a server does not start in a sandbox here, nil where it does (SPEC
// B4, B5). One that is not the person's own is changed where it is defined.
func (b building) refusal(minimum sandbox.Tier, sv effective.Server) *fault.Error {
	none := b.Refusal(minimum, string(sv.ID))
	if none == nil && sv.Reach.Network == sandbox.NetworkLocalhost {
		none = b.Unlocal(string(sv.ID))
	}
	if none == nil || sv.Layer == trust.Yours {
		return none
	}
	for i, hint := range none.Hints {
		if before, _, ours := strings.Cut(hint, "usher server edit "); ours {
			none.Hints[i] = before + `"sandbox" at ` + sv.Where()
		}
	}
	return none
}

// sandboxes finds once what can be built here (SPEC B4).
func (a *app) sandboxes(ctx context.Context, g ground) building {
	d := a.detected
	d.once.Do(func() { d.can.Found, d.can.note = tiers.Detect(ctx, a.finding(g)) })
	return d.can
}

// sandboxesAfter looks once more, whatever is remembered: for a start that failed in
// a sandbox that was said to work.
func (a *app) sandboxesAfter(ctx context.Context, g ground) building {
	d := a.detected
	d.again.Do(func() {
		o := a.finding(g)
		o.Afresh = true
		d.canAfter.Found, d.canAfter.note = tiers.Detect(ctx, o)
	})
	return d.canAfter
}

func (a *app) finding(g ground) tiers.Options {
	return tiers.Options{
		Self: a.Self, Reaper: proc.FindReaper(a.Self), Path: a.Getenv("PATH"), Outside: g.at.Project, StateDir: g.at.State, Version: a.Version,
	}
}

// sandboxHint is how a person gives a folder, to read or to write, for the hints of a server that is
// refused one.
func sandboxHint(sv effective.Server, how string) string {
	if sv.Layer == trust.Yours {
		return "usher server edit " + engine.QuoteArg(string(sv.ID)) + " --" + how + " DIR"
	}
	return `"sandbox": {"` + how + `": ["DIR"]} at ` + sv.Where()
}

// networkHint is how a person gives the network.
func networkHint(sv effective.Server) string {
	if sv.Layer == trust.Yours {
		return "usher server edit " + engine.QuoteArg(string(sv.ID)) + " --network on (or localhost)"
	}
	return `"sandbox": {"network": "on"} at ` + sv.Where()
}
