package tiers

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"usher/pkg/proc"
	"usher/pkg/sandbox"
	"usher/pkg/sandbox/launch"
)

// trial builds the sandbox of a tier as for a server and runs usher-run in it,
// which tries what a server may and may not do (launch.Probe). Nil is: it works.
func (l *look) trial(ctx context.Context, with Found, tier sandbox.Tier, network sandbox.Network) *Evidence {
	e := &Evidence{Tier: tier, Program: l.run}
	if tier == sandbox.TierBubblewrap {
		e.Program = l.bwrap
	}
	stage, err := l.scene()
	defer stage.gone()
	if err != nil {
		e.Sign, e.Detail = SignDied, detail("no place for a trial: "+err.Error())
		return e
	}
	ask := stage.ask
	ask.Namespaces, ask.Local = tier != sandbox.TierLandlock, network == sandbox.NetworkLocalhost
	plan := with.In(sandbox.Plan{
		Program: l.run, Argv0: "usher-run", Args: ask.Args(), Dir: ask.Data, Data: ask.Data, Files: []string{l.run},
		Read: []string{filepath.Dir(ask.Socket)}, Env: []string{"HOME=" + ask.Data, "TMPDIR=/tmp"}, Network: network,
	}, tier)
	return l.judge(l.reaper.Run(ctx, proc.Spec{
		Path: l.run, Args: []string{launch.CageWord}, Dir: "/", Stdin: plan.Encode(),
		Timeout: l.Limit, StdoutCap: 4 << 10, StderrCap: 4 << 10,
	}), e)
}

// scene is what a trial is surrounded by: its own folder, a file beside it, and two
// listeners that stand for this computer's programs.
type scene struct {
	ask       launch.Trial
	dir       string
	listeners []net.Listener
}

func (l *look) scene() (s scene, err error) {
	if s.dir, err = os.MkdirTemp(l.StateDir, "sandbox-trial-"); err != nil {
		s.dir, err = os.MkdirTemp("", "usher-sandbox-trial-")
	}
	if err != nil {
		return s, err
	}
	real, err := filepath.EvalSymlinks(s.dir)
	if err != nil {
		return s, err
	}
	s.ask = launch.Trial{Data: filepath.Join(real, "data"), Hidden: filepath.Join(real, "hidden"), Socket: filepath.Join(real, "given", "s")}
	for _, dir := range [...]string{s.ask.Data, filepath.Dir(s.ask.Socket)} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			return s, err
		}
	}
	if err := os.WriteFile(s.ask.Hidden, []byte("hidden\n"), 0o600); err != nil {
		return s, err
	}
	home, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return s, err
	}
	s.listeners = append(s.listeners, home)
	s.ask.Port = home.Addr().(*net.TCPAddr).Port
	// A path too long for a socket is left without one: there is nothing to reach then.
	if named, err := net.Listen("unix", s.ask.Socket); err == nil {
		s.listeners = append(s.listeners, named)
	}
	return s, nil
}

// gone leaves nothing, also where no folder can be opened any more: what it made is
// removed by name.
func (s scene) gone() {
	for _, l := range s.listeners {
		_ = l.Close()
	}
	for _, path := range [...]string{s.ask.Socket, filepath.Dir(s.ask.Socket), s.ask.Hidden, s.ask.Data, s.dir} {
		if len(path) > 1 {
			_ = os.Remove(path)
		}
	}
	if s.dir != "" {
		_ = os.RemoveAll(s.dir)
	}
}

// byHand is how a usher-run ends that does not know the word: one of another version.
const (
	byHand     = 2
	byHandSays = "usher: error: "
)

// judge says what a trial's end means; nil is that it held.
func (l *look) judge(res proc.Result, e *Evidence) *Evidence {
	end := End{Status: res.Code, Stderr: string(res.Stderr)}
	line, built := stageLine(end)
	switch {
	case res.Ending == proc.TimedOut:
		e.Sign, e.Detail = SignHangs, "a trial of "+strconv.Itoa(int(l.Limit.Seconds()))+" s"
	case res.Ending == proc.Exited && !built:
		e.Sign, e.Detail = SignStage, line
	case res.Ending == proc.Exited && res.Code == byHand && strings.HasPrefix(end.Stderr, byHandSays):
		e.Tier, e.Sign, e.Program, e.Detail = sandbox.TierNamespaces, SignForeign, l.run, detail(string(res.Stderr))
	case res.Ending == proc.Exited && res.Code == 0 && string(res.Stdout) == launch.TrialHeld:
		return nil
	case res.Ending == proc.Exited && res.Code == launch.TrialFailed:
		e.Sign, e.Detail = SignOpen, detail(string(res.Stdout))
	case res.Ending == proc.Exited && len(res.Stderr) > 0:
		e.Sign, e.Detail = SignDied, detail(string(res.Stderr))
	case res.Ending == proc.Exited:
		e.Sign, e.Detail = SignForeign, detail(string(res.Stdout))
	default:
		e.Sign, e.Detail = SignDied, detail(res.Ending.String()+" "+res.Signal+" "+res.Why)
	}
	return e
}
