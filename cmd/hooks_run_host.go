package cmd

import (
	"context"
	"fmt"
	"strings"

	"usher/cmd/rungate"
	"usher/pkg/clean"
	"usher/pkg/fault"
	"usher/pkg/hosts"
	"usher/pkg/names"
	"usher/pkg/places"
)

// hostFault says what is wrong with an event for the assistant of --client.
func (o *hooksRunOptions) hostFault(help bool) error {
	switch {
	case !o.client.Known():
		return fault.New(fault.Usage, "--client must be one of "+strings.Join(hosts.Clients(), ", "), "usher hooks run --help")
	case !o.client.Fires(string(o.event)):
		return fault.New(fault.Usage, o.client.Name()+" has no event that is "+string(o.event), "take this hook out of "+o.client.Name())
	case help:
		return fault.New(fault.Usage, "help was asked for, which answers nothing", "take --help out of the assistant's hook")
	}
	return nil
}

// asGate answers an assistant's PreToolUse as run-gate does: the same hooks run, and
// what the person denied counts too.
func (o *hooksRunOptions) asGate() int {
	line := append(o.placesLine(), "--client="+o.client.Name(), "--deadline="+o.deadline.String())
	if o.flags.verbose {
		line = append(line, "--verbose")
	}
	return rungate.Run(o.rungateEnv(line))
}

func (o *hooksRunOptions) rungateEnv(args []string) rungate.Env {
	return rungate.Env{
		Args: args, Stdin: o.Stdin, Stdout: o.Stdout, Stderr: o.Stderr,
		Environ: o.Environ, WorkDir: o.WorkDir, MachineDir: o.MachineDir, Self: o.Self,
	}
}

// meant is an event of an assistant, and what its name for the tool stands for.
type meant struct {
	hosts.Event
	sent    hosts.Sent // as the assistant sent it
	also    []names.Tool
	grounds []ground
	nothing bool // nothing was called, or the gateway fires its hooks itself
}

// readEvent reads the event in usher's own form or the assistant's, and what stands
// for it.
func (o *hooksRunOptions) readEvent(data []byte) (meant, error) {
	if !o.hosted {
		e, err := hosts.ReadEvent(string(o.event), data)
		if err != nil {
			return meant{}, err
		}
		g, err := o.standing(e)
		return meant{Event: e, grounds: []ground{g}}, err
	}
	sent, err := o.client.Read(string(o.event), data)
	if err != nil {
		return meant{}, err
	}
	in := o.where()
	stand, err := rungate.HostGrounds(in, o.client, sent)
	if err != nil {
		return meant{}, err
	}
	sent.Files = rungate.HostFiles(in, o.client, sent)
	m := meant{nothing: sent.Nothing}
	for _, s := range stand {
		m.grounds = append(m.grounds, o.groundOf(s))
	}
	if o.event.OnTool() && !sent.Nothing {
		is, err := o.client.Meant(sent, rungate.KnownTo(stand))
		if err != nil {
			return meant{}, err
		}
		sent.Tool, m.also, m.nothing = is.Tools[0], is.Tools[1:], is.Gateway
	}
	m.Event, m.sent = sent.Event, sent
	return m, nil
}

func (o *hooksRunOptions) groundOf(s rungate.Ground) ground {
	in := o.where()
	return ground{Standing: s.Standing, at: s.Places, named: in.Project != "" || in.NoProject, userHome: places.UserHome(o.Getenv)}
}

// shootAll runs the hooks of every project that is meant, to the first refusal.
func (o *hooksRunOptions) shootAll(ctx context.Context, m meant) (a hosts.EventAnswer) {
	if m.nothing {
		return a
	}
	for _, g := range m.grounds {
		one := o.shoot(ctx, g, m.Event, m.also)
		a.Denied, a.Reasons = one.Denied, one.Reasons
		a.ModelOutput = append(a.ModelOutput, one.ModelOutput...)
		a.Problems = append(a.Problems, one.Problems...)
		if a.Denied {
			break
		}
	}
	return a
}

// deliverHost writes the answer in the assistant's form.
func (o *hooksRunOptions) deliverHost(a hosts.EventAnswer) int {
	more := ""
	if !o.flags.quiet {
		more = o.troubles(a)
	}
	if !a.Denied && !o.client.Adds(string(o.event)) {
		for _, m := range a.ModelOutput {
			more += fmt.Sprintf("usher: %s takes no text from a hook of %s, so that of %s is left out\n", o.client.Name(), o.event, clean.Line(m.Name))
		}
	}
	return rungate.Reply(o.rungateEnv(nil), o.client.Answered(string(o.event), a), more)
}
