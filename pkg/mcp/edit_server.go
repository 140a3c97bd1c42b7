package mcp

import (
	"slices"

	"usher/pkg/fault"
	"usher/pkg/sandbox"
)

// Edit is the file with one server changed (SPEC S10): only the fields that
// change did change are written, so comments, order and every other byte stay
// (SPEC F5), and what another app keeps in the entry stays too. A network that
// was the old command's default becomes the new command's: taking npx out must
// not leave its network behind.
//
// An id the file does not have, an entry that did not load, another id and a
// file with faults are a *fault.Error. The server itself is not checked:
// ParseFile of the result, under the layer's rules, is.
func Edit(data []byte, id string, change func(*Server)) ([]byte, error) {
	file, _, err := editable(data)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(file.Servers, func(s Server) bool { return string(s.ID) == id })
	if at < 0 {
		for _, d := range file.Dropped {
			if d.ID == id {
				return nil, &fault.Error{Message: "the entry has a fault and is not edited: " + d.Problem.Message, Problems: []fault.Problem{d.Problem}}
			}
		}
		return nil, fault.New(fault.Failed, "the file has no server "+quoted(id))
	}
	was := file.Servers[at]
	s := was.clone()
	change(&s)
	if s.ID != was.ID {
		return nil, fault.New(fault.Failed, "the id of a server stays: add "+quoted(string(s.ID))+" and remove "+quoted(id))
	}
	s.Reach.Runner, s.Reach.Engine = sandbox.Starter(s.Command, s.Args)
	if s.Reach.Network == was.Reach.Network && was.Reach.Network == defaultNetwork(was.Reach.Runner) {
		s.Reach.Network = defaultNetwork(s.Reach.Runner)
	}
	return With(data, s)
}

// clone is a server whose lists may be changed without changing s.
func (s Server) clone() Server {
	s.Args = slices.Clone(s.Args)
	s.Env = slices.Clone(s.Env)
	s.Headers = slices.Clone(s.Headers)
	s.OAuth.Scopes = slices.Clone(s.OAuth.Scopes)
	s.Reach.Read = slices.Clone(s.Reach.Read)
	s.Reach.Write = slices.Clone(s.Reach.Write)
	return s
}
