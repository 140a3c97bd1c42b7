package rungate

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"usher/pkg/effective"
	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/hooks"
	"usher/pkg/hosts"
	"usher/pkg/places"
	"usher/pkg/proc"
	"usher/pkg/trust"
)

// world is what stands for one call, and what can run its hooks.
type world struct {
	standing *engine.Standing
	runner   hooks.Runner
	reaper   *proc.Reaper // nil: no hook is going to run
}

// open finds the places and reads what stands there. There is a reaper when a
// hook is going to run; it has not been started.
func open(o Options, env Env, c hosts.Call) (*world, error) {
	s, p, err := Stand(places.Input{
		Getenv: env.Getenv, Home: o.Home, State: o.State, Data: o.Data,
		Project: o.Project, NoProject: o.NoProject, WorkDir: env.WorkDir, MachineDir: env.MachineDir,
	}, c)
	if err != nil {
		return nil, err
	}
	w := &world{standing: s}
	if len(hooks.Select(w.standing.Set.Running(), hooks.PreToolUse, c.Tool)) > 0 {
		proc.BecomeSubreaper()
		w.reaper = proc.NewReaper(proc.FindReaper(env.itself()))
		w.runner = Runner(env, p, w.standing.TrustedProject(), c.ConversationID, w.reaper.Run)
	}
	return w, nil
}

// Stand finds the places for a call and reads what stands there: for run-gate, and
// for what explains it.
func Stand(in places.Input, c hosts.Call) (*engine.Standing, places.Places, error) {
	if err := located(in, c); err != nil {
		return nil, places.Places{}, err
	}
	if err := Rooted(&in, c); err != nil {
		return nil, places.Places{}, err
	}
	p, err := places.Find(in)
	if err != nil {
		return nil, places.Places{}, err
	}
	s := engine.Read(Dirs(in, p), Resolver(p, in.Getenv), RealDir)
	if p, err = With(in, p, s); err != nil {
		return nil, places.Places{}, err
	}
	return s, p, nil
}

// Dirs are the folders a decision rests on, from the places that were found for in.
// What a variable names is searched upward, as what a call names is (SPEC L5).
func Dirs(in places.Input, p places.Places) engine.Dirs {
	return engine.Dirs{
		Machine: p.Machine, Home: p.Home, State: p.State, HomeNamed: HomeNamed(in),
		Project: p.Project, Spelled: p.Spelled, NoProject: in.NoProject, Upward: in.Upward || p.ByVariable,
		ByVariable: p.ByVariable, Root: in.Root, WorkDir: p.WorkDir, UserHome: places.UserHome(in.Getenv),
		Look: effective.Look{File: realFile, Getenv: in.Getenv},
	}
}

// HomeNamed reports whether a flag or a variable of usher's own names the assistant
// folder.
func HomeNamed(in places.Input) bool { return in.Home != "" || in.Getenv("USHER_HOME") != "" }

// With are the places with the project folder that was found for them, where
// none was named or a call named one below it (SPEC L5): no program is looked for in it, trusted or not. The
// environment may lead neither into it nor into a folder with definitions that
// nobody decided about: a repository could bring the decisions about itself along,
// or a ledger that knows of none (SPEC C3).
func With(in places.Input, p places.Places, s *engine.Standing) (places.Places, error) {
	if p.Project != "" && !in.Upward && !p.ByVariable || in.NoProject {
		return p, nil
	}
	from := []string{in.WorkDir}
	if in.Root != "" {
		from[0] = in.Root
	}
	if p.ByVariable {
		from = append(from, p.Project)
	}
	p.Project = s.Project.Folder.Path
	dirs := []string{p.Project}
	for _, start := range from {
		dirs = append(dirs, trust.FindLayout(start, places.UserHome(in.Getenv)))
	}
	for _, dir := range dirs {
		if dir == "" {
			continue
		}
		if err := places.Outside(in, dir); err != nil {
			return p, err
		}
	}
	return p, nil
}

func (w *world) close() {
	if w.reaper != nil {
		w.reaper.Close()
	}
}

func (w *world) fire(ctx context.Context, h hooks.Hook, p hooks.Payload) hooks.Report {
	return w.runner.Fire(ctx, h, p)
}

// Rooted takes the project folder that the call itself names, where neither a
// flag nor the environment does (SPEC L5). A call may name any folder of a project,
// so it is where the search upward begins. The home folder is no project. Where the
// environment names another folder, the call's is kept in mind all the same.
func Rooted(in *places.Input, c hosts.Call) error {
	root, err := c.ProjectRoot()
	if err != nil || root == "" || in.NoProject || in.Project != "" {
		return err
	}
	if !filepath.IsAbs(root) {
		return fault.New(fault.Refused, "files.projectRoot must be an absolute path")
	}
	in.Root = root
	if in.Getenv("USHER_PROJECT") != "" {
		return nil
	}
	if home := places.UserHome(in.Getenv); home != "" {
		if a, err := os.Stat(home); err == nil {
			if b, err := os.Stat(root); err == nil && os.SameFile(a, b) {
				return nil
			}
		}
	}
	in.Project, in.Upward = root, true
	return nil
}

// Runner is how this house runs hooks: in the assistant folder, with the basic
// environment, through one reaper (SPEC H8, H9, H12).
// project is the trusted project folder, "" for none; p.Project the folder in
// which no bare name is looked for, trusted or not (SPEC Q4).
func Runner(env Env, p places.Places, project, session string, run func(context.Context, proc.Spec) proc.Result) hooks.Runner {
	path := searched(env.Getenv("PATH"), p.WorkDir, places.UserHome(env.Getenv))
	home := p.Home
	if fi, err := os.Stat(home); err != nil || !fi.IsDir() {
		// Only the machine's hooks can exist then; they run in its own folder.
		home = p.Machine
	}
	return hooks.Runner{
		Run: run, Environ: env.Environ, Project: project, Home: home, SessionID: session, Self: env.itself(),
		Look: func(name, dir string) (string, string) {
			return proc.LookPath(name, dir, listFor(name, path), p.Project)
		},
	}
}

// Resolver looks servers' commands up in PATH, never in the project (SPEC S4).
func Resolver(p places.Places, getenv func(string) string) effective.Resolve {
	path := searched(getenv("PATH"), p.WorkDir, places.UserHome(getenv))
	return func(command, dir, outside string) effective.Program {
		found, why := proc.LookPath(command, dir, listFor(command, path), outside)
		if why != "" {
			return effective.Program{Why: why}
		}
		real, err := filepath.EvalSymlinks(found)
		if err != nil {
			return effective.Program{Why: fmt.Sprintf("the program %s cannot be followed to a file", found)}
		}
		self, err := os.Executable()
		return effective.Program{Path: found, Real: real, Self: err == nil && proc.SelfRefuse(real, self)}
	}
}

// RealDir is a directory's real path, or why it is none.
func RealDir(dir string) (real, why string) {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return "", fmt.Sprintf("the working directory %s does not exist", dir)
	}
	fi, err := os.Stat(real)
	if err != nil || !fi.IsDir() {
		return "", fmt.Sprintf("the working directory %s is not a directory", dir)
	}
	return real, ""
}

// realFile is the real path of an existing regular file.
func realFile(path string) (string, bool) {
	if _, err := os.Lstat(path); err != nil { // most arguments name nothing
		return "", false
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", false
	}
	info, err := os.Stat(real)
	return real, err == nil && info.Mode().IsRegular()
}
