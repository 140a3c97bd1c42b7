package rungate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"usher/pkg/fault"
	"usher/pkg/hosts"
)

// stdinWait is how long a call on stdin may take to end (SPEC 18).
const stdinWait = 5 * time.Second

// input is stdin as far as it was there when the program looked first.
type input struct {
	data  []byte
	whole bool // nothing more comes
	rest  io.Reader

	what, hint string // what it is, and what to send; "" is a call
}

// readCall gives the call that the flags or stdin hold.
func readCall(ctx context.Context, o Options, in input) (hosts.Call, error) {
	if !o.was("tool") {
		data, err := in.all(ctx)
		if err != nil {
			return hosts.Call{}, err
		}
		c, err := hosts.ReadCall(data)
		if o.was("can-ask") { // --can-ask=false says that nobody is there, whatever the call says
			c.CanAsk = o.CanAsk
		}
		return c, err
	}
	said := Said{Tool: o.Tool, Args: "{}", Mode: o.Mode, Source: o.Source, Conversation: o.Conversation, CanAsk: o.CanAsk}
	if o.was("args") {
		said.Args = o.Args
	}
	return said.Call()
}

// all reads stdin to its end, bounded in size and time. A reader that never
// ends is left behind: the process is about to answer and go.
func (in input) all(ctx context.Context) ([]byte, error) {
	if in.whole {
		return in.fitting(in.data)
	}
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
		data, err := io.ReadAll(io.LimitReader(io.MultiReader(bytes.NewReader(in.data), in.rest), hosts.MaxCall+1))
		done <- got{data, err}
	}()
	late := time.NewTimer(stdinWait)
	defer late.Stop()
	select {
	case g := <-done:
		if g.err != nil {
			return nil, in.notRead("cannot be read")
		}
		return in.fitting(g.data)
	case <-late.C:
		return nil, in.notRead(fmt.Sprintf("did not end within %d s", int(stdinWait.Seconds())))
	case <-ctx.Done():
		return nil, in.notRead("was not read before the interrupt")
	}
}

func (in input) fitting(data []byte) ([]byte, error) {
	if len(data) > hosts.MaxCall {
		return nil, in.notRead(fmt.Sprintf("is larger than %d MiB", hosts.MaxCall>>20))
	}
	return data, nil
}

func (in input) notRead(why string) error {
	what, hint := in.what, in.hint
	if what == "" {
		what, hint = "call", `{"tool":"server__tool","args":{…}}`
	}
	return fault.New(fault.Refused, "the "+what+" on stdin "+why, "send "+hint+" and end the input")
}
