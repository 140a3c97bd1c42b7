package rungate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"usher/pkg/fault"
	"usher/pkg/hosts"
	"usher/pkg/names"
)

// stdinWait is how long a call on stdin may take to end (SPEC 18).
const stdinWait = 5 * time.Second

// readCall gives the call that the flags or stdin hold.
func readCall(ctx context.Context, o Options, stdin io.Reader) (hosts.Call, error) {
	if !o.hasTool {
		data, err := readAll(ctx, stdin)
		if err != nil {
			return hosts.Call{}, err
		}
		c, err := hosts.ReadCall(data)
		c.CanAsk = c.CanAsk || o.CanAsk
		return c, err
	}
	t, err := names.ParseTool(o.Tool)
	if err != nil {
		return hosts.Call{}, fault.New(fault.Refused, "--tool: "+err.Error(), "usher run-gate --help")
	}
	c := hosts.Call{Tool: t, Args: []byte("{}"), Source: "chat", ConversationID: o.Conversation, CanAsk: o.CanAsk}
	if o.hasArgs {
		if c.Args, err = hosts.ReadArgs(o.Args); err != nil {
			return hosts.Call{}, err
		}
	}
	if o.Source != "" {
		c.Source = o.Source
	}
	switch o.Mode {
	case "headless":
		c.Mode = hosts.Headless
	case "plan":
		c.Mode = hosts.Plan
	}
	return c, nil
}

// readAll reads stdin to its end, bounded in size and time. A reader that never
// ends is left behind: the process is about to answer and go.
func readAll(ctx context.Context, r io.Reader) ([]byte, error) {
	type got struct {
		data []byte
		err  error
	}
	done := make(chan got, 1)
	go func() {
		defer func() {
			if recover() != nil {
				done <- got{nil, errors.New("reading stdin failed")}
			}
		}()
		data, err := io.ReadAll(io.LimitReader(r, hosts.MaxCall+1))
		done <- got{data, err}
	}()
	late := time.NewTimer(stdinWait)
	defer late.Stop()
	refuse := func(msg string) ([]byte, error) {
		return nil, fault.New(fault.Refused, msg, `send {"tool":"server__tool","args":{…}} and end the input`)
	}
	select {
	case g := <-done:
		switch {
		case g.err != nil:
			return refuse("the call on stdin cannot be read")
		case len(g.data) > hosts.MaxCall:
			return refuse(fmt.Sprintf("the call on stdin is larger than %d MiB", hosts.MaxCall>>20))
		}
		return g.data, nil
	case <-late.C:
		return refuse(fmt.Sprintf("the call on stdin did not end within %d s", int(stdinWait.Seconds())))
	case <-ctx.Done():
		return refuse("interrupted before the call was read")
	}
}
