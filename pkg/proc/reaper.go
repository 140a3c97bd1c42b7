package proc

import "context"

// Program is how a reaper process is started: usher-run, or usher with its
// hidden word. The number of its control descriptor is added to Args.
type Program struct {
	Path string
	Args []string
}

// Reaper runs children. Its process starts with the first Run, or with Start.
type Reaper struct{ run Program }

// NewReaper makes a Reaper; it starts nothing.
func NewReaper(run Program) *Reaper { return &Reaper{run: run} }

// Start begins to start the reaper process, so that it is up when Run comes.
func (r *Reaper) Start() {}

// Run starts one child and waits for its end.
func (r *Reaper) Run(ctx context.Context, s Spec) Result { return Result{Why: "not yet"} }

// Close is the normal end.
func (r *Reaper) Close() {}

// ReaperMain is the body of usher-run.
func ReaperMain(args []string) int { return 2 }

// FindReaper is usher-run beside self, else self re-executed.
func FindReaper(self string) Program { return Program{Path: self, Args: []string{ReaperWord}} }

// ReaperWord is the hidden first argument that makes usher a reaper.
const ReaperWord = "__reap"

// BecomeSubreaper makes this process inherit the orphans below it (Linux).
func BecomeSubreaper() {}

// Basic is the basic environment (SPEC H8).
func Basic(environ []string) []string { return nil }

// LookPath finds a program.
func LookPath(name, dir, path, outside string) (program, why string) { return "", "not yet" }

// SelfRefuse reports whether program is one of ours.
func SelfRefuse(program, self string) bool { return false }
