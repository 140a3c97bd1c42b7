package engine

import (
	"errors"
	"os"
	"slices"
	"strings"

	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/names"
	"usher/pkg/policy"
	"usher/pkg/trust"
)

// Dirs are the absolute folders a decision rests on. Machine may be missing.
// Project is the folder that was named; without one, and unless NoProject is
// set, it is the nearest at or above WorkDir that a person decided about, never
// UserHome (SPEC L5). Where a call named it (Upward), the nearest at or above it.
// See find for folders that the machine's policy pins.
type Dirs struct {
	Machine, Home, State string
	Project              string
	NoProject, Upward    bool
	HomeNamed            bool // Home was named, by a flag or a variable

	Spelled    string // Project as it was named, before links were followed
	ByVariable bool   // a variable named it, and nobody else
	Root       string // where a call says that it is made, as it is written

	WorkDir, UserHome string
	Look              effective.Look // where links and variables lead
}

// Standing is everything that was read for one decision, once (SPEC T4).
type Standing struct {
	Policy    policy.Policy
	Ledger    trust.Ledger
	LedgerErr error
	Project   effective.Project // the project folder as it is now; no Path: there is none
	Set       *effective.Set
	Problems  []fault.Problem // of policy and definitions, in the order they were read
	Blocks    []gate.Reason   // what refuses every call until it is mended
	Absent    string          // the assistant folder that was named and does not exist

	stateDir string
	allowed  Allowed
	input    effective.Input
	nowhere  bool   // a project folder would be looked for, but the working directory is gone
	named    string // how the project folder was named to be read; "" is not read again
	above    []string
	missed   []missed
}

// Material is what a Standing is made of: the bytes of both layers, what a person
// decided, and the project folder. Read takes it from the disk; whoever supposes
// another world hands in its own.
type Material struct {
	Machine, Yours trust.Layer
	Ledger         trust.Ledger
	LedgerErr      error
	Project        effective.Project
	Home           string  // working directory of the machine's and own servers
	State          string  // where conversation allowances are; "" for none
	Allowed        Allowed // in their place, where it is not nil
	Nowhere        bool    // a project folder would be looked for, but the working directory is gone
	Look           effective.Look

	named  string   // how Project was named to be read from the disk; "" where it was supposed
	above  []string // see found
	missed []missed // see miss
}

// Allowed answers for conversation allowances that are supposed (SPEC M5).
type Allowed func(conversation string, tool names.Tool) bool

// Read reads both layers, policy and ledger. It never fails: what could not be
// read is in Blocks, and refuses.
func Read(d Dirs, resolve effective.Resolve, realDir effective.RealDir) *Standing {
	m := Material{
		Machine: trust.ReadLayer(trust.Machine, d.Machine, effective.Files()...),
		Yours:   trust.ReadLayer(trust.Yours, d.Home, effective.Files()...),
		Home:    d.Home, State: d.State, Look: d.Look,
	}
	m.Ledger, m.LedgerErr = trust.ReadLedger(d.State)
	p, problems := m.policy()
	m.named = m.readProject(d, p)
	s := stood(m, p, problems, resolve, realDir)
	if _, err := os.Stat(d.Home); d.HomeNamed && os.IsNotExist(err) {
		s.Absent = d.Home
	}
	return s
}

// Stand is what holds with that material. It reads no definition, and no decision
// but conversation allowances.
func Stand(m Material, resolve effective.Resolve, realDir effective.RealDir) *Standing {
	p, problems := m.policy()
	return stood(m, p, problems, resolve, realDir)
}

// policy is what both layers say may happen, and what is wrong with it.
func (m *Material) policy() (policy.Policy, []fault.Problem) {
	return policy.Parse(source(m.Machine), source(m.Yours))
}

