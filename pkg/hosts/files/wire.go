package files

import "usher/pkg/fault"

// Wiring is what an assistant's hooks call: absolute paths, and the flags that fix
// the folders.
type Wiring struct {
	Gate   string   // usher-gate: decides each tool call
	Usher  string   // usher: message and hooks run
	Places []string // --home, H, --state, S, and for a project --project, P
}

// Command is what is run for an event, the program first.
func (w Wiring) Command(host string, e HookEvent) []string { return nil }

// Wire gives the file with usher at every event: fail-closed where the assistant can,
// with a time-out above usher's own deadline, for every tool. What usher wrote there
// before, also of another path, is replaced; everything else keeps its bytes. Wiring
// twice changes nothing.
func (f HookFile) Wire(data []byte, w Wiring) ([]byte, []fault.Problem, error) { return nil, nil, nil }

// Unwire gives the file without what usher wrote, of whatever path, and false where
// there is none. No bytes: the file may be removed.
func (f HookFile) Unwire(data []byte) ([]byte, bool, error) { return nil, false, nil }

// Wired says how usher stands at each event of the file, in the order of the events.
// ByHand are commands that run usher with other flags than are ever written: they are
// a person's, and are never changed.
func (f HookFile) Wired(data []byte, w Wiring) (Wired, error) { return Wired{}, nil }

// Wired is how usher stands in a file.
type Wired struct {
	Events []WiredEvent
	ByHand []string // the assistant's words for the events
	Off    string   // the place of a setting that turns hooks off: disableAllHooks
}

// WiredEvent is one event.
type WiredEvent struct {
	HookEvent
	Presence Presence
	Command  []string // as it stands in the file
}

// All reports that every event stands as it would be written now.
func (w Wired) All() bool { return false }
