package gateway

import (
	"cmp"
	"slices"
	"time"

	"usher/pkg/digest"
	"usher/pkg/names"
)

// What a server of a pool is doing.
const (
	Starting = "starting"
	Running  = "ready"
	Waiting  = "waiting" // it failed, and is started again when it is needed, not before Next
	Given    = "failed"  // it failed too often, and is started by a person's restart alone
	Idle     = "ended"   // it is started when it is needed
)

// ServerState is one server of a pool as it is now.
type ServerState struct {
	ID     names.ServerID
	Digest digest.Digest // of the launch
	State  string
	Since  time.Time // of the run or the start, zero where there is none
	Tools  int       // of a running one
	Calls  int       // how often it was asked for
	Fails  int       // in a row
	Next   time.Time // no start before, zero where there is no wait
	Last   string    // why it does not run
}

// States are the servers that were asked for, by id. What was never asked for has
// none.
func (p *Pool) States() []ServerState {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.o.Now()
	out := make([]ServerState, 0, len(p.servers))
	for id, k := range p.servers {
		s := ServerState{ID: id, Digest: k.launch.Key.Digest, Calls: k.calls, Fails: k.fails, State: Idle}
		if k.last != nil {
			s.Last = k.last.Error()
		}
		switch {
		case k.conn != nil && !over(k.conn.Done()):
			s.State, s.Since, s.Tools, s.Last = Running, k.began, len(k.list.Tools), ""
		case k.flight != nil:
			s.State, s.Since = Starting, k.began
		case k.fails >= MaxFailures:
			s.State = Given
		case now.Before(k.next):
			s.State, s.Next = Waiting, k.next
		}
		out = append(out, s)
	}
	slices.SortFunc(out, func(a, b ServerState) int { return cmp.Compare(a.ID, b.ID) })
	return out
}
