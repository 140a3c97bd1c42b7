package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"usher/pkg/audit"
	"usher/pkg/digest"
	"usher/pkg/safefile"
)

const (
	atOnce     = 256              // decisions in one message
	mostPause  = time.Minute      // between tries to reach the collector
	maxPlace   = 4 << 10          // bytes of the file that keeps the place
	lockedWait = 10 * time.Second // for that file
)

// place is how far the decisions were sent.
type place struct {
	Sequence uint64        `json:"sequence"`
	Hash     digest.Digest `json:"hash"`
	Offset   int64         `json:"offset"` // where that line ends
}

// follow sends what is new, until ctx ends or with --once all of it was sent. What the
// collector did not take is sent again.
func follow(ctx context.Context, o options, s *sender, stderr io.Writer) int {
	pause := o.every
	for {
		err := o.send(ctx, s, stderr)
		if err != nil && ctx.Err() == nil {
			_, _ = fmt.Fprintf(stderr, "usher-otel: error: %v\n", err)
			pause = min(2*pause, mostPause)
		} else {
			pause = o.every
		}
		if o.once {
			if err != nil {
				return 1
			}
			return 0
		}
		timer := time.NewTimer(pause)
		select {
		case <-ctx.Done():
			timer.Stop()
			return 0
		case <-timer.C:
		}
	}
}

// send sends what stands behind the place that was kept.
func (o options) send(ctx context.Context, s *sender, stderr io.Writer) error {
	at, err := o.kept()
	if err != nil {
		return err
	}
	var batch []audit.Record
	var end audit.Place
	flush := func() error {
		if len(batch) == 0 {
			return nil
		}
		if err := s.send(ctx, batch); err != nil {
			return fmt.Errorf("the collector did not take the decisions from %d on, which are sent again: %w", batch[0].Sequence, err)
		}
		batch = batch[:0]
		return o.keep(ctx, place{Sequence: end.Sequence, Hash: end.Hash, Offset: end.Offset})
	}
	broken, err := audit.Since(o.file, audit.Place{Head: audit.Head{Sequence: at.Sequence, Hash: at.Hash}, Offset: at.Offset}, func(r audit.Record, p audit.Place) error {
		end = p
		if batch = append(batch, r); len(batch) < atOnce {
			return nil
		}
		return flush()
	})
	if errors.Is(err, fs.ErrNotExist) && !o.once { // nothing is recorded yet
		return nil
	}
	if err := errors.Join(err, flush()); err != nil {
		return err
	}
	if broken > 0 {
		_, _ = fmt.Fprintf(stderr, "usher-otel: warning: %d lines of %s are not what usher wrote and were not sent\nusher-otel: hint: usher audit verify %s\n", broken, o.file, o.file)
	}
	return nil
}

func (o options) kept() (place, error) {
	var at place
	data, err := safefile.ReadPlain(o.position, maxPlace)
	if errors.Is(err, fs.ErrNotExist) {
		return at, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &at)
	}
	if err != nil {
		return at, fmt.Errorf("the place that was kept cannot be read (without it everything is sent again: remove %s): %w", o.position, err)
	}
	return at, nil
}

func (o options) keep(ctx context.Context, at place) error {
	data, err := json.Marshal(at)
	if err != nil {
		return err
	}
	c := safefile.Change{Path: o.position, Max: maxPlace, Wait: lockedWait, Who: safefile.Self}
	return safefile.Update(ctx, c, func([]byte, bool) ([]byte, error) { return append(data, '\n'), nil })
}
