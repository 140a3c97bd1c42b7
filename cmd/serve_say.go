package cmd

import (
	"slices"
	"sync"

	"usher/pkg/fault"
	"usher/pkg/output"
)

// mostSaid is how many different things a gateway says.
const mostSaid = 1000

// saying tells the person on stderr what is not as it could be, each thing once.
type saying struct {
	app *app

	mu   sync.Mutex
	said []fault.Problem
}

func (s *saying) everything(ps []fault.Problem) {
	for _, p := range ps {
		s.problem(p)
	}
}

func (s *saying) problem(p fault.Problem) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if slices.Contains(s.said, p) || len(s.said) >= mostSaid {
		return
	}
	if s.said = append(s.said, p); len(s.said) == mostSaid {
		p = fault.Problem{Rule: "gateway/much", Severity: fault.SeverityWarning, Message: "there is more that is not as it could be, and it is not said any more", Hint: "usher status"}
	}
	if !s.app.flags.quiet {
		_ = output.Print(s.app.Stderr, troubled{p}, output.Text, 0, false) // stderr gone: nobody to tell
	}
}

// again forgets what was said: everything was read anew.
func (s *saying) again() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.said = nil
}
