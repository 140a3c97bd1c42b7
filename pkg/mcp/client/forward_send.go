package client

import (
	"context"
	"errors"
	"time"
)

// maxStuck is how long a server with much to read may read nothing of it.
const maxStuck = 5 * time.Second

// maxFrame bytes of room for a frame are kept for the next one.
const maxFrame = 4 << 20

// send writes a frame into a room that is used again. Where too much waits to be read
// already, it waits while the server reads on.
func (c *Conn) send(ctx context.Context, r relay, id int64) *Failure {
	room, _ := c.frames.Get().(*[]byte)
	if room == nil {
		room = new([]byte)
	}
	defer func() {
		if cap(*room) <= maxFrame {
			c.frames.Put(room)
		}
	}()
	*room = r.frame(id, true, *room)
	_, err := c.out.Write(*room)
	for err != nil {
		if !errors.Is(err, errUnread) {
			return c.lost()
		}
		if fault := c.freed(ctx, r); fault != nil {
			return fault
		}
		if _, err = c.out.Write(*room); err == nil {
			signal(c.out.freed) // whoever waits besides looks too
		}
	}
	return nil
}

// freed waits until something of what waits was read.
func (c *Conn) freed(ctx context.Context, r relay) *Failure {
	stuck := time.NewTimer(c.out.stuck)
	defer stuck.Stop()
	select {
	case <-c.out.freed:
		return nil
	case <-ctx.Done():
		return c.words.late(ctx, r.ask())
	case <-c.ended:
		return c.lost()
	case <-stuck.C:
		return c.words.fail(Unread, "does not read its input, and too much waits for it")
	}
}

// signal leaves the one token of a channel.
func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
