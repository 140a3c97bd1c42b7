package needs

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"usher/pkg/fault"
	"usher/pkg/sandbox"
)

// Launch is what a server would start, every ${…} replaced.
type Launch struct {
	ID      string
	Folder  string // a project server's folder, real path; else ""
	Program string // the path it was found by
	Real    string // the file it really is
	Args    []string
	Varies  []bool // of Args: a variable or a secret is part of it, so that it names no file
	Dir     string // working directory, real path
	Read    []string
	Write   []string
	Network sandbox.Network
}

// Found is a plan without a tier and an environment, and what a person should know.
type Found struct {
	Plan sandbox.Plan

	// Variables are what the runtimes are found by, NAME=path: HOME is another folder
	// inside.
	Variables []string

	// Through are the granted folders that are reached by a link: as they were named,
	// and what they really are.
	Through map[string]string

	// Programs are the program's own files: its own, and what reads it, where it is a
	// script.
	Programs []string

	// Git and Definitions are what a server can make in the folders that it may change,
	// though what is there of it stays as it is.
	Git, Definitions []Makeable

	// Open are the folders that a server may change because they were given by name,
	// though they are or lie in a repository's own folder or one of definitions.
	Open []string

	Notes []string
}

// Find plans the sandbox of a server (SPEC B1, B2). It makes nothing: Prepare does.
// A folder that cannot be granted is a *fault.Error, and then nothing is to start.
func (w World) Find(l Launch) (Found, error) {
	f := Found{Through: map[string]string{}, Plan: sandbox.Plan{
		Program: l.Real, Argv0: l.Program, Args: l.Args, Dir: l.Dir, Network: l.Network,
	}}
	var err error
	if f.Plan.Data, err = w.DataFolder(l.ID, l.Folder); err != nil {
		return Found{}, err
	}
	if f.Plan.Write, err = f.grant(w, "sandbox.write", l.Write); err != nil {
		return Found{}, err
	}
	if f.Plan.Read, err = f.grant(w, "sandbox.read", l.Read); err != nil {
		return Found{}, err
	}
	f.Plan.Read = slices.DeleteFunc(f.Plan.Read, func(dir string) bool { return slices.Contains(f.Plan.Write, dir) })
	s := &seen{world: w, folder: l.Folder, own: append(spellings(f.Plan.Data), f.Plan.Write...)}
	s.program(l)
	f.Programs = slices.Clone(s.files)
	f.Notes = append(s.named(l), s.notes...)
	granted := append(append([]string{}, f.Plan.Read...), f.Plan.Write...)
	s.settle(granted)
	f.Plan.Files, f.Plan.Runtimes, f.Plan.Links, f.Variables = s.files, s.runtimes, s.links, s.variables
	f.Plan.Mask = w.hidden(append(granted, s.runtimes...))
	g, err := w.guarded(f.Plan.Write)
	if err == nil {
		err = w.hideable(granted, f.Plan.Write)
	}
	f.Plan.Protect, f.Open, f.Git, f.Definitions = g.kept, g.open, g.git, g.definitions
	return f, err
}

// grant is the real paths of the folders of one list, each once.
func (f *Found) grant(w World, field string, dirs []string) ([]string, error) {
	var out []string
	for i, dir := range dirs {
		real, why, hint := w.Grant(dir)
		if why != "" {
			return nil, fault.New(fault.Refused, field+"["+strconv.Itoa(i)+"] cannot be granted: "+dir+" "+why, hint)
		}
		if real != filepath.Clean(dir) {
			f.Through[filepath.Clean(dir)] = real
		}
		add(&out, real)
	}
	return out, nil
}

// DataFolder is a server's own folder, which need not exist. That of a project's
// server has a name that no id of yours can be (SPEC L4, S2).
func (w World) DataFolder(id, folder string) (string, error) {
	if w.Data == "" {
		return "", fault.New(fault.Refused, "there is no place for the server's own data: it would be below your home folder, which is not known",
			"say it: --data DIR, or USHER_DATA")
	}
	name := id
	if folder != "" {
		sum := sha256.Sum256([]byte(folder))
		name += "@" + hex.EncodeToString(sum[:8])
	}
	return filepath.Join(w.Data, "servers", name), nil
}

// Environment is what the server gets: the basic set and its own variables, with its
// data folder for a home and what a shim needs to find its own (SPEC S5). A
// variable of its own stands over each of these but the names of its data folder.
func (f Found) Environment(basic, own []string) []string {
	data := f.Plan.Data
	lines := append([]string{}, basic...)
	lines = append(lines, "HOME="+data, "TMPDIR=/tmp")
	lines = append(append(lines, f.Variables...), own...)
	lines = append(lines, "USHER_SERVER_DATA="+data, "KAITOI_DATA="+data)
	var out []string
	at := map[string]int{}
	for _, line := range lines {
		name, _, _ := strings.Cut(line, "=")
		if i, ok := at[name]; ok {
			out[i] = line
			continue
		}
		at[name] = len(out)
		out = append(out, line)
	}
	return out
}