func stood(m Material, p policy.Policy, problems []fault.Problem, resolve effective.Resolve, realDir effective.RealDir) *Standing {
	s := &Standing{
		stateDir: m.State, allowed: m.Allowed, Ledger: m.Ledger, LedgerErr: m.LedgerErr, Project: m.Project,
		nowhere: m.Nowhere, named: m.named, above: m.above, missed: m.missed, Policy: p,
	}
	s.Problems = append(s.Problems, problems...)
	if !s.Policy.Usable() {
		s.Blocks = append(s.Blocks, policyBlock(problems))
	}
	if s.LedgerErr != nil {
		s.Blocks = append(s.Blocks, errorBlock("file "+trust.LedgerPath(m.State), s.LedgerErr))
	}
	s.Project.NotAccepted = s.notAccepted(s.Project)
	s.input = effective.Input{
		Layers: []trust.Layer{m.Machine, m.Yours}, Project: s.Project, Policy: s.Policy, AllowEnv: s.Ledger.AllowedEnv(),
		Home: m.Home, Resolve: resolve, RealDir: realDir, Look: m.Look,
	}
	s.Set = effective.Load(s.input)
	s.Problems = append(s.Problems, s.Set.Problems...)
	s.pin()
	s.tellWaiting()
	for _, f := range s.Set.Faults {
		s.Blocks = append(s.Blocks, gate.Reason{By: "file " + f.Path, Layer: f.Layer, File: f.File, Says: f.Says, Hint: f.Hint})
	}
	return s
}

// With is what would hold with another project folder, or with the same one in
// another state: for showing what trusting it would bring.
func (s *Standing) With(p effective.Project) *effective.Set {
	in := s.input
	p.NotAccepted = s.notAccepted(p)
	in.Project = p
	return effective.Load(in)
}

// TrustedProject is the project folder's path when it is trusted now, else "".
func (s *Standing) TrustedProject() string {
	if s.Project.State != trust.Trusted {
		return ""
	}
	return s.Project.Folder.Path
}

// lostGuard is the voice of a trusted folder whose hooks no longer hold (SPEC G2),
// or do not hold yet (SPEC A3).
func (s *Standing) lostGuard() []gate.Reason {
	return slices.Concat(s.lostHere(), s.lostAbove(), s.lostMissed())
}

// lostHere is that of the project folder in force. The machine's pin on what a folder
// is now does not stand in for what a person trusted there: whoever may write in it
// could put another pinned content in its place, one without guards.
func (s *Standing) lostHere() []gate.Reason {
	f := s.Project.Folder
	switch {
	case s.Project.Off:
		return s.lostOff()
	case f.Path == "" && s.nowhere && slices.ContainsFunc(s.Ledger.Folders(), func(d trust.Decision) bool { return d.Guards }):
		return []gate.Reason{{
			By: "folder", Layer: trust.Project,
			Says: "the working directory does not exist any more, so whether the hooks of a trusted folder guard this call cannot be told",
			Hint: "start from a folder that exists, or name the project: --project DIR, or none: --no-project",
		}}
	case f.Path == "" || !s.Ledger.LostGuard(f):
		return s.waitingGuards()
	}
	where := QuoteArg(f.Path)
	r := gate.Reason{
		By: "folder", Layer: trust.Project, File: f.Path,
		Says: "the project folder was trusted with hooks that guard calls, and has changed since, so they do not run",
		Hint: "see what changed: usher trust diff " + where + "; then: usher trust grant " + where + ", or usher trust revoke " + where,
	}
	switch {
	case s.Project.Pin != "":
		r.Says = "the project folder was trusted with hooks that guard calls, and is something else now, which policy trust.digests pins (" + s.Project.Pin + "), so those hooks do not run"
	case s.Project.State == trust.Unreadable:
		r.Says = "the project folder was trusted with hooks that guard calls, and cannot be read now, so they do not run"
		r.Hint = "see why: usher trust show " + where + "; or take the trust back: usher trust revoke " + where
		if f.Err != nil {
			r.Says += ": " + f.Err.Error()
		}
	case !f.Defined(): // nothing is left that could be trusted again
		r.Says = "the project folder was trusted with hooks that guard calls, and has changed since: its definition files are gone, so they do not run"
		r.Hint = "see what it held: usher trust diff " + where + "; then: usher trust revoke " + where
	}
	return []gate.Reason{r}
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
