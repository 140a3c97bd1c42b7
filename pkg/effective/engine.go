package effective

import (
	"path/filepath"
	"slices"
)

// settleEngine takes a container engine's name from a server whose program of that
// name lies where a project or the server itself may have put it: it starts in the
// sandbox then, like any other program (SPEC B3). Only a path tells them apart.
func (s *Set) settleEngine(sv *Server) {
	if sv.Reach.Engine != "" && s.planted(*sv) {
		sv.Reach.Engine = ""
	}
}

func (s *Set) planted(sv Server) bool {
	changed := s.changeable(sv)
	if len(changed) == 0 {
		return false
	}
	in := func(path string) bool {
		return slices.ContainsFunc(changed, func(dir string) bool { return inside(dir, path) })
	}
	word := sv.EngineWord()
	p := s.resolve(word, s.home, s.project.Folder.Path) // a bare name, or absolute
	if p.Why != "" {
		return word != sv.Command // env would look for it in its own way
	}
	folder, _ := s.realDir(filepath.Dir(p.Path))
	if in(filepath.Clean(p.Path)) || in(p.Real) || in(filepath.Join(folder, filepath.Base(p.Path))) {
		return true
	}
	return word != sv.Command && !filepath.IsAbs(word) && slices.ContainsFunc(s.searched(), in)
}

// changeable are the folders that a server or a project may have put a program in.
func (s *Set) changeable(sv Server) []string {
	var out []string
	for _, dir := range append([]string{s.project.Folder.Path}, sv.Reach.Write...) {
		if filepath.IsAbs(dir) {
			real, _ := s.realDir(dir)
			out = append(out, filepath.Clean(dir), real)
		}
	}
	return slices.DeleteFunc(out, func(dir string) bool { return dir == "" })
}

// searched are the folders that env would look for a name in; a relative one is in
// whatever folder it is started from.
func (s *Set) searched() []string {
	if s.look.Getenv == nil {
		return nil
	}
	var out []string
	for _, dir := range filepath.SplitList(s.look.Getenv("PATH")) {
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(s.project.Folder.Path, dir)
		}
		real, _ := s.realDir(dir)
		out = append(out, filepath.Clean(dir), real)
	}
	return out
}

// inside reports whether path is dir or lies below it.
func inside(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && path != "" && filepath.IsLocal(rel)
}
