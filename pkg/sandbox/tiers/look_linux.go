package tiers

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"usher/pkg/proc"
	"usher/pkg/sandbox"
)

// look is one round of finding out.
type look struct {
	Options
	run      string // usher-run, with its links resolved; "": missing
	bwrap    string // bwrap, likewise
	noBwrap  Evidence
	settings Settings
	reaper   *proc.Reaper
}

func newLook(o Options) *look {
	l := &look{Options: o, settings: settings()}
	if p := proc.FindReaper(o.Self); p.Path != o.Self {
		l.run = resolved(p.Path)
	}
	l.bwrap, l.noBwrap = findBubblewrap(o)
	return l
}

func (l *look) key() key {
	k := key{Format: cacheFormat, User: os.Geteuid(), Version: l.Version, Settings: l.settings,
		Run: identity(l.run), Bubblewrap: identity(l.bwrap), Boot: value("/proc/sys/kernel/random/boot_id")}
	var u unix.Utsname
	if unix.Uname(&u) == nil {
		k.Kernel = unix.ByteSliceToString(u.Release[:]) + " " + unix.ByteSliceToString(u.Version[:])
	}
	return k
}

// find tries the tiers, the best first, until one works that nothing is missing
// of; Landlock alone only where there is no other, and will be none in a moment.
func (l *look) find(ctx context.Context) Found {
	f := Found{Settings: l.settings}
	if l.run == "" {
		f.Failures = []Evidence{{Tier: sandbox.TierNamespaces, Sign: SignMissing}}
		return f
	}
	for _, tier := range []sandbox.Tier{sandbox.TierNamespaces, sandbox.TierBubblewrap, sandbox.TierLandlock} {
		if ctx.Err() != nil || tier == sandbox.TierLandlock && !f.weaker() {
			return f
		}
		if e := l.alone(ctx, tier, &f); e != nil {
			f.Failures = append(f.Failures, *e)
			continue
		}
		f.Tiers = append(f.Tiers, tier)
		break
	}
	return f
}

// alone tries one tier, with a reaper of its own: what a trial leaves behind dies.
func (l *look) alone(ctx context.Context, tier sandbox.Tier, f *Found) *Evidence {
	l.reaper = proc.NewReaper(l.Reaper)
	defer l.reaper.Close()
	return l.build(ctx, tier, f)
}

// build tries one tier: without a network, which decides, and then with "this
// computer only", which asks more of the kernel.
func (l *look) build(ctx context.Context, tier sandbox.Tier, f *Found) *Evidence {
	if tier == sandbox.TierLandlock && l.settings.Landlock < minLandlock {
		return &Evidence{Tier: tier, Sign: SignStage, Detail: "landlock"}
	}
	var options []string
	if tier == sandbox.TierBubblewrap {
		var e *Evidence
		if options, e = l.askBubblewrap(ctx); e != nil {
			return e
		}
	}
	program := Found{Bubblewrap: l.bwrap, Options: options}
	e := l.trial(ctx, program, tier, sandbox.NetworkOff)
	if e == nil {
		local := l.trial(ctx, program, tier, sandbox.NetworkLocalhost)
		if f.Localhost, f.NotLocal, f.passing = local == nil, "", ""; local != nil {
			c := local.Cause(l.settings)
			f.NotLocal, f.LocalMend = c.What, c.Mend
			if !local.lasting(l.settings) {
				f.passing = c.What
			}
		}
	}
	if e == nil && tier == sandbox.TierBubblewrap {
		f.Bubblewrap, f.Options = l.bwrap, options
	}
	return e
}

func resolved(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// identity tells a program from another one that took its place.
func identity(path string) string {
	var st unix.Stat_t
	if path == "" || unix.Stat(path, &st) != nil {
		return ""
	}
	words := []string{path}
	for _, n := range []int64{int64(st.Dev), int64(st.Ino), st.Size, st.Mtim.Nano(), st.Ctim.Nano(), int64(st.Uid), int64(st.Mode)} {
		words = append(words, strconv.FormatInt(n, 10))
	}
	return strings.Join(words, " ")
}
