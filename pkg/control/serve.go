package control

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"time"

	"usher/pkg/fault"
	"usher/pkg/strictjson"
)

const (
	mostRequest = 4 << 10
	mostAnswer  = 8 << 20
	askWithin   = 5 * time.Second // the request's line must have come
)

// serve answers one line.
func (d *Door) serve(conn *net.UnixConn) {
	defer func() { _ = conn.Close() }()
	if !ours(conn) {
		return
	}
	ctx, cancel := context.WithTimeout(d.ctx, MostWait)
	defer cancel()
	defer context.AfterFunc(d.ctx, func() { _ = conn.SetDeadline(time.Now()) })()
	_ = conn.SetReadDeadline(time.Now().Add(askWithin))
	line, err := bufio.NewReader(io.LimitReader(conn, mostRequest)).ReadBytes('\n')
	if err != nil {
		return // whoever asks nothing is told nothing
	}
	data, err := json.Marshal(d.answer(ctx, line))
	if err != nil || len(data) >= mostAnswer {
		data, _ = json.Marshal(answer{Failed: &failed{Message: "the gateway's answer is too large to be sent"}})
	}
	_ = conn.SetWriteDeadline(time.Now().Add(askWithin))
	_, _ = conn.Write(append(data, '\n'))
}

func (d *Door) answer(ctx context.Context, line []byte) answer {
	r, err := readRequest(line)
	if err != nil {
		return answer{Failed: onItsWay(err)}
	}
	switch r.Do {
	case doStatus:
		s := d.gateway.Status(ctx)
		return answer{Status: &s}
	case doReload:
		done, err := d.gateway.Reload(ctx)
		if err != nil {
			return answer{Failed: onItsWay(err)}
		}
		return answer{Reloaded: &done}
	case doRestart:
		done, err := d.gateway.Restart(ctx, r.Server)
		if err != nil {
			return answer{Failed: onItsWay(err)}
		}
		return answer{Restarted: &done}
	}
	return answer{Failed: onItsWay(notKnown())}
}

// readRequest reads the line strictly: another usher may know words that this one
// does not, and then it is told so.
func readRequest(line []byte) (request, error) {
	root, problems := strictjson.Decode(line, strictjson.Options{File: "socket", Rules: "control", MaxBytes: mostRequest, MaxDepth: 2})
	if root == nil || root.Kind() != strictjson.KindObject {
		return request{}, notKnown()
	}
	for _, p := range problems {
		if p.Severity == fault.SeverityError {
			return request{}, notKnown()
		}
	}
	var r request
	for _, m := range root.Members() {
		text, ok := m.Value.Text()
		switch {
		case ok && m.Key == "do":
			r.Do = text
		case ok && m.Key == "server":
			r.Server = text
		default:
			return request{}, notKnown()
		}
	}
	return r, nil
}

func notKnown() error {
	return fault.New(fault.Usage, "this gateway does not understand what it was asked", "it may be of another version: usher status")
}

func onItsWay(err error) *failed {
	f := &failed{Message: err.Error()}
	var e *fault.Error
	if errors.As(err, &e) {
		f.Kind, f.Hints = e.Kind, e.Hints
	}
	return f
}
