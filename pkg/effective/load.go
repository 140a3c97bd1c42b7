package effective

import (
	"fmt"
	"slices"

	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/names"
	"usher/pkg/trust"
)

// Load parses the layers' bytes and merges them (SPEC L7, L8, H5). It never
// fails: what cannot be used is a Fault, what was dropped a Problem.
func Load(in Input) *Set {
	s := &Set{HooksOff: !in.Policy.HooksEnabled, home: in.Home, project: in.Project, resolve: in.Resolve, realDir: in.RealDir, look: in.Look, policy: in.Policy}
	var machineIDs []names.ServerID
	for _, l := range in.Layers {
		if l.Err != nil {
			s.fault(Fault{Layer: l.Name, Path: l.Dir, Says: l.Err.Error(), Hint: hintOf(l.Err)})
			continue
		}
		s.unreadable(l)
		s.servers(l, in.rules(l, machineIDs))
		s.hooks(l)
		if l.Name == trust.Machine {
			for _, sv := range s.Servers {
				machineIDs = append(machineIDs, sv.ID)
			}
			for _, d := range s.Dropped {
				// A broken entry of the administrator's frees its id for nobody (SPEC L8).
				if id, err := names.ParseServerID(d.ID); err == nil {
					machineIDs = append(machineIDs, id)
				}
			}
		}
	}
	s.fromProject(machineIDs)
	return s
}

func (s *Set) fault(f Fault) { s.Faults = append(s.Faults, f) }

// lifted reports whether a fault of the file stops nothing because policy turned
// own hooks off (SPEC H13); the machine's always count.
func (s *Set) lifted(layer, file string) bool {
	return file == HooksFile && s.HooksOff && layer != trust.Machine
}

// unreadable names every file of the layer that could not be read. An unreadable
// folder refuses all calls: a guard may stand in the file nobody could read.
func (s *Set) unreadable(l trust.Layer) {
	for _, name := range append(Files(), trust.Beside()...) {
		e := l.Files[name]
		if e.Err == nil {
			continue
		}
		p := problemOf(e)
		if s.lifted(l.Name, name) {
			p.Severity = fault.SeverityWarning
			s.Problems = append(s.Problems, p)
			continue
		}
		s.Problems = append(s.Problems, p)
		s.fault(Fault{Layer: l.Name, Path: e.Path, File: p.Where(), Says: e.Err.Error(), Hint: hintOf(e.Err)})
	}
}

// rules are those of a layer's own mcp.json. Only the person's names variables
// that were allowed: the machine's and a project's have nobody to allow them.
func (in Input) rules(l trust.Layer, machine []names.ServerID) mcp.Rules {
	r := mcp.Rules{Layer: l.Name, Reserved: machine}
	if l.Name == trust.Yours {
		r.AllowEnv = in.AllowEnv
	}
	return r
}

func (s *Set) servers(l trust.Layer, r mcp.Rules) {
	e := l.Files[ServersFile]
	if !e.Present || e.Err != nil {
		return
	}
	s.addServers(e.Path, e.Data, r, false)
}

// addServers parses one mcp.json. Of an untrusted one only the names are taken:
// what is wrong with it is no fault of anything that counts (SPEC T1).
func (s *Set) addServers(path string, data []byte, r mcp.Rules, untrusted bool) {
	f := mcp.ParseFile(data, mcp.Source{Path: path}, r)
	if !untrusted {
		s.Problems = append(s.Problems, f.Problems...)
	}
	if f.Unusable {
		if !untrusted {
			s.unusable(r.Layer, path, "server", f.Problems)
		}
		return
	}
	s.Servers = slices.Grow(s.Servers, len(f.Servers))
	for _, sv := range f.Servers {
		server := Server{Server: sv, Untrusted: untrusted}
		s.settleEngine(&server)
		if layer, file := s.holder(server); layer != "" {
			server.ShadowedBy = layer
			s.Problems = append(s.Problems, fault.Problem{
				File: path, Line: sv.Place.Line, Column: sv.Place.Column, Entry: string(sv.ID),
				Rule: "mcp/shadowed", Severity: fault.SeverityWarning,
				Message: fmt.Sprintf("server %q is shadowed by %s server of that name in %s", sv.ID, whose(layer), file),
				Hint:    "rename one of the two",
			})
		}
		s.Servers = append(s.Servers, server)
	}
	s.Dropped = append(s.Dropped, f.Dropped...)
}

// holder is who has a server's name before it, and in which file; "" for nobody. A
// broken entry of one's own keeps its name from a project's too (SPEC T7, G2).
func (s *Set) holder(sv Server) (layer, file string) {
	if first, ok := s.Find(sv.ID); ok {
		return first.Layer, first.File
	}
	if d, ok := s.DroppedID(sv.ID); ok && sv.Layer == trust.Project && d.Layer != trust.Project {
		return d.Layer, d.Problem.File
	}
	return "", ""
}

func (s *Set) unusable(layer, path, noun string, problems []fault.Problem) {
	f := Fault{Layer: layer, Path: path, File: path, Says: "the file cannot be used", Hint: "usher " + noun + " check " + path}
	for _, p := range problems {
		if p.Severity == fault.SeverityError {
			f.File, f.Says = p.Where(), p.Message
			break
		}
	}
	s.fault(f)
}

// whose says in words which layer a server is of.
func whose(layer string) string {
	switch layer {
	case trust.Machine:
		return "the machine's"
	case trust.Yours:
		return "your own"
	}
	return "the project's first"
}
