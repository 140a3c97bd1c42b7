package engine

import (
	"slices"

	"usher/pkg/effective"
	"usher/pkg/policy"
	"usher/pkg/trust"
)

// ProjectOf is what a folder is now: to the person, by the ledger (SPEC T1), and where
// that does not trust it as it is, to the machine, whose policy trust.digests trusts a
// content wherever it stands (SPEC T6).
//
// A pin is about what the digest covers, and a copy anywhere has it too. What the
// folder's programs load besides, and what Folder.Uncovered lists, is whatever lies
// there.
func ProjectOf(l *trust.Ledger, p policy.Policy, f trust.Folder) effective.Project {
	is := effective.Project{Folder: f, State: l.FolderState(f)}
	if is.State == trust.Trusted {
		return is
	}
	if pin, ok := p.Pinned(f.Digest); ok && l.FolderState(f, pin.Digest) == trust.Trusted {
		is.State, is.Pin = trust.Trusted, pin.Place
	}
	return is
}

// ReadProject finds the project folder by the ledger and the policy of the material
// and reads it, once. A folder that was named but cannot be read is unreadable, which
// trusts nothing of it.
func (m *Material) ReadProject(d Dirs) {
	p, _ := m.policy()
	_ = m.readProject(d, p)
}

// readProject gives the name it was read by, "" for none. Where policy
// projects.enabled is false only the path is told: a folder that was named is ignored
// with a problem that names the policy, and not refused, or a host that always names
// one could not make any call. What the folder guarded asks (lostOff).
func (m *Material) readProject(d Dirs, p policy.Policy) string {
	if d.NoProject {
		return ""
	}
	if d.Project == "" {
		m.Nowhere = d.WorkDir == ""
	}
	path, above := m.find(d, p)
	m.miss(d, p, path)
	if path == "" {
		return ""
	}
	if _, off := p.ProjectsOff(); off {
		m.Project = effective.Project{Folder: trust.Folder{Path: trust.RealPath(path)}, State: trust.NotTrusted, Off: true}
		return ""
	}
	m.Project = ProjectOf(&m.Ledger, p, trust.ReadFolder(path, effective.Refs))
	m.above = above
	return path
}

// find is the deciding way to the project folder (SPEC L5) with the folders in mind
// that stand in no ledger, because the machine's policy pins their content (SPEC T6).
//
// Whoever may write below or above a project may copy a pinned folder there. So one
// that the person decided about wins wherever it stands, and its guards with it. Where
// there is none the nearest pinned one counts, and the guards of those above it are
// not run but missed: see lostAbove.
func (m *Material) find(d Dirs, p policy.Policy) (path string, above []string) {
	from := d.WorkDir
	if d.Project != "" {
		if from = d.Project; !d.Upward {
			return d.Project, nil
		}
	}
	if path = trust.Find(from, d.UserHome, m.Ledger.Decided); path != "" {
		return path, nil
	}
	if found := pinned(from, d.UserHome, p); len(found) > 0 {
		path = found[0].Path
		for _, f := range found[1:] {
			if effective.Guards(f) {
				above = append(above, f.Path)
			}
		}
		return path, above
	}
	return d.Project, nil
}

// pinned are the folders at or above one whose content the machine's policy pins, the
// nearest first. Without a pin nothing is read.
func pinned(from, home string, p policy.Policy) []trust.Folder {
	if _, off := p.ProjectsOff(); off || len(p.TrustDigests) == 0 {
		return nil
	}
	var found []trust.Folder
	_ = trust.Find(from, home, func(dir string) bool {
		if !trust.HoldsLayout(dir) {
			return false
		}
		f := trust.ReadFolder(dir, effective.Refs)
		if pin, ok := p.Pinned(f.Digest); ok && new(trust.Ledger).FolderState(f, pin.Digest) == trust.Trusted {
			found = append(found, f)
		}
		return false
	})
	return slices.DeleteFunc(found, func(f trust.Folder) bool { return trust.SameFolder(f.Path, home) })
}
