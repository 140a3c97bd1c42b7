//go:build linux

package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"usher/pkg/sandbox"
)

// way is one way of starting the server.
type way struct {
	name string
	plan *sandbox.Plan // nil: by itself
	goal bool
}

// round holds times in ns, of each way.
type round [][]float64

// waysOf are the ways; each sandbox has a data folder of its own.
func waysOf(s settings) ([]way, error) {
	ways := []way{{name: "the server by itself"}}
	env := slices.DeleteFunc(slices.Clone(s.env), func(v string) bool { return strings.HasPrefix(v, "HOME=") })
	for _, w := range []struct {
		name    string
		tier    sandbox.Tier
		network sandbox.Network
		goal    bool
	}{
		{"usher's sandbox, network off", sandbox.TierNamespaces, sandbox.NetworkOff, true},
		{"usher's sandbox, network localhost", sandbox.TierNamespaces, sandbox.NetworkLocalhost, false},
		{"bubblewrap and the same inner step, network off", sandbox.TierBubblewrap, sandbox.NetworkOff, false},
	} {
		if w.tier == sandbox.TierBubblewrap && s.bwrap == "" {
			continue
		}
		data := filepath.Join(s.dir, fmt.Sprintf("data%d", len(ways)))
		if err := os.MkdirAll(data, 0o700); err != nil {
			return nil, err
		}
		p := &sandbox.Plan{
			Tier: w.tier, Program: s.command[0], Argv0: s.command[0], Args: s.command[1:], Dir: data, Data: data, Network: w.network,
			Env:  append(slices.Clone(env), "HOME="+data, "TMPDIR=/tmp"),
			Read: []string{s.given}, Files: []string{s.command[0]}, Runtimes: []string{modules(s.command[1])},
		}
		if w.tier == sandbox.TierBubblewrap {
			p.Bubblewrap = s.bwrap
		}
		ways = append(ways, way{w.name, p, w.goal})
	}
	return ways, nil
}

// modules is the folder that a script is shown with: its outermost node_modules,
// else its own.
func modules(script string) string {
	const name = "/node_modules"
	if before, _, ok := strings.Cut(script, name+"/"); ok {
		return before + name
	}
	return filepath.Dir(script)
}

// measure starts each way in turn, the first time uncounted, so that a busy machine
// slows all alike.
func measure(s settings, ways []way) ([]round, error) {
	rounds := make([]round, s.rounds)
	for i := range rounds {
		rounds[i] = make(round, len(ways))
		for n := range s.each + 1 {
			for w := range ways {
				took, err := start(s, ways[(w+n)%len(ways)].plan)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", ways[(w+n)%len(ways)].name, err)
				}
				if n > 0 || i > 0 {
					rounds[i][(w+n)%len(ways)] = append(rounds[i][(w+n)%len(ways)], took)
				}
			}
		}
	}
	return rounds, nil
}

const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"bench","version":"0"}}}` + "\n"

// start starts the server, asks it, ends it, and gives the time to the answer in ns.
func start(s settings, p *sandbox.Plan) (float64, error) {
	path, argv, env, input := s.command[0], s.command, s.env, []byte(initialize)
	if p != nil {
		path, argv, env, input = s.run, []string{"usher-run", "cage"}, nil, append(p.Encode(), input...)
	}
	in, theirIn, err := os.Pipe()
	if err != nil {
		return 0, err
	}
	defer in.Close()
	theirOut, out, err := os.Pipe()
	if err != nil {
		return 0, err
	}
	defer theirOut.Close()
	said, err := os.CreateTemp(s.dir, "stderr")
	if err != nil {
		return 0, err
	}
	defer func() { _, _ = said.Close(), os.Remove(said.Name()) }()
	began := time.Now()
	pid, err := syscall.ForkExec(path, argv, &syscall.ProcAttr{Dir: "/", Env: env, Files: []uintptr{in.Fd(), out.Fd(), said.Fd()}})
	_ = out.Close()
	if err != nil {
		return 0, err
	}
	_, _ = theirIn.Write(input) // a server that does not read says why it ended
	line, err := bufio.NewReader(theirOut).ReadString('\n')
	took := time.Since(began)
	_ = theirIn.Close()
	_ = syscall.Kill(pid, syscall.SIGKILL)
	for {
		if _, err := syscall.Wait4(pid, nil, 0, nil); err != syscall.EINTR { //nolint:errorlint // a number
			break
		}
	}
	if err != nil || !strings.Contains(line, `"result"`) {
		why, _ := os.ReadFile(said.Name())
		return 0, fmt.Errorf("it did not answer: %.300q, %.300q", line, why)
	}
	return float64(took), nil
}
