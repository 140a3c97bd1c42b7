package control

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"usher/pkg/clean"
	"usher/pkg/fault"
)

const (
	mostGateways = 256 // sockets that are looked at
	reachWithin  = 2 * time.Second
	statusWithin = 5 * time.Second

	// left is how old a socket is on which nobody listens before it is taken away: one
	// that is being made has nobody for a moment.
	left = 10 * time.Second
)

// Running is one gateway that answered.
type Running struct {
	Status
	path string
}

// Find asks every gateway of a state folder what it is doing, all at the same time.
// One that does not answer is a problem and holds up nobody; sockets that gateways
// left behind are taken away.
func Find(ctx context.Context, state string) ([]Running, []fault.Problem) {
	var out []Running
	var problems []fault.Problem
	var mu sync.Mutex
	var group sync.WaitGroup
	sockets, more := sockets(folder(state))
	if more {
		problems = append(problems, fault.Problem{File: folder(state), Rule: "gateway/many", Severity: fault.SeverityWarning,
			Message: "there are more sockets than are looked at, so gateways may be missing here", Hint: "remove those whose gateways have ended"})
	}
	for _, path := range sockets {
		group.Go(func() {
			ctx, cancel := context.WithTimeout(ctx, statusWithin)
			defer cancel()
			a, err := ask(ctx, path, request{Do: doStatus})
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil && a.Status != nil:
				out = append(out, Running{*a.Status, path})
			case abandoned(path, err):
				_ = os.Remove(path)
			case !gone(err):
				problems = append(problems, unanswered(path, err))
			}
		})
	}
	group.Wait()
	slices.SortFunc(out, func(a, b Running) int { return a.Since.Compare(b.Since) })
	slices.SortFunc(problems, func(a, b fault.Problem) int { return strings.Compare(a.File, b.File) })
	return out, problems
}

// sockets are those of a folder.
func sockets(dir string) (paths []string, more bool) {
	entries, _ := os.ReadDir(dir) // a folder that is not there holds none
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ending) || e.IsDir() || e.Type().IsRegular() {
			continue
		}
		if len(paths) == mostGateways {
			return paths, true
		}
		paths = append(paths, filepath.Join(dir, e.Name()))
	}
	return paths, false
}

// gone: nobody listens there, or it has just been taken away.
func gone(err error) bool {
	return errors.Is(err, refused) || errors.Is(err, os.ErrNotExist)
}

// abandoned reports a socket that a gateway left behind.
func abandoned(path string, err error) bool {
	info, lost := os.Lstat(path)
	return lost == nil && errors.Is(err, refused) && info.Mode()&os.ModeSocket != 0 && time.Since(info.ModTime()) > left
}

func unanswered(path string, err error) fault.Problem {
	p := fault.Problem{File: path, Rule: "gateway/silent", Severity: fault.SeverityWarning, Message: "a gateway does not answer",
		Hint: "end that process; its number begins the file's name"}
	if err != nil {
		p.Message += ": " + clean.Line(err.Error())
	}
	return p
}

// Reload has it read everything again.
func (r Running) Reload(ctx context.Context) (Reloaded, error) {
	a, err := r.done(ctx, request{Do: doReload})
	if err != nil || a.Reloaded == nil {
		return Reloaded{}, err
	}
	return *a.Reloaded, nil
}

// Restart has it start a server anew.
func (r Running) Restart(ctx context.Context, server string) (Restarted, error) {
	a, err := r.done(ctx, request{Do: doRestart, Server: server})
	if err != nil || a.Restarted == nil {
		return Restarted{}, err
	}
	return *a.Restarted, nil
}

// done asks for something that takes its time.
func (r Running) done(ctx context.Context, q request) (answer, error) {
	ctx, cancel := context.WithTimeout(ctx, MostWait+askWithin)
	defer cancel()
	a, err := ask(ctx, r.path, q)
	switch {
	case err != nil:
		return a, &fault.Error{Message: "the gateway does not answer: " + clean.Line(err.Error()), Hints: []string{"usher status"}, Err: err}
	case a.Failed != nil:
		return a, fault.New(a.Failed.Kind, a.Failed.Message, a.Failed.Hints...)
	}
	return a, nil
}

// ask sends one line and reads one.
func ask(ctx context.Context, path string, q request) (answer, error) {
	at, let, err := reached(filepath.Split(path))
	if err != nil {
		return answer{}, err
	}
	defer let()
	dialer := net.Dialer{Timeout: reachWithin}
	c, err := dialer.DialContext(ctx, "unix", at)
	if err != nil {
		return answer{}, err
	}
	conn := c.(*net.UnixConn)
	defer func() { _ = conn.Close() }()
	defer context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Now()) })()
	if !ours(conn) {
		return answer{}, errors.New("the socket is somebody else's")
	}
	line, err := json.Marshal(q)
	if err != nil {
		return answer{}, err
	}
	if _, err := conn.Write(append(line, '\n')); err != nil {
		return answer{}, err
	}
	var a answer
	if line, err = bufio.NewReader(io.LimitReader(conn, mostAnswer)).ReadBytes('\n'); err == nil {
		err = json.Unmarshal(line, &a)
	}
	if ctx.Err() != nil {
		return a, ctx.Err()
	}
	return a, err
}
