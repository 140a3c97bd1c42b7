package cmd

import (
	"path/filepath"

	"usher/pkg/trust"
)

// spell finds out how the folder is named here, and whether something else was trusted
// by that name. What that name leads to now is changed where the other had guards, for
// they are missed; else it is a folder like any other, and not trusted (SPEC T2, G2).
func (s *shown) spell() {
	if s.spelled = s.at.Spelled; !s.named {
		s.spelled = s.whole.Path
		for at := filepath.Clean(s.at.WorkDir); filepath.IsAbs(at); at = filepath.Dir(at) {
			if trust.RealPath(at) == s.whole.Path {
				s.spelled = at
				break
			}
			if at == filepath.Dir(at) {
				break
			}
		}
	}
	for _, e := range s.Ledger.Elsewhere(s.spelled) {
		if e.Leads == s.whole.Path && e.Name == s.spelled && (s.state == trust.NotTrusted || s.state == trust.None) {
			if s.was = e.Folder; e.Guards {
				s.state, s.decision = trust.Changed, e.Decision
			}
		}
	}
}

// name is the folder's name for a next command.
func (s shown) name() string {
	if s.was != "" {
		return s.spelled
	}
	return s.folder.Path
}

// moved says in words that the name leads elsewhere than when it was trusted; "" where
// it does not.
func (s shown) moved() string {
	if s.was == "" {
		return ""
	}
	return ": its path " + s.spelled + " leads to " + s.whole.Path + " now"
}
