package secrets

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"usher/pkg/proc"
	"usher/pkg/secrets/wire"
)

// Deadline is what a keychain has for one answer (SPEC E4), start of the helper
// included. Ending a helper that is past it takes a second more at most.
const Deadline = 3 * time.Second

// Helper speaks to the system's keychain by way of usher-keychain, one process
// for each request. It is made with NewHelper.
type Helper struct {
	program string // absolute; "": there is none
	reaper  proc.Program
	environ []string
}

// NewHelper looks for usher-keychain beside the running program, whose path is
// self (os.Executable); environ is this process's environment. It starts
// nothing.
func NewHelper(self string, environ []string) *Helper {
	h := &Helper{reaper: proc.FindReaper(self), environ: environ}
	name := "usher-keychain"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	folders := []string{filepath.Dir(self)}
	if real, err := filepath.EvalSymlinks(self); err == nil {
		folders = append(folders, filepath.Dir(real))
	}
	for _, folder := range folders {
		if found, _ := proc.LookPath(filepath.Join(folder, name), "", "", ""); found != "" && h.program == "" {
			h.program = found
		}
	}
	return h
}

// Ask starts the helper, hands it the request through a pipe and reads its
// answer. Where the helper or the session's bus is missing, the answer is there
// at once. A helper that is past the Deadline, or past the end of ctx, is killed
// with everything it started (a dbus-launch that hangs), and the answer is
// wire.Silent. What it prints on standard error is thrown away.
func (h *Helper) Ask(ctx context.Context, r wire.Request) wire.Answer {
	if h.program == "" {
		return wire.Answer{Code: wire.NoHelper}
	}
	env, code := reachable(h.environ)
	if code != wire.OK {
		return wire.Answer{Code: code}
	}
	ctx, cancel := context.WithTimeout(ctx, Deadline)
	defer cancel()
	child, res := proc.Start(h.reaper, proc.Spec{
		Path: h.program, Dir: filepath.Dir(h.program), Env: append(proc.Basic(h.environ), env...),
	})
	if child == nil || res.Why != "" {
		return wire.Answer{Code: wire.Failed}
	}
	said := make(chan []byte, 1)
	go func() {
		_, _ = io.Copy(io.Discard, child.Stderr)
		_ = child.Stderr.Close()
	}()
	go tell(child.Stdin, r)
	go func() { said <- hear(child.Stdout) }()
	select {
	case data := <-said:
		child.Stop(stopGrace)
		defer clear(data)
		return wire.ParseAnswer(r.Do, data)
	case <-ctx.Done():
		child.Stop(0)
		return wire.Answer{Code: wire.Silent}
	}
}

// stopGrace is what a helper that has answered has to end by itself.
const stopGrace = 200 * time.Millisecond

func tell(stdin *os.File, r wire.Request) {
	data := r.Bytes()
	_, _ = stdin.Write(data)
	_ = stdin.Close()
	clear(data)
}

// hear reads an answer to its end, never more than a little past the most there
// may be; what is longer does not parse.
func hear(stdout *os.File) []byte {
	data := make([]byte, 0, wire.MaxRequest)
	for len(data) <= wire.MaxAnswer {
		if len(data) == cap(data) {
			old := data
			data = append(make([]byte, 0, 2*cap(old)), old...)
			clear(old)
		}
		n, err := stdout.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		if err != nil {
			break
		}
	}
	_ = stdout.Close()
	return data
}
