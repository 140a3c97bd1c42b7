package cmd

import (
	"io"
	"os"
	"path/filepath"
	"slices"

	"usher/pkg/clean"
	"usher/pkg/effective"
	"usher/pkg/sandbox/needs"
)

// makeable says what a server can make in the folders that it may change, though
// what is there already stays as it is (SPEC B2, B6).
func makeable(f needs.Found) []string {
	var says []string
	for _, m := range f.Git {
		if len(m.Names) == 0 {
			says = append(says, "in "+clean.Quote(m.Dir)+" there is no git repository: it can make one there, and your next git command in it may run what that says")
			continue
		}
		says = append(says, "in "+clean.Quote(m.Dir)+" it can make what is not there yet ("+list(m.Names)+"), and your next git command may run what that says")
	}
	const most = 5
	if len(says) > most {
		says = append(says[:most], "and so in as many places more as the repositories in its folders")
	}
	for _, m := range f.Definitions {
		says = append(says, "in "+clean.Quote(m.Dir)+" it can make the definitions of a project that are not there yet, such as "+m.Names[0]+
			": usher takes none before you trust them, another app may")
	}
	return says
}

// opened warns of what a person gives by name that stays as it is in every other
// folder (SPEC B2): what a server writes there runs as the person.
func opened(f needs.Found) []string {
	var says []string
	for _, dir := range f.Open {
		says = append(says, "it can have git, or another app, run programs as you: it can change "+clean.Quote(dir)+", which holds what these start")
	}
	return says
}

// ownProgram warns where a server may change what it is started from (SPEC A3).
func ownProgram(f needs.Found, sv effective.Server, l effective.Launch) []string {
	paths := append([]string{l.Program.Real}, f.Programs...)
	if script := scriptOf(sv.Command, sv.Args); script != "" {
		if !filepath.IsAbs(script) {
			script = filepath.Join(l.WorkDir, script)
		}
		if real, err := filepath.EvalSymlinks(script); err == nil {
			paths = append(paths, real)
		}
	}
	var says []string
	for _, path := range append(paths, f.Plan.Runtimes...) {
		for _, dir := range f.Plan.Write {
			if rel, err := filepath.Rel(dir, path); err == nil && filepath.IsLocal(rel) {
				says = append(says, "it can change its own program, "+clean.Quote(path)+", which lies in a folder that it may change: what runs the next time need not be what you approve now")
			}
		}
	}
	slices.Sort(says)
	return slices.Compact(says)
}

// startable warns of folders that a server may change and that the person's PATH has:
// what it puts there under the name of a program, the person starts (SPEC A3).
func startable(f needs.Found, path string) []string {
	var says []string
	for _, bin := range filepath.SplitList(path) {
		real, err := filepath.EvalSymlinks(bin)
		if err != nil || !filepath.IsAbs(bin) {
			continue
		}
		for _, dir := range f.Plan.Write {
			if rel, err := filepath.Rel(dir, real); err == nil && filepath.IsLocal(rel) && !slices.Contains(f.Plan.Protect, real) {
				says = append(says, "it can change programs that you start by their name: "+clean.Quote(bin)+" is in your PATH")
			}
		}
	}
	slices.Sort(says)
	return slices.Compact(says)
}

// began is what was not there when a server started, and what git would run.
type began struct {
	server string
	absent []string
}

// watch remembers what a server could make that git would run.
func (a *app) watch(sv effective.Server, f needs.Found) {
	b := began{server: string(sv.ID)}
	for _, m := range f.Git {
		if len(m.Names) == 0 {
			b.absent = append(b.absent, filepath.Join(m.Dir, ".git"))
		}
		for _, name := range m.Names {
			b.absent = append(b.absent, filepath.Join(m.Dir, name))
		}
	}
	if len(b.absent) > 0 {
		a.detected.mu.Lock()
		defer a.detected.mu.Unlock()
		a.detected.began = append(a.detected.began, b)
	}
}

// sayMade says on stderr what of that is there now that the servers have ended: no
// sandbox could keep it away, and the person's next git command would be the one
// to find out.
func (a *app) sayMade() {
	a.detected.mu.Lock()
	defer a.detected.mu.Unlock()
	for _, b := range a.detected.began {
		for _, path := range b.absent {
			if _, err := os.Lstat(path); err == nil {
				_, _ = io.WriteString(a.Stderr, "usher: warning: while server "+b.server+" ran, "+clean.Quote(path)+" was made: look at it before your next git command there, which may run what it says\n")
			}
		}
	}
	a.detected.began = nil
}
