package engine

import (
	"slices"

	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/policy"
	"usher/pkg/trust"
)

// missed is a folder that somebody decided about and that stands at or above where a
// call is made, by its name, and does not count all the same: what took its place may
// take no guard away (SPEC G2, C1).
type missed struct {
	folder     string // its path; "" where it cannot be told
	guards     bool
	says, hint string // why it does not count, and what to do
}

// miss looks for such folders: one whose path leads elsewhere now, one that $HOME says
// is the home folder, and one that $USHER_PROJECT stands before. found is the project
// folder in force, "" for none.
func (m *Material) miss(d Dirs, p policy.Policy, found string) {
	m.missed = nil
	starts := d.starts()
	for _, start := range starts {
		for _, e := range m.Ledger.Elsewhere(start) {
			m.missElsewhere(e)
		}
		if at := trust.Find(start, "", m.Ledger.Decided); at != "" && trust.SameFolder(at, d.UserHome) {
			m.add(missed{
				folder: at, guards: m.Ledger.HadGuards(at),
				says: "your home folder, as the environment names it, is never a project",
				hint: "start it with the right home folder, or take the trust back: usher trust revoke " + QuoteArg(at),
			})
		}
	}
	if d.ByVariable {
		m.missVariable(d, p, found, starts[len(starts)-1])
	}
}

// starts are the paths from which the project folder is looked for, as they are written.
func (d Dirs) starts() []string {
	var out []string
	if d.Project != "" {
		spelled := d.Spelled
		if spelled == "" {
			spelled = d.Project
		}
		if out = append(out, spelled); !d.ByVariable {
			return out
		}
	}
	if d.Root != "" {
		out = append(out, d.Root)
	}
	if d.Root == "" || d.Project == "" {
		out = append(out, d.WorkDir)
	}
	return out
}

func (m *Material) missElsewhere(e trust.Elsewhere) {
	x := missed{
		folder: e.Folder, guards: e.Guards, says: "it is changed: " + e.Now(),
		hint: "look at what is there: usher trust show " + QuoteArg(e.Name) + "; then: usher trust grant " + QuoteArg(e.Name) + ", or usher trust revoke " + QuoteArg(e.Name),
	}
	m.add(x)
}

// missVariable looks for what would count without the variable.
func (m *Material) missVariable(d Dirs, p policy.Policy, found, start string) {
	x := missed{
		says: "$USHER_PROJECT names another one (" + d.Spelled + "), and a variable takes no guard away",
		hint: "unset USHER_PROJECT, or name the project folder: --project DIR",
	}
	x.folder = trust.Find(start, "", m.Ledger.Decided)
	x.guards = m.Ledger.HadGuards(x.folder)
	if x.folder == "" {
		if all := pinned(start, d.UserHome, p); len(all) > 0 {
			x.folder, x.guards = all[0].Path, effective.Guards(all[0])
		}
	}
	switch {
	case start == "" && slices.ContainsFunc(m.Ledger.Folders(), func(d trust.Decision) bool { return d.Guards }):
		x.says, x.guards = "the working directory does not exist any more, so whether the hooks of a trusted folder guard this call cannot be told, and $USHER_PROJECT takes no guard away", true
		m.add(x)
	case x.folder != "" && x.folder != trust.RealPath(found):
		m.add(x)
	}
}

func (m *Material) add(x missed) {
	if !slices.ContainsFunc(m.missed, func(o missed) bool { return o.folder == x.folder }) {
		m.missed = append(m.missed, x)
	}
}

// Misses adds the folders that another standing of the same call misses (SPEC L5).
func (s *Standing) Misses(o *Standing) {
	for _, x := range o.missed {
		if !slices.ContainsFunc(s.missed, func(m missed) bool { return m.folder == x.folder }) {
			s.missed = append(s.missed, x)
		}
	}
}

// lostMissed is the voice of those that guarded calls.
func (s *Standing) lostMissed() []gate.Reason {
	var out []gate.Reason
	for _, x := range s.missed {
		if x.guards {
			out = append(out, gate.Reason{By: "folder", Layer: trust.Project, File: x.folder, Says: x.words(), Hint: x.hint})
		}
	}
	return out
}

// Missed are they as problems, for every listing and every decision (SPEC F4).
func (s *Standing) Missed() []fault.Problem {
	var out []fault.Problem
	for _, x := range s.missed {
		p := fault.Problem{File: x.folder, Rule: "project/missed", Message: x.words(), Hint: x.hint}
		if !x.guards {
			p.Severity = fault.SeverityWarning
		}
		out = append(out, p)
	}
	return out
}

func (x missed) words() string {
	switch {
	case x.folder == "":
		return x.says
	case x.guards:
		return "the project folder " + x.folder + " was trusted with hooks that guard calls, and they do not run: " + x.says
	}
	return "the project folder " + x.folder + ", which you decided about, does not count: " + x.says
}
