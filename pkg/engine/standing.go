package engine

import (
	"errors"
	"strings"

	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/policy"
	"usher/pkg/trust"
)

// Dirs are the absolute folders a decision rests on. Machine may be missing.
type Dirs struct{ Machine, Home, State string }

// Standing is everything that was read for one decision, once (SPEC T4).
type Standing struct {
	Policy    policy.Policy
	Ledger    trust.Ledger
	LedgerErr error
	Set       *effective.Set
	Problems  []fault.Problem // of policy and definitions, in the order they were read
	Blocks    []gate.Reason   // what refuses every call until it is mended
}

// Read reads both layers, policy and ledger. It never fails: what could not be
// read is in Blocks, and refuses.
func Read(d Dirs, resolve effective.Resolve, realDir effective.RealDir) *Standing {
	machine := trust.ReadLayer(trust.Machine, d.Machine, effective.Files()...)
	yours := trust.ReadLayer(trust.Yours, d.Home, effective.Files()...)
	s := &Standing{}
	var problems []fault.Problem
	s.Policy, problems = policy.Parse(source(machine), source(yours))
	s.Problems = append(s.Problems, problems...)
	if !s.Policy.Usable() {
		s.Blocks = append(s.Blocks, policyBlock(problems))
	}
	s.Ledger, s.LedgerErr = trust.ReadLedger(d.State)
	if s.LedgerErr != nil {
		s.Blocks = append(s.Blocks, errorBlock("file "+trust.LedgerPath(d.State), s.LedgerErr))
	}
	s.Set = effective.Load(effective.Input{
		Layers: []trust.Layer{machine, yours}, Policy: s.Policy, Home: d.Home, Resolve: resolve, RealDir: realDir,
	})
	s.Problems = append(s.Problems, s.Set.Problems...)
	for _, f := range s.Set.Faults {
		s.Blocks = append(s.Blocks, gate.Reason{By: "file " + f.Path, Layer: f.Layer, File: f.File, Says: f.Says, Hint: f.Hint})
	}
	return s
}

func source(l trust.Layer) policy.Source {
	e := l.Files[effective.PolicyFile]
	return policy.Source{Layer: l.Name, Path: e.Path, Data: e.Data, Present: e.Present && e.Err == nil}
}

func policyBlock(ps []fault.Problem) gate.Reason {
	for _, p := range ps {
		if p.Severity == fault.SeverityError {
			return gate.Reason{By: "file " + p.File, File: p.Where(), Says: "the policy cannot be used: " + p.Message, Hint: p.Hint}
		}
	}
	return gate.Reason{By: "policy", Says: "the policy cannot be used"}
}

func errorBlock(by string, err error) gate.Reason {
	r := gate.Reason{By: by, Says: err.Error()}
	var fe *fault.Error
	if errors.As(err, &fe) {
		r.Hint = strings.Join(fe.Hints, "; ")
		if len(fe.Problems) > 0 {
			r.File = fe.Problems[0].Where()
		}
	}
	return r
}
