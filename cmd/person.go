package cmd

import (
	"fmt"
	"strings"

	"usher/pkg/digest"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/term"
)

// hookEvent marks a hook's environment; there status 3 would mean "ask".
const hookEvent = "USHER_HOOK_EVENT"

// noAssistant refuses a command that widens when an assistant's variables are
// in the environment (SPEC A5). line is how the person does it.
func (a *app) noAssistant(line string) error {
	marker := term.Assistant(a.Getenv)
	if marker == "" {
		return nil
	}
	kind, who := fault.NeedsPerson, "an assistant"
	if a.Getenv(hookEvent) != "" {
		kind, who, marker = fault.Refused, "a hook", hookEvent
	}
	return fault.New(kind,
		fmt.Sprintf("this is for a person to decide, and $%s says that %s runs this command", marker, who),
		"in a terminal of your own: "+a.again(line))
}

// again is a next command with the places that this one was given, for it is to
// find the same server and the same ledger.
func (a *app) again(line string) string {
	if a.flags.machine {
		return a.byMachine(line)
	}
	project := a.flags.project
	if strings.HasPrefix(line, "usher trust ") { // names its folder as a word
		project = ""
	}
	for _, f := range [...][2]string{{"--home", a.flags.home}, {"--state", a.flags.state}, {"--data", a.flags.data}, {"--project", project}} {
		if given := " " + f[0] + " " + engine.QuoteArg(f[1]); f[1] != "" && !strings.Contains(line, given) {
			line += given
		}
	}
	if a.flags.noProject && !strings.Contains(line, " --no-project") {
		line += " --no-project"
	}
	return line
}

// byDigest admits a decision made without a terminal: the caller says which
// launch is meant, and policy allows deciding so (SPEC A4). given is the flag's
// text, now the launch's digest, line the command without --digest.
func (a *app) byDigest(g ground, given string, now digest.Digest, line string) error {
	full := a.again(line) + " --digest " + string(now)
	if err := a.noAssistant(full); err != nil {
		return err
	}
	if given == "" {
		return fault.New(fault.NeedsPerson, "the launch that is meant must be named by its digest",
			"read what it runs: usher server list -v", "then: "+full)
	}
	want, err := launchDigest(given, full)
	if err != nil {
		return err
	}
	if err := g.unattended(full); err != nil {
		return err
	}
	return sameLaunch(want, now, full)
}

// launchDigest reads the text of --digest.
func launchDigest(given, full string) (digest.Digest, error) {
	d, err := digest.Parse(given)
	if err != nil {
		return "", fault.New(fault.Usage, "--digest is not usable: "+err.Error(), full)
	}
	return d, nil
}

// sameLaunch refuses a digest that is not the launch's own.
func sameLaunch(want, now digest.Digest, full string) error {
	if want == now {
		return nil
	}
	return fault.New(fault.Refused, "--digest names another launch than this server's, which is now "+string(now),
		"read what it runs: usher server list -v", "then: "+full)
}

// decidesAlone reports policy approve.unattended. In an assistant folder that was
// named it does not loosen what is decided in the person's own state: whoever can
// name a folder can write one (SPEC A4, C3).
func (g ground) decidesAlone() bool {
	return g.Policy.ApproveUnattended && (!g.apart || g.Policy.UnattendedByMachine())
}

// notAlone says why a policy that is true does not count; "" where it is not true.
func (g ground) notAlone() (why, hint string) {
	if !g.Policy.ApproveUnattended || g.decidesAlone() {
		return "", ""
	}
	return "policy approve.unattended of " + g.at.Home + " does not count for decisions in your own state folder " + g.at.State,
		"give that assistant folder a state folder of its own too: --state DIR"
}

// unattended is policy approve.unattended (SPEC A4, C4).
func (g ground) unattended(line string) error {
	if g.decidesAlone() {
		return nil
	}
	if why, hint := g.notAlone(); why != "" {
		return fault.New(fault.NeedsPerson, "deciding without a terminal is refused: "+why, hint, "or decide in a terminal of your own: "+line)
	}
	const key = "approve.unattended"
	layer, place := g.Policy.Where(key)
	if g.Policy.Locked(key) {
		return fault.New(fault.NeedsPerson, fmt.Sprintf("policy %s is locked to false by the %s layer (%s)", key, layer, place),
			"ask whoever administers this computer")
	}
	where := "put it into " + g.policyFile(g.at.Home) + ": "
	if place != "" {
		where = "it is false at " + place + "; write "
	}
	return fault.New(fault.NeedsPerson, "deciding without a terminal needs policy "+key+", which is not true",
		where+`{"approve": {"unattended": true}}`, "then: "+line)
}
