package effective

import (
	"path"
	"path/filepath"
	"slices"

	"usher/pkg/hooks"
	"usher/pkg/mcp"
	"usher/pkg/names"
	"usher/pkg/trust"
)

// fromProject adds the project folder's servers and hooks, in the order of its
// layouts. Unless the folder is trusted now, its servers are named and nothing
// else is taken: no hook of it runs and none of its faults counts (SPEC T1).
func (s *Set) fromProject(machine []names.ServerID) {
	trusted := s.project.State == trust.Trusted
	rules := mcp.Rules{Layer: trust.Project, Project: true, Reserved: machine}
	for _, f := range s.project.Folder.InOrder() {
		path := filepath.Join(s.project.Folder.Path, filepath.FromSlash(f.Path))
		switch {
		case f.Part == trust.PartServers:
			s.addServers(path, f.Data, rules, !trusted)
		case f.Part == trust.PartHooks && trusted && slices.Contains(s.project.NotAccepted, f.Path):
			s.addWaiting(path, apart(s.project.Folder, f), f.Data)
		case f.Part == trust.PartHooks && trusted:
			s.addHooks(trust.Project, path, apart(s.project.Folder, f), f.Data)
		}
	}
}

// apart is the path of a hooks file in its folder, where another one there would be
// called alike (SPEC L6, L7); "" where there is none.
func apart(folder trust.Folder, file trust.File) string {
	alike := 0
	for _, f := range folder.Files {
		if f.Part == trust.PartHooks && path.Base(f.Path) == path.Base(file.Path) {
			alike++
		}
	}
	if alike < 2 {
		return ""
	}
	return file.Path
}

// Refs says which files a project's definition file names as command or argument,
// or in a line that a shell reads, for trust.ReadFolder (SPEC T5), and which of
// its servers and hooks could start others besides. It parses, and does nothing
// else.
func Refs(name string, data []byte) (names []string, more []trust.Uncovered) {
	take := func(what string, reached []string, open bool) {
		names = append(names, reached...)
		if open {
			more = append(more, trust.Uncovered{Path: "what " + what + " of " + name + " starts", Why: "comes from a line for a shell, of which only the words are covered"})
		}
	}
	switch filepath.Base(filepath.FromSlash(name)) {
	case ServersFile, ".mcp.json":
		f := mcp.ParseFile(data, mcp.Source{Path: name}, mcp.Rules{Layer: trust.Project, Project: true})
		for _, sv := range f.Servers {
			reached, open := trust.Reached(sv.Cwd, append([]string{sv.Command}, sv.Args...)...)
			found, also, depends := resolved(sv, name)
			more = append(more, depends...)
			take("server "+string(sv.ID), append(reached, found...), open || also)
		}
	case HooksFile:
		f := hooks.ParseFile(data, hooks.Source{Layer: trust.Project, Path: name})
		for _, h := range f.Hooks {
			reached, open := trust.Reached("", h.Named()...)
			if h.Shell && len(h.Args) > 0 {
				reached, open = trust.ReachedLine("", h.Args[len(h.Args)-1])
			}
			guesses, full := trust.Guessed("", h.Args...)
			take("hook "+string(h.Name), append(reached, guesses...), open || full)
		}
	}
	return names, more
}

// Guards reports whether a project folder holds PreToolUse hooks, loaded or
// dropped: what is lost when it is no longer trusted (SPEC G2).
func Guards(f trust.Folder) bool {
	for _, file := range f.Files {
		if file.Part != trust.PartHooks {
			continue
		}
		parsed := hooks.ParseFile(file.Data, hooks.Source{Layer: trust.Project, Path: file.Path})
		if parsed.Unusable {
			return true
		}
		for _, h := range parsed.Hooks {
			if h.Event == hooks.PreToolUse && !h.Parked {
				return true
			}
		}
		for _, d := range parsed.Dropped {
			if d.Guards {
				return true
			}
		}
	}
	return false
}
