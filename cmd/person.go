package cmd

import (
	"fmt"

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
	kind := fault.NeedsPerson
	if a.Getenv(hookEvent) != "" {
		kind = fault.Refused
	}
	return fault.New(kind,
		fmt.Sprintf("this is for a person to decide, and $%s says that an assistant runs this command", marker),
		"in a terminal of your own: "+line)
}

// byDigest admits a decision made without a terminal: the caller says which
// launch is meant, and policy allows deciding so (SPEC A4). line is the command
// without --digest. given is the flag's text.
func (a *app) byDigest(s *engine.Standing, given string, now digest.Digest, line string) error {
	full := line + " --digest " + string(now)
	if err := a.noAssistant(full); err != nil {
		return err
	}
	if given == "" {
		return fault.New(fault.NeedsPerson, "the launch that is meant must be named by its digest", full)
	}
	want, err := digest.Parse(given)
	if err != nil {
		return fault.New(fault.Usage, "--digest: "+err.Error(), full)
	}
	if err := unattended(s, full); err != nil {
		return err
	}
	if want != now {
		return fault.New(fault.Refused, "the server would now be launched otherwise than --digest says; the launch is "+string(now),
			"look at what it runs: usher server list", "then: "+full)
	}
	return nil
}

// unattended is policy approve.unattended (SPEC A4, C4).
func unattended(s *engine.Standing, line string) error {
	if s.Policy.ApproveUnattended {
		return nil
	}
	const key = "approve.unattended"
	if layer, place := s.Policy.Where(key); s.Policy.Locked(key) {
		return fault.New(fault.NeedsPerson, fmt.Sprintf("policy %s is locked to false by the %s layer (%s)", key, layer, place),
			"ask the administrator of this computer")
	}
	return fault.New(fault.NeedsPerson, "deciding by --digest needs policy "+key+", which is not true",
		`put {"approve":{"unattended":true}} into policy.json of the folder that "usher home" prints`, "then: "+line)
}
