package cmd

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"usher/cmd/rungate"
	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/hooks"
	"usher/pkg/hooks/starter"
	"usher/pkg/output"
	"usher/pkg/policy"
	"usher/pkg/safefile"
	"usher/pkg/trust"
)

// hooksPlace is where a new hook goes. Named gives a script as its entry names it.
type hooksPlace struct {
	layer, file, scripts, lock string
	project                    string // "" for your own
	named                      func(script string) string
}

// ownHooks are the person's, or with --machine the machine's. Their paths are whole,
// whatever folder they run in.
func ownHooks(g ground) hooksPlace {
	return hooksPlace{
		layer: g.layer(), file: filepath.Join(g.at.Home, effective.HooksFile),
		scripts: filepath.Join(g.at.Home, "hooks"), named: func(script string) string { return script },
	}
}

// folderHooks are the named folder's: they run in it and move with it. Nothing but
// the script and hooks.json is left there, so the lock stands in the state folder.
func folderHooks(g ground) hooksPlace {
	at := filepath.Join(g.at.Project, ".usher")
	return hooksPlace{
		layer: trust.Project, project: g.at.Project, file: filepath.Join(at, effective.HooksFile),
		scripts: filepath.Join(at, "hooks"), lock: filepath.Join(g.at.State, "project-hooks.lock"),
		named: func(script string) string { return ".usher/hooks/" + filepath.Base(script) },
	}
}

// write makes the script and then its entry: an entry without its script would
// refuse calls. A script that was left by a run that died between the two is taken
// by the next.
func (o *hooksNewOptions) write(ctx context.Context, g ground, h newHook, at hooksPlace) (output.View, error) {
	script := filepath.Join(at.scripts, h.lang.FileName(h.name))
	e := starter.Entry{Name: h.name, Event: h.event, Match: h.match, Command: at.named(script)}
	if program := h.lang.Program(); program != "" {
		e.Command, e.Args = program, h.lang.Args(at.named(script))
		if at.project == "" {
			found := rungate.Resolver(g.at, o.Getenv)(program, g.at.Home, g.at.Project)
			if found.Why != "" {
				return nil, fault.New(fault.Refused, found.Why, "install "+program+", or write it in another language: usher hooks new "+string(h.name)+" --lang sh")
			}
			e.Command = found.Path
		}
	}
	if err := at.ready(g); err != nil {
		return nil, err
	}
	var added hooks.Hook
	made := false
	change := safefile.Change{Path: at.file, Perm: g.mode(false), Max: trust.MaxFile, Lock: at.lock}
	err := g.change(ctx, change, func(old []byte, _ bool) ([]byte, error) {
		next, hook, err := starter.Add(old, hooks.Source{Layer: at.layer, Path: at.file}, e)
		if err != nil {
			return nil, err
		}
		added = hook
		err = at.writeScript(ctx, g, script, h.script())
		made = err == nil
		return next, err
	})
	if err != nil {
		if made && !at.starts(script) {
			_ = os.Remove(script) // it is the one just made, and no entry names it
		}
		return nil, mendFirst(err, at.file)
	}
	return newHookView{
		Name: string(added.Name), Event: string(h.event), Match: h.match, Script: script, File: added.Where(),
		Command: e.Command, Args: append([]string{}, e.Args...), Notes: o.notes(g, h, at, added),
	}, nil
}

// starts reports that a hook in the file on the disk starts the script, or that the
// file cannot be read: it may have been written, and only the disk's word is missing.
func (p hooksPlace) starts(script string) bool {
	who := safefile.Self
	if p.layer == trust.Machine {
		who = safefile.Machine
	}
	root, err := safefile.OpenRoot(filepath.Dir(p.file), who)
	if err != nil {
		return true
	}
	defer func() { _ = root.Close() }()
	data, err := root.Read(filepath.Base(p.file), trust.MaxFile)
	if errors.Is(err, fs.ErrNotExist) {
		return false
	}
	f := hooks.ParseFile(data, hooks.Source{Layer: p.layer, Path: p.file})
	return err != nil || f.Unusable || slices.ContainsFunc(f.Hooks, func(h hooks.Hook) bool { return slices.Contains(h.Named(), p.named(script)) })
}

// ready makes the folders. A project's may not lead out of it through a link.
func (p hooksPlace) ready(g ground) error {
	if err := g.lockDir(); err != nil {
		return err
	}
	if err := g.prepare(filepath.Dir(p.file)); err != nil {
		return err
	}
	if p.project == "" {
		return nil
	}
	return p.within(filepath.Dir(p.file))
}

func (p hooksPlace) within(dir string) error {
	if real, err := filepath.EvalSymlinks(dir); err != nil || real != dir {
		return fault.New(fault.Refused, dir+" is reached through a link, and nothing is written through it", "make it a folder of the project's own")
	}
	return nil
}

func (p hooksPlace) writeScript(ctx context.Context, g ground, path, text string) error {
	if err := g.prepare(p.scripts); err != nil {
		return err
	}
	if p.project != "" {
		if err := p.within(p.scripts); err != nil {
			return err
		}
	}
	change := safefile.Change{Path: path, Perm: g.mode(true), Lock: g.lockIn("hooks-new.lock")}
	return g.change(ctx, change, func(old []byte, exists bool) ([]byte, error) {
		if exists && string(old) != text {
			return nil, fault.New(fault.Failed, path+" exists already and is not overwritten", "give another name: usher hooks new NAME")
		}
		return []byte(text), nil
	})
}

// notes are what a person should know about the new hook.
func (o *hooksNewOptions) notes(g ground, h newHook, at hooksPlace, added hooks.Hook) []string {
	notes := []string{}
	if h.event == hooks.PreToolUse && h.match == "" {
		notes = append(notes, "it meets every tool, and refuses each call that names no path: give it a match")
	}
	if strings.Contains(h.script(), "jq -") && h.lang == starter.Shell && rungate.Resolver(g.at, o.Getenv)("jq", g.at.Home, g.at.Project).Why != "" {
		notes = append(notes, "the script reads JSON with jq, which is not in PATH: until it is installed the hook fails, and one that guards refuses")
	}
	if g.machine {
		return append(notes, "it runs before everybody's own hooks on this computer, from now on", "try it: usher hooks test machine:"+effective.HooksFile+":"+string(added.Name))
	}
	if !g.Policy.HooksEnabled {
		notes = append(notes, "policy hooks.enabled is false, so it does not run")
	}
	if at.project != "" {
		notes = append(notes, "the folder counts as changed until you trust it again: "+o.trustLine("grant", at.project))
		if g.Policy.TrustHooks == policy.Each {
			notes = append(notes, "policy trust.hooks is each, so then accept its hooks too: "+o.again("usher hooks accept"))
		}
		return notes
	}
	if g.Policy.HooksPinned {
		notes = append(notes, "policy hooks.pinned is true, so every call is refused until you accept the file: "+o.again("usher hooks accept"))
	}
	return append(notes, "try it: "+o.again("usher hooks test "+string(added.Name)))
}
