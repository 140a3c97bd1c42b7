package gatetest

import (
	"path/filepath"

	"usher/pkg/effective"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/strictjson"
	"usher/pkg/trust"
)

// Stand is what holds in the world of the table: what really stands in dirs, with
// what the table supposes in its place. The machine's folder always counts. An
// empty Home or State is not read. The problems are those of the table.
func (f File) Stand(d engine.Dirs, resolve effective.Resolve, realDir effective.RealDir) (*engine.Standing, []fault.Problem) {
	w := world{file: f, resolve: resolve, realDir: realDir}
	if f.Given.Approved != nil || f.Given.Grants != nil || f.Given.Allowances != nil {
		w.resolve, w.realDir = supposed(resolve, realDir)
	}
	m := engine.Material{
		Machine: trust.ReadLayer(trust.Machine, d.Machine, effective.Files()...),
		Yours:   f.layer(d.Home), Home: d.Home, Look: d.Look,
	}
	if m.Home == "" {
		m.Home = f.Dir
	}
	if f.Given.Grants == nil {
		m.State = d.State
	}
	if d.State != "" && f.decides(d) {
		m.Ledger, m.LedgerErr = trust.ReadLedger(d.State)
	}
	m.Allowed = f.allowed()
	m.ReadProject(d)
	w.ledger = m.Ledger.Without()
	w.trusted(&m)
	w.accepted(&m)
	m.Ledger = w.ledger
	w.marks(engine.Stand(m, w.resolve, w.realDir))
	m.Ledger = w.ledger
	return engine.Stand(m, w.resolve, w.realDir), w.problems
}

// decides reports a table that leaves something to the decisions that were made:
// which folder is the project among them.
func (f File) decides(d engine.Dirs) bool {
	g := f.Given
	return g.Approved == nil || g.Grants == nil || g.Trusted == nil || d.Project == "" && !d.NoProject
}

// layer is the assistant folder, read unless the table stands for all of it.
func (f File) layer(home string) trust.Layer {
	g := f.Given
	l := trust.Layer{Name: trust.Yours, Dir: home, Files: map[string]trust.Entry{}}
	if g.Servers == nil || g.Hooks == nil || g.Policy == nil {
		l = trust.ReadLayer(trust.Yours, home, effective.Files()...)
	}
	for name, doc := range map[string]*Document{
		effective.ServersFile: g.Servers, effective.HooksFile: g.Hooks, effective.PolicyFile: g.Policy,
	} {
		if doc != nil {
			l.Files[name] = trust.Entry{Path: doc.Path, Data: doc.Data, Present: true}
		}
	}
	return l
}

// supposed finds every program and folder: where approvals or marks are supposed,
// the test is not about which programs this computer has.
func supposed(resolve effective.Resolve, realDir effective.RealDir) (effective.Resolve, effective.RealDir) {
	return func(command, dir, outside string) effective.Program {
			p := resolve(command, dir, outside)
			if p.Why != "" {
				p = effective.Program{Path: command, Real: command}
				if !filepath.IsAbs(command) {
					p.Path = filepath.Join(dir, command)
					p.Real = p.Path
				}
			}
			return p
		}, func(dir string) (string, string) {
			if real, why := realDir(dir); why == "" {
				return real, ""
			}
			return dir, ""
		}
}

// world is a Stand under way.
type world struct {
	file     File
	resolve  effective.Resolve
	realDir  effective.RealDir
	ledger   trust.Ledger
	problems []fault.Problem
}

func (w *world) fail(at strictjson.Place, entry, message, hint string) {
	w.problems = append(w.problems, fault.Problem{
		File: w.file.Path, Line: at.Line, Column: at.Column, Entry: entry, Rule: "gate-test/given", Message: message, Hint: hint,
	})
}
