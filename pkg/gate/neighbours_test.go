package gate_test

import (
	"errors"
	"fmt"

	"usher/pkg/gate"
)

// SPEC G1, H7: an allow rests on an allow of the person's that is awake (or on
// usher's own tool), on every hook having no opinion, and on nothing against it.
func allowIsThePersons(all space, p point) error {
	f := p.facts()
	awake := f.Target == gate.ServerTool && f.State == gate.Ready && !f.Asleep && (f.Grant == gate.GrantAllow || f.Allowance)
	for answer, r := range all.at(p) {
		if r != allowed {
			continue
		}
		if answer != aNone || !awake && f.Target != gate.OwnTool {
			return fmt.Errorf("allowed with answers %d", answer)
		}
		if len(f.Blocks)+len(f.PolicyDeny)+len(f.PolicyAsk)+len(f.LostGuard) > 0 {
			return errors.New("allowed over a voice against it")
		}
	}
	return nil
}

// tightens compares p with its twin in which one thing is stricter.
func tightens(all space, p point) error {
	for _, d := range []int{dPlan, dBlocks, dPolicyDeny, dPolicyAsk, dLostGuard, dAsleep} {
		if all.at(p.with(d, 1)).looserThan(all.at(p.with(d, 0))) {
			return fmt.Errorf("dimension %d set loosens", d)
		}
	}
	for _, d := range []int{dCanAsk, dAllowance, dReadOnly} {
		if all.at(p.with(d, 0)).looserThan(all.at(p.with(d, 1))) {
			return fmt.Errorf("dimension %d missing loosens", d)
		}
	}
	const unset, ask, allow = 0, 1, 2
	grant := func(v int) ranks { return all.at(p.with(dGrant, v)) }
	if grant(ask).looserThan(grant(unset)) || grant(unset).looserThan(grant(allow)) {
		return errors.New("grants are out of order")
	}
	const ready = 1
	if all.at(p).looserThan(all.at(p.with(dState, ready))) {
		return errors.New("a state is looser than ready")
	}
	const native, command, gateway = 1, 3, 4
	caller := func(v int) ranks { return all.at(p.with(dCaller, v)) }
	if caller(command).looserThan(caller(native)) || caller(gateway) != caller(command) {
		return errors.New("call or serve is looser than run-gate, or they differ")
	}
	return nil
}

func opinionsTighten(all space, p point) error {
	r := all.at(p)
	switch {
	case r[aRefuse] != denied || r[aRefuseRefuse] != denied || r[aRefuseAsk] != denied || r[aAskRefuse] != denied:
		return errors.New("a refusal was lost")
	case r[aAsk] > r[aNone] || r[aAsk] > asked:
		return errors.New("a question loosens")
	case r[aAskAsk] != r[aAsk]:
		return errors.New("two questions are not one")
	}
	return nil
}

// SPEC G1, G2, H13: nothing that anybody says brings these back.
func refusalsStand(all space, p point) error {
	f := p.facts()
	refused := f.Grant >= gate.GrantDeny || len(f.Blocks) > 0 || len(f.PolicyDeny) > 0 ||
		f.Caller == gate.CallerUnclear || f.Caller == unknown ||
		f.Target == gate.TargetUnclear || f.Target == unknown
	if refused && all.at(p) != (ranks{}) {
		return fmt.Errorf("not denied: %v", all.at(p))
	}
	return nil
}

// SPEC G4.
func nobodyIsAsked(all space, p point) error {
	for _, r := range all.at(p) {
		if p[dCanAsk] == 0 && r == asked {
			return errors.New("a question to nobody")
		}
	}
	return nil
}

// SPEC G1, G6.
func onlyHostsHearSilence(all space, p point) error {
	host := callers[p[dCaller]] == gate.Host
	for _, r := range all.at(p) {
		if r == silent && !host || r == allowed && host {
			return fmt.Errorf("rank %d", r)
		}
	}
	return nil
}
