package hooks

import "usher/pkg/names"

// Payload is what a hook is told on its standard input (SPEC H10).
type Payload struct {
	Event          Event
	Source         string // chat or meta
	ConversationID string
	Tool           names.Tool
	Args           []byte // a raw JSON object; passed on byte for byte
	Message        *string
	Result         *Result
	Outcome        string            // done, error or stopped
	Files          map[string][]byte // raw JSON values by key
}

// Result is a tool's result as a hook sees it.
type Result struct {
	OK   bool
	Text string // at most MaxResult bytes reach the hook
}

// JSON is the payload as one JSON object.
func (p Payload) JSON() []byte { return nil }
