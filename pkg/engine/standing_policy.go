package engine

import (
	"path/filepath"

	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/policy"
	"usher/pkg/trust"
)

// OwnPolicy is the person's own policy.json as it was read: its path, and its bytes,
// which are none where there is no such file.
func (s *Standing) OwnPolicy() (path string, data []byte) {
	yours := s.input.Layers[len(s.input.Layers)-1]
	return filepath.Join(yours.Dir, effective.PolicyFile), yours.Files[effective.PolicyFile].Data
}

// WithPolicy is the policy that would hold with these bytes in the person's own
// policy.json, and what would be wrong with it.
func (s *Standing) WithPolicy(data []byte) (policy.Policy, []fault.Problem) {
	path, _ := s.OwnPolicy()
	return policy.Parse(source(s.input.Layers[0]), policy.Source{Layer: trust.Yours, Path: path, Data: data, Present: true})
}
