package engine

import (
	"slices"

	"usher/pkg/digest"
	"usher/pkg/effective"
	"usher/pkg/gate"
	"usher/pkg/mcp"
	"usher/pkg/names"
	"usher/pkg/trust"
)

// Judge is the gate's decision about a request, with what the hooks have said.
func (s *Standing) Judge(r Request, opinions []gate.Opinion) gate.Decision {
	f := s.Facts(r)
	return s.pointed(f, gate.Decide(f, opinions))
}

// pointed is a decision whose command to allow the tool names the definition that is
// known now: a person who runs it allows that one and no other (SPEC M4).
func (s *Standing) pointed(f gate.Facts, d gate.Decision) gate.Decision {
	d.Reasons = s.precise(f, d.Reasons)
	return d
}

func (s *Standing) precise(f gate.Facts, rs []gate.Reason) []gate.Reason {
	plain := func(r gate.Reason) bool { return f.AllowHint != "" && r.Hint == f.AllowHint }
	if !slices.ContainsFunc(rs, plain) {
		return rs
	}
	about := s.definition(f.Tool)
	if about == "" {
		return rs
	}
	rs = slices.Clone(rs)
	for i := range rs {
		if plain(rs[i]) {
			rs[i].Hint += " --tool-digest " + string(about)
		}
	}
	return rs
}

// definition is the digest of a tool as its server was last seen to describe it, ""
// where that is not known.
func (s *Standing) definition(tool names.Tool) digest.Digest {
	id, _ := tool.Server()
	sv, ok := s.Set.Find(id)
	if !ok || s.stateDir == "" {
		return ""
	}
	t, _ := s.list(sv).Tool(tool.Name())
	return t.Digest
}

// list is a server's list of tools as last seen; an empty one where none is kept, or it
// cannot be read.
func (s *Standing) list(sv effective.Server) mcp.Manifest {
	data, err := trust.ReadManifest(s.stateDir, s.Set.Launch(sv).Key.Digest)
	if err != nil {
		return mcp.Manifest{}
	}
	m, err := mcp.ParseManifest(data)
	if err != nil {
		return mcp.Manifest{}
	}
	return m
}
