package gateway

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/mcp/client"
	"usher/pkg/strictjson"
)

// noWait is how long a running server takes to be found; in more than that something may
// have been decided.
const noWait = 5 * time.Millisecond

// make reaches the server and makes the call. What the server says of the tool now is
// compared first; another definition than was decided about is decided again (SPEC M4).
func (c *call) make(ctx context.Context, sv effective.Server) ([]byte, error) {
	began := time.Now()
	conn, m, err := c.g.reach(ctx, c.ground, sv)
	if err != nil {
		return nil, err
	}
	if err := c.compare(ctx, sv, m, time.Since(began) > noWait); err != nil {
		return nil, err
	}
	defer c.g.calling(sv.ID, c.s, c.out)()
	key := c.ground.Standing().Set.Launch(sv).Key
	mark := c.ground.Standing().Ledger.Standing(key, c.Tool.Name())
	f := client.Forward{Method: c.ask, Params: c.params, Again: mark.ReadOnly && !mark.Asleep}
	if c.meta.Find(c.b, "progressToken") != nil {
		f.Progress = func(params []byte) {
			if ctx.Err() == nil {
				_ = send(c.out, notification("notifications/progress", params)) // who cannot be told is gone
			}
		}
	}
	result, err := conn.Forward(ctx, f)
	if err != nil {
		return nil, c.broke(ctx, sv, err)
	}
	if asksBack(result) {
		return nil, asking(sv)
	}
	return c.after(ctx, c.finished(result)), nil
}

// broke is why a call that was made failed: the server's own error as it came, or what
// is told of its failure.
func (c *call) broke(ctx context.Context, sv effective.Server, err error) error {
	var f *client.Failure
	if errors.As(err, &f) {
		if own := f.Answer(); own != nil {
			return &rpcError{raw: own}
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if told := c.ground.Failed(ctx, sv, err); told != nil {
		return told
	}
	return err
}

func asking(sv effective.Server) error {
	return fault.New(fault.Failed, fmt.Sprintf("server %q asks for more input, which usher passes on to nobody", sv.ID))
}

// asksBack reports a result that says it is no complete one: a server that was not
// told of anybody to ask has nothing to ask (SPEC Q7).
func asksBack(result []byte) bool {
	if !bytes.Contains(result, []byte("resultType")) && !bytes.Contains(result, []byte(`\u`)) {
		return false
	}
	members, _ := strictjson.Skim(result, maxDepth)
	said := members.Find(result, "resultType")
	word, _ := textOf(said)
	return said != nil && word != "complete"
}
