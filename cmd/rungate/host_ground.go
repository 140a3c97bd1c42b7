package rungate

import (
	"path/filepath"
	"slices"

	"usher/pkg/engine"
	"usher/pkg/fault"
	"usher/pkg/hosts"
	"usher/pkg/names"
	"usher/pkg/places"
)

// Ground is what stands for one folder that an assistant's call may be made in.
type Ground struct {
	*engine.Standing
	Places places.Places
}

// HostGrounds finds what stands for a call of another assistant (SPEC L5). The
// project is the one that usher was told; else that of the folder that the assistant
// names, in its own variable or as its workspace. What the call gives as its working
// directory and what the process has are searched upward too, and where these are
// different projects the guards of each count: of the second and the later ones the
// project's own alone, for the others run with the first. Of a project that a variable
// tells these take no guard away, and are kept in mind (SPEC C1). An assistant folder
// that was named and is not there refuses: what is connected names it (SPEC C3, G10).
func HostGrounds(in places.Input, c hosts.Client, sent hosts.Sent) ([]Ground, error) {
	roots, err := hostRoots(in, c, sent)
	if err != nil {
		return nil, err
	}
	in = anchored(in)
	var out grounds
	switch {
	case in.Project != "" || in.NoProject:
		err = out.add(in, hosts.Call{})
	case in.Getenv("USHER_PROJECT") != "":
		if err = out.add(in, hosts.Call{}); err == nil {
			err = out.rooted(in, append(roots, sent.Cwd))
		}
	default:
		if err = out.rooted(in, roots); err == nil {
			err = out.upward(in, sent.Cwd)
		}
	}
	if err != nil {
		return nil, err
	}
	return apart(out), nil
}

// grounds are those of one call, in the order in which they were looked for.
type grounds []Ground

func (all *grounds) add(in places.Input, call hosts.Call) error {
	s, p, err := Stand(in, call)
	if err == nil && s.Absent != "" { // nobody there reads a note, and every guard would be gone
		return fault.New(fault.Refused, "the assistant folder that was named does not exist, and so none of its hooks and decisions: "+s.Absent,
			"mount it, or put it back; if it moved: usher host connect NAME; for a first use: usher home --create --home "+s.Absent)
	}
	if err == nil {
		*all = append(*all, Ground{s, p})
	}
	return err
}

// rooted adds those of a call that is made in each of the folders.
func (all *grounds) rooted(in places.Input, dirs []string) error {
	for _, dir := range dirs {
		if dir == "" {
			continue
		}
		if err := all.add(in, hosts.Call{Files: []hosts.File{{Key: "projectRoot", Value: hosts.Quote(dir)}}}); err != nil {
			return err
		}
	}
	return nil
}

// upward adds what is found from the call's working directory and from the process's.
func (all *grounds) upward(in places.Input, cwd string) error {
	workDir := in.WorkDir
	for _, dir := range [...]string{cwd, workDir} {
		if dir == "" && (len(*all) > 0 || cwd != "" || workDir != "") {
			continue
		}
		in.WorkDir = dir
		if err := all.add(in, hosts.Call{}); err != nil {
			return err
		}
	}
	return nil
}

// anchored has the folders of flags absolute: they are meant from where the process
// is, whatever the assistant calls its working directory.
func anchored(in places.Input) places.Input {
	for _, dir := range [...]*string{&in.Home, &in.State, &in.Data, &in.Project} {
		if *dir != "" && !filepath.IsAbs(*dir) && filepath.IsAbs(in.WorkDir) {
			*dir = filepath.Join(in.WorkDir, *dir)
		}
	}
	return in
}

// hostRoots are the folders that the assistant names as its project.
func hostRoots(in places.Input, c hosts.Client, sent hosts.Sent) ([]string, error) {
	var roots []string
	for _, name := range c.ProjectVariables() {
		if v := in.Getenv(name); v != "" {
			roots = append(roots, v)
			break
		}
	}
	roots = append(roots, sent.Roots...)
	for _, dir := range append(slices.Clone(roots), sent.Cwd) {
		if dir != "" && !filepath.IsAbs(dir) {
			return nil, hostFailed("the assistant names a folder that is not an absolute path, so the project that may guard this call cannot be told")
		}
	}
	return roots, nil
}

// HostFiles are what hooks are told of the assistant's project (SPEC H10): the folder
// that it names, else its working directory.
func HostFiles(in places.Input, c hosts.Client, sent hosts.Sent) []hosts.File {
	roots, _ := hostRoots(in, c, sent) // HostGrounds has seen to the error
	for _, dir := range append(roots, sent.Cwd) {
		if dir != "" {
			return []hosts.File{{Key: "projectRoot", Value: hosts.Quote(dir)}}
		}
	}
	return nil
}

// apart leaves one of each project, the first, and none without one beside others. What
// those that go would have missed is missed all the same (SPEC G2).
func apart(all grounds) []Ground {
	var out []Ground
	for _, g := range all {
		path := g.Project.Folder.Path
		if path != "" && !slices.ContainsFunc(out, func(o Ground) bool { return o.Project.Folder.Path == path }) {
			out = append(out, g)
		}
	}
	if len(out) == 0 {
		out = all[:1]
	}
	for _, g := range all {
		out[0].Misses(g.Standing)
	}
	for _, g := range out[1:] {
		g.ProjectsAlone()
	}
	return out
}

// KnownTo is what the servers and tools of all of them are called.
func KnownTo(grounds []Ground) hosts.Known {
	k := hosts.Known{
		Defined: func(id names.ServerID) bool {
			return slices.ContainsFunc(grounds, func(g Ground) bool { _, ok := g.Set.Find(id); return ok })
		},
		Tools: func(id names.ServerID) (out []string) {
			for _, g := range grounds {
				out = append(out, g.Tools(id)...)
			}
			return out
		},
	}
	for _, g := range grounds {
		k.Servers = append(k.Servers, g.Servers()...)
	}
	slices.Sort(k.Servers)
	k.Servers = slices.Compact(k.Servers)
	return k
}
