package client

import (
	"errors"
	"io"
	"time"
)

const (
	maxAnswered = 100   // requests of a server are answered in a second,
	maxAsked    = 1_000 // and this many end it
	maxID       = 256   // bytes of an id that is sent back
)

// errFlood ends a server that asks without end.
var errFlood = errors.New("too many requests of the server")

// asks answers what a server asks of usher (SPEC Q7): a ping gets its empty
// result, everything else "method not found", because nothing else was announced.
type asks struct {
	out    io.Writer
	second time.Time // when the present one began
	n      int       // requests in it
}

// answer is called by one goroutine. A server's numbers are its own space: a
// request that has the number of one of ours answers nothing.
func (a *asks) answer(f frame, now time.Time) error {
	if now.Sub(a.second) >= time.Second {
		a.second, a.n = now, 0
	}
	if a.n++; a.n > maxAsked {
		return errFlood
	}
	if a.n > maxAnswered || len(f.id) > maxID || !sendable(f.id) {
		return nil
	}
	reply := `,"error":{"code":-32601,"message":"usher does not offer this method"}}`
	if f.method == "ping" {
		reply = `,"result":{}}`
	}
	// Where the server does not read, the answer waits with everything else.
	_, _ = a.out.Write([]byte(`{"jsonrpc":"2.0","id":` + f.id + reply + "\n"))
	return nil
}

// sendable are texts and numbers; another id asks for no answer.
func sendable(id string) bool {
	return id[0] == '"' || id[0] == '-' || id[0] >= '0' && id[0] <= '9'
}
