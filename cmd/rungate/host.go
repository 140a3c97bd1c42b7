package rungate

import (
	"strings"

	"usher/pkg/fault"
	"usher/pkg/hosts"
)

// clientFlag names the assistant whose hook protocol is spoken (SPEC G6).
const clientFlag = "client"

// Asked is the assistant that a command line names, looked for before any flag is
// understood, so that whatever is wrong with them is told in its form. given is false
// for usher's own form. A name that nobody knows, or two of them, give the zero
// Client, which only refuses.
func Asked(args []string) (c hosts.Client, given bool) {
	name, same := "", true
	for i, arg := range args {
		value, ok := strings.CutPrefix(arg, "--"+clientFlag+"=")
		switch {
		case ok:
		case arg != "--"+clientFlag:
			continue
		case i+1 < len(args):
			value = args[i+1]
		}
		same = same && (!given || value == name)
		name, given = value, true
	}
	if given && same {
		c, _ = hosts.ParseClient(name)
	}
	return c, given
}

// hostFault says what is wrong with flags beside --client.
func (o *Options) hostFault() string {
	if _, ok := hosts.ParseClient(o.Client); !ok {
		return "--client must be one of " + strings.Join(hosts.Clients(), ", ")
	}
	for _, name := range [...]string{"tool", "args", "mode", "source", "conversation"} {
		if o.was(name) {
			return "--" + name + " goes without --client, whose assistant says it on stdin"
		}
	}
	if o.CanAsk {
		return "--can-ask goes without --client: where an assistant truly asks is known"
	}
	return ""
}

// settle takes the assistant's own time-out where no deadline was given: past it the
// tool would run (SPEC G6).
func (o *Options) settle(event string) {
	if o.hosted && !o.was("deadline") {
		o.Deadline = o.host.Deadline(event)
	}
}

// Unfit is the answer to an assistant of a command that came to no end of its own,
// whatever the reason: its refusal.
func Unfit(env Env, err error) int {
	c, given := Asked(env.Args)
	return deliver(env, Options{host: c, hosted: given}, failure("", err))
}

// Reply hands an answer to an assistant and gives the exit status. Where one stream
// cannot be written to the other refuses alone.
func Reply(env Env, r hosts.Reply, more string) int {
	outlive()
	if len(r.Stderr) == 0 && len(more) == 0 {
		return replyOut(env, r)
	}
	if err := hand(env.Stderr, []byte(r.Stderr+more)); err != nil && r.Stderr != "" {
		r = r.Silenced()
	}
	return replyOut(env, r)
}

func replyOut(env Env, r hosts.Reply) int {
	if err := hand(env.Stdout, r.Stdout); err != nil {
		_ = hand(env.Stderr, []byte("usher: deny: the answer could not be written to stdout\n"))
		return ExitDeny
	}
	return r.Exit
}

// hostFailed is a fault in what an assistant sent, or in where it stands.
func hostFailed(msg string) error {
	return fault.New(fault.Refused, msg, "name the project: --project DIR, or none: --no-project")
}
