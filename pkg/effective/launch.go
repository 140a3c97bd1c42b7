package effective

import (
	"path/filepath"

	"usher/pkg/mcp"
	"usher/pkg/names"
	"usher/pkg/trust"
)

// Launch says what a server would start, with its digest (SPEC A1). It is looked up
// once for each Set: what is shown, decided and recorded is one and the same. A
// server whose program or working directory is missing has no digest, and so no
// decision of a person covers it.
func (s *Set) Launch(sv Server) Launch {
	s.looking.Lock()
	defer s.looking.Unlock()
	for i := range s.launches {
		if at := &s.launches[i]; at.id == sv.ID && at.layer == sv.Layer && at.file == sv.File && at.line == sv.Place.Line && at.column == sv.Place.Column {
			return at.launch
		}
	}
	l := s.launch(sv)
	s.launches = append(s.launches, launched{sv.ID, sv.Layer, sv.File, sv.Place.Line, sv.Place.Column, l})
	return l
}

// launched is one entry of one file, and what it would start.
type launched struct {
	id           names.ServerID
	layer, file  string
	line, column int
	launch       Launch
}

func (s *Set) launch(sv Server) Launch {
	l := Launch{Key: trust.Key{Server: sv.ID, Layer: sv.Layer}}
	base := s.home
	if _, none := s.realDir(base); none != "" && sv.Layer == trust.Machine {
		base = filepath.Dir(sv.File) // whoever has no assistant folder yet, as with its hooks
	}
	if sv.Layer == trust.Project {
		base = s.project.Folder.Path
		l.Key.Folder = base
	}
	if sv.Remote() {
		l.Key.Digest = mcp.LaunchDigest(sv.Server, mcp.Launch{Folder: l.Key.Folder})
		return l
	}
	if sv.Command == "" {
		l.Why = "its package is not installed"
		return l
	}
	dir := base
	if sv.Cwd != "" {
		dir = sv.Cwd
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(base, dir)
		}
	}
	real, why := s.realDir(dir)
	if why != "" {
		l.Why = why
		return l
	}
	l.WorkDir = real
	l.Program = s.resolve(sv.Command, real, s.project.Folder.Path)
	if l.Program.Why != "" {
		l.Why = l.Program.Why
		return l
	}
	if s.startsUsher(l.Program, sv.Args, real) {
		l.Why = Itself
		return l
	}
	l.Key.Digest = mcp.LaunchDigest(sv.Server, mcp.Launch{
		Program: l.Program.Path, Real: l.Program.Real, WorkDir: real, Folder: l.Key.Folder, Through: s.leads(sv, l),
	})
	return l
}

// leads are where the links and variables in a server's reach lead now.
func (s *Set) leads(sv Server, l Launch) []string {
	h := mcp.Here{
		Program: l.Program.Path, Real: l.Program.Real, WorkDir: l.WorkDir, Folder: l.Key.Folder,
		Getenv: s.look.Getenv, RealDir: s.realDir, RealFile: s.look.File,
	}
	if s.project.State == trust.Trusted || sv.Layer == trust.Project {
		h.Workspace = s.project.Folder.Path
	}
	if h.Getenv == nil {
		h.Getenv = func(string) string { return "" }
	}
	if h.RealFile == nil {
		h.RealFile = func(string) (string, bool) { return "", false }
	}
	return sv.Leads(h)
}
