package cmd

import (
	"bytes"
	"context"
	"time"

	"usher/cmd/rungate"
	"usher/pkg/fault"
	"usher/pkg/hooks"
	"usher/pkg/journal"
	"usher/pkg/names"
	"usher/pkg/proc"
)

// takeWait is how long the background process may need until it has the event.
// It is about as long as any start of usher's.
const takeWait = 5 * time.Second

// backgroundRule is the problem of hooks that could not be sent to the background.
const backgroundRule = "hooks/background"

// background hands the event to a process of usher's own that outlives this one
// and runs the hooks (SPEC H2); it reads what stands anew. The event only
// observes: one that cannot be handed over is a problem and no failure. Once taken
// it is handed over, whatever the deadline.
func (o *hooksRunOptions) background(ctx context.Context, gs []ground, event []byte) []fault.Problem {
	var problems []fault.Problem
	hooked := false
	for _, g := range gs {
		problems = append(problems, g.Amiss(hooks.TurnEnd)...)
		hooked = hooked || len(g.Covering(hooks.TurnEnd, names.Tool{})) > 0
	}
	if !hooked {
		return problems
	}
	g := gs[0]
	o.handing.sent.Store(true)
	if ctx.Err() != nil { // too late, and so nothing is sent
		o.handing.sent.Store(false)
		return problems
	}
	rungate.Outlive() // a background process that died is told, not died of
	why := proc.Detach(proc.Spec{Path: o.Self, Args: o.detachedLine(), Env: o.Environ, Stdin: append([]byte(handOverLine), event...), Timeout: takeWait})
	if why == "" {
		o.handing.taken.Store(true)
		return problems
	}
	says := "the hooks may not run in the background: " + why
	log := logbook{app: o.app, state: g.at.State, always: true}
	log.write(ctx, journal.Entry{Kind: journal.Hook, Event: string(hooks.TurnEnd), Message: says})
	return append(append(problems, fault.Problem{
		Rule: backgroundRule, Severity: fault.SeverityWarning, Message: says, Hint: "usher hooks test --event TurnEnd",
	}), log.problems...)
}

// handOverLine stands before the event that usher hands to its background process.
const handOverLine = "usher hands over\n"

// handedOver is the event that usher handed over; from here on nobody reads an
// answer. Whoever else starts the hidden command is answered as ever.
func (o *hooksRunOptions) handedOver(data []byte) ([]byte, error) {
	event, ok := bytes.CutPrefix(data, []byte(handOverLine))
	if !ok || o.event != hooks.TurnEnd {
		return nil, fault.New(fault.Refused, "--"+detachedFlag+" is how usher starts its own background process, and this is none",
			"leave it out: usher hooks run "+string(o.event))
	}
	o.behind.Store(true)
	return event, nil
}

// detachedLine is the same command for the background process, in the same places.
func (o *hooksRunOptions) detachedLine() []string {
	line := append([]string{"hooks", hooksRunWord, string(hooks.TurnEnd), "--" + detachedFlag}, o.placesLine()...)
	if o.hosted {
		line = append(line, "--client="+o.client.Name())
	}
	return line
}

// placesLine are the flags that name places, as they were given.
func (o *hooksRunOptions) placesLine() (line []string) {
	for _, f := range [...]struct{ name, value string }{
		{"home", o.flags.home}, {"state", o.flags.state}, {"data", o.flags.data}, {"project", o.flags.project},
	} {
		if f.value != "" {
			line = append(line, "--"+f.name+"="+f.value)
		}
	}
	if o.flags.noProject {
		line = append(line, "--no-project")
	}
	return line
}
