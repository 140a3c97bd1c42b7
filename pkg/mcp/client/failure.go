package client

import (
	"context"
	"strconv"
	"strings"
	"time"

	"usher/pkg/clean"
	"usher/pkg/redact"
)

// Kind is what went wrong with a server. The zero value is NotStarted.
type Kind uint8

const (
	NotStarted Kind = iota // the program did not start
	TimedOut               // no answer within its time
	Cancelled              // the caller's context ended
	Ended                  // the program ended, or closed its output
	Answered               // it answered with an error of its own, Failure.Code
	Protocol               // it answered what is no MCP answer
	Version                // it speaks no version of MCP that usher speaks
	TooLarge               // it answered more than a bound allows
	Flooding               // it asked more of usher than a bound allows
	Unread                 // it does not read its input
	Closed                 // usher had ended it
	NoSandbox              // its sandbox could not be built, or does not let it start (SPEC B4)

	// Of remote servers only.
	Unreachable  // no connection came about, or it broke
	Redirected   // it redirects, which is never followed (SPEC S8)
	NeedsSignIn  // it offers a sign-in, Failure.SignIn (SPEC O1)
	Unauthorized // it wants another token than it got, and offers no sign-in
	Forbidden    // it knows who asks, and does not allow it
	SessionLost  // it forgot the session (SPEC O2)
	OldTransport // it speaks the older HTTP+SSE transport only
	Busy         // it asks to come later, Failure.RetryAfter
	HTTPStatus   // it answered with another error status, Failure.Status
)

// Failure is why something with a server did not work, in one line that can be
// shown: cleaned, cut, the secrets of the Target covered (SPEC E3, F6). It names
// no server; the caller does.
type Failure struct {
	Kind    Kind
	Message string
	Code    int64 // Answered: the JSON-RPC code

	Status     int           // of a remote server's answer, where it says why; else 0
	SignIn     *SignIn       // NeedsSignIn and Unauthorized
	RetryAfter time.Duration // what the server asks to wait, an hour at most; nothing waits for it

	// Stage is how the start ended where a stage of its sandbox failed; else nil.
	Stage *Stage

	answer []byte
	said   []byte // the begin of the body that an error came with
}

// Error is the line.
func (f *Failure) Error() string { return f.Message }

// Unwrap tells a deadline and a cancelled context by errors.Is.
func (f *Failure) Unwrap() error {
	switch f.Kind {
	case TimedOut:
		return context.DeadlineExceeded
	case Cancelled:
		return context.Canceled
	case NotStarted, Ended, Answered, Protocol, Version, TooLarge, Flooding, Unread, Closed, NoSandbox,
		Unreachable, Redirected, NeedsSignIn, Unauthorized, Forbidden, SessionLost, OldTransport, Busy, HTTPStatus:
	}
	return nil
}

// Answer is the error object as the server sent it, for whoever forwards it; nil
// unless Answered. The Target's secrets are covered in its texts (SPEC E3); it is not
// cleaned: it is not for showing.
func (f *Failure) Answer() []byte { return f.answer }

// maxShown code points of a server's own words stand in a message.
const maxShown = 300

// words makes foreign text part of a message.
type words struct {
	secrets []redact.Value // in all their spellings
	cover   *redact.Cover  // of them
}

func newWords(secrets []redact.Value) words { return words{secrets, redact.NewCover(secrets...)} }

// line covers before it cuts, so that no half of a secret is left.
func (w words) line(s string) string {
	short, cut := clean.Cut(w.cover.Mask(s), maxShown)
	if short = clean.Line(strings.TrimSpace(short)); cut {
		short += "…"
	}
	return short
}

func (w words) fail(kind Kind, message string) *Failure {
	return &Failure{Kind: kind, Message: w.line(message)}
}

// within is a duration as a person says it: 30 s, 250 ms.
func within(d time.Duration) string {
	if d%time.Second == 0 {
		return strconv.FormatInt(int64(d/time.Second), 10) + " s"
	}
	return strconv.FormatInt(d.Milliseconds(), 10) + " ms"
}
