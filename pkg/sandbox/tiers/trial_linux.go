package tiers

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"strconv"

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
	dir, err := os.MkdirTemp(l.StateDir, "sandbox-trial-")
	if err != nil {
		dir, err = os.MkdirTemp("", "usher-sandbox-trial-")
	}
	if err == nil {
		defer os.RemoveAll(dir)
		dir, err = filepath.EvalSymlinks(dir)
	}
	data, hidden := filepath.Join(dir, "data"), filepath.Join(dir, "hidden")
	if err == nil {
		err = os.Mkdir(data, 0o700)
	}
	if err == nil {
		err = os.WriteFile(hidden, []byte("hidden\n"), 0o600)
	}
	if err != nil {
		e.Sign, e.Detail = SignDied, detail("no folder for a trial: "+err.Error())
		return e
	}
	ask := launch.Trial{Data: data, Hidden: hidden, Namespaces: tier != sandbox.TierLandlock}
	if network == sandbox.NetworkLocalhost {
		home, err := net.Listen("tcp4", "127.0.0.1:0")
		if err != nil {
			e.Sign, e.Detail = SignDied, detail(err.Error())
			return e
		}
		defer home.Close()
		ask.Port = home.Addr().(*net.TCPAddr).Port
	}
	plan := with.In(sandbox.Plan{
		Program: l.run, Argv0: "usher-run", Args: ask.Args(), Dir: data, Data: data, Files: []string{l.run},
		Env: []string{"HOME=" + data, "TMPDIR=/tmp"}, Network: network,
	}, tier)
	return l.judge(l.reaper.Run(ctx, proc.Spec{
		Path: l.run, Args: []string{launch.CageWord}, Dir: "/", Stdin: plan.Encode(),
		Timeout: l.Limit, StdoutCap: 4 << 10, StderrCap: 4 << 10,
	}), e)
}

// judge says what a trial's end means; nil is that it held.
func (l *look) judge(res proc.Result, e *Evidence) *Evidence {
	end := End{Status: res.Code, Stderr: string(res.Stderr)}
	line, built := stageLine(end)
	switch {
	case res.Ending == proc.TimedOut:
		e.Sign, e.Detail = SignHangs, "a trial of "+strconv.Itoa(int(l.Limit.Seconds()))+" s"
	case res.Ending == proc.Exited && !built:
		e.Sign, e.Detail = SignStage, line
	case res.Ending == proc.Exited && res.Code == launch.ByHand:
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
