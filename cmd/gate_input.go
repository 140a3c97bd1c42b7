package cmd

import (
	"context"
	"fmt"
	"io"

	"usher/pkg/fault"
)

// readInput reads stdin to its end, bounded; an interrupt need not wait for it. It is
// for commands that a person gives, who may type, or pipe from what takes its time, and
// whose mistake it is where it does not fit. What an assistant sends is read by
// rungate.Stdin: within five seconds, for nobody sits there, and every failure refuses.
func readInput(ctx context.Context, in io.Reader, most int, what string) ([]byte, error) {
	type got struct {
		data []byte
		err  error
	}
	done := make(chan got, 1)
	go func() {
		data, err := io.ReadAll(io.LimitReader(in, int64(most)+1))
		done <- got{data, err}
	}()
	select {
	case <-ctx.Done():
		return nil, interrupted(ctx)
	case g := <-done:
		switch {
		case ctx.Err() != nil:
			return nil, interrupted(ctx)
		case g.err != nil:
			return nil, &fault.Error{Kind: fault.Usage, Message: what + " on stdin cannot be read", Err: g.err}
		case len(g.data) > most:
			return nil, fault.New(fault.Usage, fmt.Sprintf("%s on stdin is larger than %d MiB", what, most>>20))
		}
		return g.data, nil
	}
}
