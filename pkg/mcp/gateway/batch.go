package gateway

import (
	"bytes"
	"context"
	"sync"

	"usher/pkg/strictjson"
)

// batching is the one version of MCP in which a list of messages must be taken.
const batching = "2025-03-26"

func (s *Session) batches() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.version == batching
}

// batch is where the answers to the messages of one list come together; what else is
// sent meanwhile goes out at once.
type batch struct {
	Sink
	mu      sync.Mutex
	answers [][]byte
}

func (b *batch) add(parts [][]byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.answers = append(b.answers, bytes.Join(parts, nil))
}

// batch takes a list of messages, each as if it had come alone; where one of them is no
// sound JSON none is. It answers with the
// list of their answers, and not at all where there is none.
func (s *Session) batch(ctx context.Context, message []byte, out Sink) (run func()) {
	read := strictjson.Skimmer{MaxDepth: maxDepth}
	items, ok := read.List(message, maxFlights)
	switch {
	case !ok:
		_ = sendError(out, nil, &rpcError{code: codeParse, message: "the batch is no sound JSON"}) // who cannot be answered is gone
		return nil
	case len(items) == 0 || len(items) > maxFlights:
		_ = sendError(out, nil, invalid("a batch holds 1 to 1024 messages"))
		return nil
	}
	b := &batch{Sink: out}
	var runs []func()
	for _, item := range items {
		if _, run := s.single(ctx, item, b); run != nil {
			runs = append(runs, run)
		}
	}
	return func() {
		var all sync.WaitGroup
		for _, run := range runs {
			all.Go(run)
		}
		all.Wait()
		if len(b.answers) > 0 && ctx.Err() == nil {
			_ = send(out, list(b.answers)) // who cannot be answered is gone
		}
	}
}
