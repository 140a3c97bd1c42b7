package tiers

import (
	"context"
	"os"
	"strconv"

	"golang.org/x/sys/unix"

	"usher/pkg/proc"
	"usher/pkg/sandbox"
)

// look is one round of finding out.
type look struct{ Options }

func newLook(o Options) *look { return &look{o} }

// key names a boot by when it was.
func (l *look) key() key {
	k := key{Format: cacheFormat, User: os.Geteuid(), Version: l.Version}
	if boot, err := unix.SysctlTimeval("kern.boottime"); err == nil {
		k.Boot = strconv.FormatInt(boot.Sec, 10)
	}
	k.Kernel, _ = unix.Sysctl("kern.osversion")
	return k
}

// find runs a program that does nothing under a profile with no grants. It was
// written without a Mac to run it on.
func (l *look) find(ctx context.Context) Found {
	reaper := proc.NewReaper(l.Reaper)
	defer reaper.Close()
	plan := sandbox.Plan{Program: "/usr/bin/true", Dir: "/", Data: "/private/var/empty"}
	res := reaper.Run(ctx, proc.Spec{
		Path: sandbox.SandboxExec, Args: sandbox.SeatbeltArgs(plan), Dir: "/", Timeout: l.Limit, StderrCap: 4 << 10,
	})
	if res.Ending == proc.Exited && res.Code == 0 {
		return Found{Tiers: []sandbox.Tier{sandbox.TierSeatbelt}, Localhost: true}
	}
	words := string(res.Stderr)
	if words == "" {
		words = res.Ending.String() + " " + res.Why
	}
	e := Evidence{Tier: sandbox.TierSeatbelt, Sign: SignDied, Program: sandbox.SandboxExec, Detail: detail(words)}
	return Found{Failures: []Evidence{e}}
}
