package proc

import "time"

// What a zero Spec.Grace and Spec.Drain stand for (SPEC H12, 18).
const (
	DefaultGrace = 500 * time.Millisecond
	DefaultDrain = 50 * time.Millisecond
)

// Spec is one child. The zero value of a duration or cap is the default or none.
type Spec struct {
	Path  string   // the program, absolute (LookPath)
	Args  []string // without argv[0]
	Argv0 string   // "": Path
	Env   []string // the whole environment, "NAME=value"
	Dir   string   // working directory, absolute
	Stdin []byte   // all of its standard input, then end of file

	Timeout time.Duration // 0: none
	Grace   time.Duration // between the polite signal and the last; 0: 500 ms
	Drain   time.Duration // for what is left in its pipes after its end; 0: 50 ms

	StdoutCap int // bytes kept; what is beyond is read and thrown away
	StderrCap int
}

// Ending is how a child came to its end. The zero value is NotStarted.
type Ending uint8

const (
	NotStarted    Ending = iota // Result.Why says why in words
	Exited                      // by itself, with Result.Code
	TimedOut                    // past Spec.Timeout; its whole tree was killed
	Killed                      // by a signal that was not ours, Result.Signal
	Cancelled                   // the context ended; its whole tree was killed
	TooMuchOutput               // never for a hook: those are drained (SPEC H11)
	Lost                        // the reaper fell silent or died; its tree was killed
)

// String is one or two words for a listing.
func (e Ending) String() string {
	switch e {
	case NotStarted:
		return "not started"
	case Exited:
		return "exited"
	case TimedOut:
		return "timed out"
	case Killed:
		return "killed"
	case Cancelled:
		return "cancelled"
	case TooMuchOutput:
		return "too much output"
	case Lost:
		return "lost"
	}
	return "not started"
}

// Result is what a child left. Stdout, Stderr and Why hold foreign bytes: they
// are not cleaned for a terminal.
type Result struct {
	Ending    Ending
	Code      int    // 0 to 255 when Exited
	Signal    string // "SIGSEGV" when Killed
	Stdout    []byte
	Stderr    []byte
	StdoutCut bool // there was more than the cap
	StderrCut bool
	Elapsed   time.Duration // from its start to its end
	Why       string        // NotStarted, Lost: in words
}
