package gateway

import (
	"context"
	"fmt"
	"time"

	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/mcp"
	"usher/pkg/mcp/client"
)

// MaxFailures is how often in a row a server may fail before it is started no more.
// A run of Lasting ends the row.
const (
	MaxFailures = 5
	Lasting     = time.Minute
)

// kept is one server of the pool, as one launch defines it. Whoever reads or writes
// it holds the pool's lock; server and launch never change.
type kept struct {
	server effective.Server
	launch effective.Launch
	ground Ground // as it was last asked for

	flight *flight            // a start or a new list that is under way
	stop   context.CancelFunc // of it
	conn   *client.Conn       // nil: it does not run
	ending *flight            // over when the end of conn was noted
	list   mcp.Manifest
	doubt  error // why it is being ended
	began  time.Time
	calls  int

	fails   int       // in a row
	next    time.Time // no start before
	last    error     // why it does not run
	dropped bool      // it is the pool's no more
}

// fell notes a failure. The first start after one is at once, then after 1 s, 2 s,
// 4 s (SPEC V5).
func (k *kept) fell(now time.Time, why error) {
	if now.Sub(k.began) >= Lasting {
		k.fails = 0
	}
	k.fails++
	k.last, k.next = why, now
	if k.fails > 1 {
		k.next = now.Add(time.Second << min(k.fails-2, MaxFailures))
	}
}

// refusal is why the server is not started now, nil where it is.
func (k *kept) refusal(now time.Time) error {
	restart := "usher server restart " + string(k.server.ID)
	switch {
	case k.fails >= MaxFailures:
		return &fault.Error{Err: k.last, Hints: []string{"once the cause is mended: " + restart},
			Message: fmt.Sprintf("server %q failed %d times in a row and is not started again: %v", k.server.ID, k.fails, k.last)}
	case now.Before(k.next):
		return &fault.Error{Err: k.last, Hints: []string{"sooner: " + restart},
			Message: fmt.Sprintf("server %q is started again in %v at the earliest: %v", k.server.ID, upward(k.next.Sub(now)), k.last)}
	}
	return nil
}

// upward is a wait in whole tenths of a second, never none.
func upward(d time.Duration) time.Duration {
	const tenth = 100 * time.Millisecond
	return (d + tenth - 1).Truncate(tenth)
}

// ended is what those are told who waited for a server that may not run any more.
func (k *kept) ended() error {
	return fault.New(fault.Refused, fmt.Sprintf("server %q was ended while it was waited for: it may not run as it was, or the gateway ends", k.server.ID),
		"usher server list")
}

// says is a server's end with its name in front.
func (k *kept) says(why *client.Failure) error {
	return &fault.Error{Message: fmt.Sprintf("server %q %s", k.server.ID, why.Message), Err: why}
}
