package cmd

import (
	"errors"
	"path/filepath"
	"strings"

	"usher/pkg/effective"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/places"
)

// ground is what a command rests on: the places, and what holds there now, read
// exactly as run-gate reads it. at.Project is the project folder in force, whether
// it was named or found (SPEC L5).
type ground struct {
	*engine.Standing
	at       places.Places
	named    bool   // the project folder was named, or ruled out with --no-project
	apart    bool   // an assistant folder that was named, with the person's own state
	userHome string // never a project (SPEC L5)
	machine  bool   // --machine: the layer that is written, and all that is read (SPEC L8)
}

func (a *app) ground() (ground, error) {
	if a.flags.machine {
		return a.machineGround(), nil
	}
	return a.groundThrough(func(d engine.Dirs, resolve effective.Resolve, real effective.RealDir) (engine.Dirs, effective.Resolve, effective.RealDir) {
		return d, resolve, real
	})
}

// firm is ground for commands that write a decision: a ledger or a policy that
// cannot be read is nothing to decide on (SPEC Q10).
func (a *app) firm() (ground, error) {
	g, err := a.ground()
	if err != nil {
		return g, err
	}
	return g, g.decidable()
}

func (g ground) decidable() error {
	switch {
	case g.LedgerErr != nil:
		return g.LedgerErr
	case !g.Policy.Usable():
		e := fault.New(fault.Failed, "the policy cannot be used, so nothing can be decided", "mend what is named here, then repeat the command")
		e.Problems = failing(g.Problems)
		return e
	}
	return g.policyRead()
}

// policyRead refuses where a policy file, or the folder it would stand in, could
// not be read: what the machine locks in it is not known then (SPEC A4, L8).
func (g ground) policyRead() error {
	for _, f := range g.Set.Faults {
		switch f.Path {
		case g.at.Machine, g.at.Home, g.policyFile(g.at.Machine), g.policyFile(g.at.Home):
			return fault.New(fault.Failed, "the policy cannot be read, so nothing can be decided: "+f.Says, sentences(f.Hint)...)
		}
	}
	return nil
}

func (g ground) policyFile(dir string) string { return filepath.Join(dir, effective.PolicyFile) }

// concerning leaves out the problems of the other kind of file, which a listing
// is not about; but what refuses every call stands in every listing.
func (g ground) concerning(other string) []fault.Problem {
	blocking, told := map[string]bool{}, map[string]bool{}
	for _, f := range g.Set.Faults {
		blocking[f.Path] = true
	}
	out := []fault.Problem{}
	for _, p := range g.Problems {
		if !strings.HasPrefix(p.Rule, other+"/") || blocking[p.File] {
			out = append(out, p)
			told[p.File] = true
		}
	}
	for _, f := range g.Set.Faults {
		if !told[f.Path] { // a folder as a whole
			out = append(out, fault.Problem{File: f.Path, Rule: "layer/unusable", Message: f.Says, Hint: f.Hint})
		}
	}
	return out
}

// failing are the problems that cost an entry, a file or a call.
func failing(ps []fault.Problem) []fault.Problem {
	out := []fault.Problem{}
	for _, p := range ps {
		if p.Severity == fault.SeverityError {
			out = append(out, p)
		}
	}
	return out
}

// problemsOf is an error as a listing shows it: itself under a rule, with its next
// command, then the places it names.
func problemsOf(err error, rule string) []fault.Problem {
	if err == nil {
		return nil
	}
	p := fault.Problem{Rule: rule, Message: err.Error()}
	var fe *fault.Error
	if !errors.As(err, &fe) {
		return []fault.Problem{p}
	}
	p.Hint = strings.Join(fe.Hints, "; ")
	return append([]fault.Problem{p}, fe.Problems...)
}

// sentences leaves out what is empty.
func sentences(lines ...string) []string {
	var out []string
	for _, l := range lines {
		if l != "" {
			out = append(out, l)
		}
	}
	return out
}

// list joins words for a sentence.
func list(ss []string) string { return strings.Join(ss, ", ") }
