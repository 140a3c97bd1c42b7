package cmd

import (
	"errors"
	"io/fs"
	"path/filepath"

	"usher/pkg/effective"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/hooks"
	"usher/pkg/names"
	"usher/pkg/places"
	"usher/pkg/trust"
)

// shown is a project folder as the trust commands look at it: as it is now, what
// a person decided, and what it would bring. It was read once: what is shown, what
// is decided and what is recorded are the same bytes.
type shown struct {
	ground
	whole    trust.Folder // all that was read
	folder   trust.Folder // what counts of it: all, or the definitions alone
	state    trust.State
	pin      string         // where the machine's policy trusts it as it is; "" where a person does, or nobody
	decision trust.Decision // zero where nobody decided
	spelled  string         // how the folder is named here, before links are followed
	was      string         // the path of what was trusted by that name, which is elsewhere now; "" where it is not
}

// folder finds the project folder of a trust command: the one named, else the
// nearest at or above the working directory that holds definitions, else the one
// in force there (SPEC L5). verb is the command's word, for hints; definitionsOnly
// leaves out what definitions name, as a decision to do so does.
func (a *app) folder(verb string, args []string, definitionsOnly bool) (shown, error) {
	if err := a.nameFolder(verb, args); err != nil {
		return shown{}, err
	}
	g, err := a.ground()
	if err != nil {
		return shown{}, err
	}
	path := g.at.Project
	if !g.named {
		if found := trust.FindLayout(g.at.WorkDir, places.UserHome(a.Getenv)); found != "" {
			path = found
		}
	}
	if path == "" {
		return shown{}, a.noFolder(verb, g)
	}
	if err := g.projectsOn(path); err != nil {
		if verb != "revoke" {
			return shown{}, err
		}
		if g.at.Project != "" {
			path = g.at.Project
		}
		return shown{ground: g, whole: trust.Folder{Path: trust.RealPath(path)}}, nil // to take trust back nothing is read
	}
	is := engine.ProjectOf(&g.Ledger, g.Policy, trust.ReadFolder(path, effective.Refs))
	s := shown{ground: g, whole: is.Folder, state: is.State, pin: is.Pin}
	s.decision, _ = g.Ledger.FolderDecision(s.whole.Path)
	s.spell()
	s.folder = s.whole
	if definitionsOnly || s.decision.DefinitionsOnly {
		s.folder = s.whole.OnlyDefinitions()
	}
	return s, nil
}

// nameFolder takes the folder that a word names as --project would.
func (a *app) nameFolder(verb string, args []string) error {
	help := "usher trust " + verb + " --help"
	switch {
	case a.flags.noProject:
		return fault.New(fault.Usage, "--no-project leaves no folder to look at", help)
	case len(args) == 0:
		return nil
	case a.flags.project != "":
		return fault.New(fault.Usage, "the folder is named twice: as a word and with --project", help)
	case args[0] == "":
		return fault.New(fault.Usage, "the folder's name is empty", "name one: usher trust "+verb+" DIR")
	}
	a.flags.project = args[0]
	return nil
}

// noFolder says that no folder was found, and what was passed by.
func (a *app) noFolder(verb string, g ground) error {
	says := "there is no project folder with definitions here or above"
	switch {
	case g.at.WorkDir == "":
		says = "the working directory does not exist any more"
	case trust.FindLayout(g.at.WorkDir, "") != "":
		says += "; your home folder is never a project, and none that holds it is found"
	}
	return fault.New(fault.Failed, says, "name one: usher trust "+verb+" DIR")
}

// brings are the folder's servers and hooks as they would count once it is
// trusted, whatever it is now.
func (s shown) brings() *effective.Set {
	return s.With(effective.Project{Folder: s.folder, State: trust.Trusted})
}

// definitionsOnly reports whether what definitions name was left out.
func (s shown) definitionsOnly() bool { return s.folder.Digest != s.whole.Digest }

// copied is what the folder held when it was trusted, as much of it as counts
// now; false where nobody trusted it or no copy is kept.
func (s shown) copied() (trust.Folder, bool, error) {
	if s.decision.Digest == "" {
		return trust.Folder{}, false, nil
	}
	old, err := trust.ReadCopy(s.at.State, s.decision.Folder, s.decision.Digest)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return trust.Folder{}, false, nil
	case err != nil:
		return trust.Folder{}, false, err
	}
	if s.definitionsOnly() {
		old = old.OnlyDefinitions()
	}
	return old, true, nil
}

// projectServers are the servers of a set that a project brings.
func projectServers(set *effective.Set) []effective.Server {
	var out []effective.Server
	for _, sv := range set.Servers {
		if sv.Layer == trust.Project {
			out = append(out, sv)
		}
	}
	return out
}

// holder says whose the server is that has a shadowed one's name, and where it stands
// (SPEC L7).
func holder(set *effective.Set, shadowed effective.Server) string {
	for _, sv := range set.Servers {
		if sv.ID == shadowed.ID && sv.ShadowedBy == "" {
			return whose(sv.Layer) + ", at " + sv.Where()
		}
	}
	return whose(shadowed.ShadowedBy)
}

// projectHooks are the hooks that run once the folder is trusted; set.Waiting are
// those that do not yet.
func projectHooks(set *effective.Set) []hooks.Hook {
	var out []hooks.Hook
	for _, h := range set.Hooks {
		if h.Layer == trust.Project {
			out = append(out, h)
		}
	}
	return out
}

// ofFolder keeps the problems about files of the folder.
func (s shown) ofFolder(ps []fault.Problem) []fault.Problem {
	out := []fault.Problem{}
	for _, p := range ps {
		if places.Inside(s.folder.Path, p.File) {
			out = append(out, p)
		}
	}
	return out
}

// unreadable is the error for a folder that cannot be read.
func (s shown) unreadable() error {
	if s.state != trust.Unreadable {
		return nil
	}
	if s.whole.Err != nil {
		return s.whole.Err
	}
	return fault.New(fault.Failed, "the folder "+s.folder.Path+" cannot be read")
}

// trustLine is a next command about a folder, with the places that this one was
// given.
func (a *app) trustLine(verb, folder string) string {
	return a.again("usher trust " + verb + " " + quoteFolder(folder))
}

// acceptLine is the command that accepts a folder's hooks files (SPEC A3).
func (a *app) acceptLine(folder string) string {
	bare := *a // the command names its own project
	bare.flags.project, bare.flags.noProject = "", false
	return bare.again("usher hooks accept --project " + quoteFolder(folder))
}

// approveLine is the command that approves one server of a folder (SPEC A3).
func (a *app) approveLine(folder string, id names.ServerID) string {
	bare := *a // the command names its own project
	bare.flags.project, bare.flags.noProject = "", false
	return bare.again("usher server approve " + string(id) + " --project " + quoteFolder(folder))
}

// quoteFolder is a folder's path as one word of a command.
func quoteFolder(path string) string { return engine.QuoteArg(filepath.Clean(path)) }
