package client

import (
	"time"

	"usher/pkg/names"
	"usher/pkg/proc"
	"usher/pkg/redact"
	"usher/pkg/sandbox"
)

// What a zero duration of a Target stands for.
const (
	DefaultStart = 30 * time.Second // SPEC 18
	DefaultCall  = 60 * time.Second
	DefaultGrace = 500 * time.Millisecond
)

// Target is a server ready to be started: every ${…} is replaced, the program
// found, the person's approval checked. One with Remote.URL is reached there and
// has no program.
type Target struct {
	ID      names.ServerID
	Remote  Remote
	Program string   // absolute path
	Argv0   string   // "": Program
	Args    []string // without argv[0]
	Env     []string // the whole environment, "NAME=value"
	Dir     string   // working directory, absolute

	// Cage is the sandbox that it starts in; then Program, Argv0, Args, Env and Dir are
	// the plan's own, and these here are not looked at. nil: in none, which is a
	// person's decision and never this package's.
	Cage *sandbox.Plan

	StartTimeout time.Duration // from the start to the answer to initialize
	CallTimeout  time.Duration // for each request after it, and for a whole tool list
	Grace        time.Duration // between the end of its input and the polite signal

	Reaper  proc.Program   // what stands between usher and the server
	Secrets []redact.Value // covered in every text of the server's that is shown
	Version string         // usher's own, told to the server

	Prompts  bool   // Probe asks for the prompts too
	Protocol string // Newer, or "": the newest with initialize
}

func (t Target) complete() Target {
	t.StartTimeout = or(t.StartTimeout, DefaultStart)
	t.CallTimeout = or(t.CallTimeout, DefaultCall)
	t.Grace = or(t.Grace, DefaultGrace)
	if t.Version == "" {
		t.Version = "0"
	}
	return t
}

func or(given, otherwise time.Duration) time.Duration {
	if given <= 0 {
		return otherwise
	}
	return given
}
