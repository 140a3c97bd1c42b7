package proc

import "context"

// ReaperWord is the hidden first argument that makes usher a reaper; usher-run
// takes the same one. The caller's main hands what follows it to ReaperMain.
const ReaperWord = "__reap"

// Program is how a reaper process is started: usher-run, or usher with its
// hidden word. The number of the control descriptor is added to Args.
type Program struct {
	Path string // absolute
	Args []string
}

// Reaper runs children. Its process starts with the first Run, or with Start,
// and stands by for the next (SPEC H12: one serves all hooks of a call). Runs
// at the same time have a process each, and so has the run after a child that
// left something behind. Safe for use from several goroutines.
type Reaper struct {
	program Program
	pool    pool
}

// NewReaper makes a Reaper; it starts nothing.
func NewReaper(program Program) *Reaper { return &Reaper{program: program} }

// Start begins to start the reaper process and does not wait for it: a call
// that will run a child saves that time while it reads its files.
func (r *Reaper) Start() { r.pool.start(r.program) }

// Run starts one child and waits for its end, which is always a Result. When
// ctx ends, the child's whole tree is killed at once and the ending is
// Cancelled. With a Timeout it comes back within Timeout + Grace + 100 ms, or
// 250 ms where the reaper itself was stopped or killed (Lost).
func (r *Reaper) Run(ctx context.Context, s Spec) Result {
	if ctx.Err() != nil {
		return Result{Ending: Cancelled}
	}
	s = s.complete()
	if why := s.unfit(); why != "" {
		return Result{Why: why}
	}
	return r.pool.run(ctx, r.program, s)
}

// Close is the normal end: reaper processes end, what children left behind lives
// on. Without it (usher was killed) they take everything below them along.
func (r *Reaper) Close() { r.pool.close() }
