package fault

import (
	"context"
	"errors"
)

// Kind says what sort of failure an Error is; it decides the exit status (SPEC Z2).
// The zero value is Failed.
type Kind uint8

const (
	Failed      Kind = iota // something did not work: status 1
	Refused                 // usher said no: status 2
	Usage                   // the request was not understood: status 2
	NeedsPerson             // only a person may do this: status 3
	Interrupted             // a signal ended it: status 130
)

// String is the kind's name in JSON errors (SPEC 20).
func (k Kind) String() string {
	switch k {
	case Failed:
		return "failed"
	case Refused:
		return "refused"
	case Usage:
		return "usage"
	case NeedsPerson:
		return "needs-person"
	case Interrupted:
		return "interrupted"
	}
	return "failed"
}

// Exit is the status a command ends with for this kind (SPEC Z2).
func (k Kind) Exit() int {
	switch k {
	case Failed:
		return 1
	case Refused, Usage:
		return 2
	case NeedsPerson:
		return 3
	case Interrupted:
		return 130
	}
	return 1
}

// Error ends a command. Message is lower case, subject first, no period; Hints
// hold the exact next commands; Problems the places in files it is about.
type Error struct {
	Kind     Kind
	Message  string
	Hints    []string
	Problems []Problem
	Err      error
}

// Error is the message alone: an underlying cause is only for errors.Is.
func (e *Error) Error() string { return e.Message }

// Unwrap gives the cause, or nil.
func (e *Error) Unwrap() error { return e.Err }

// New makes an Error of a kind with its next commands.
func New(kind Kind, message string, hints ...string) *Error {
	return &Error{Kind: kind, Message: message, Hints: hints}
}

// ExitStatus is the status for an error: 0 for nil, 130 for a cancelled
// context, the kind's for an Error, else 1 (SPEC Z2).
func ExitStatus(err error) int {
	if err == nil {
		return 0
	}
	var e *Error
	if errors.As(err, &e) {
		if e == nil { // a nil *Error in an error is a slip, and no success
			return Failed.Exit()
		}
		return e.Kind.Exit()
	}
	if errors.Is(err, context.Canceled) {
		return Interrupted.Exit()
	}
	return 1
}
