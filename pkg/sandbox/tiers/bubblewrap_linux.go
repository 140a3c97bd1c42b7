package tiers

import (
	"context"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"usher/pkg/proc"
	"usher/pkg/safefile"
	"usher/pkg/sandbox"
	"usher/pkg/sandbox/launch"
)

// findBubblewrap looks for bwrap once, in the folders of PATH, and takes it only
// where nobody else could put another in its place.
func findBubblewrap(o Options) (string, Evidence) {
	e := Evidence{Tier: sandbox.TierBubblewrap, Sign: SignMissing}
	found, why := proc.LookPath("bwrap", "/", o.Path, o.Outside)
	if found == "" {
		e.Detail = detail(why)
		return "", e
	}
	e.Program = resolved(found)
	e.Sign = SignUnsafe
	root, err := safefile.OpenRoot(filepath.Dir(e.Program), safefile.Self)
	if err != nil {
		e.Detail = detail(err.Error())
		return "", e
	}
	_ = root.Close()
	var st unix.Stat_t
	switch err := unix.Lstat(e.Program, &st); {
	case err != nil:
		e.Detail = detail(e.Program + " cannot be looked at: " + err.Error())
	case st.Uid != 0 && int(st.Uid) != unix.Geteuid():
		e.Detail = detail(e.Program + " belongs to somebody else")
	case st.Mode&0o022 != 0:
		e.Detail = detail(e.Program + " is writable by others")
	default:
		return e.Program, Evidence{}
	}
	return "", e
}

// askBubblewrap asks bwrap for its help, once: whether it is bwrap at all, and
// which options it knows.
func (l *look) askBubblewrap(ctx context.Context) (options []string, e *Evidence) {
	if l.bwrap == "" {
		return nil, &l.noBwrap
	}
	res := l.reaper.Run(ctx, proc.Spec{Path: l.bwrap, Args: []string{"--help"}, Dir: "/", Timeout: min(l.Limit, 5*time.Second), StdoutCap: 64 << 10, StderrCap: 4 << 10})
	e = &Evidence{Tier: sandbox.TierBubblewrap, Program: l.bwrap}
	known := strings.Fields(string(res.Stdout) + " " + string(res.Stderr))
	knows := map[string]bool{}
	for _, word := range known {
		knows[word] = true
	}
	switch {
	case res.Ending == proc.TimedOut:
		e.Sign = SignHangs
		return nil, e
	case res.Ending == proc.NotStarted:
		e.Sign, e.Detail = SignDied, detail(res.Why)
		return nil, e
	case !knows["--unshare-user"] && len(res.Stderr) > 0:
		// Its own words say more than that they are no help text.
		e.Sign, e.Detail = SignStage, detail(string(res.Stderr))
		if !strings.HasPrefix(e.Detail, "bwrap: ") {
			e.Sign = SignForeign
		}
		return nil, e
	case !knows["--unshare-user"]:
		e.Sign, e.Detail = SignForeign, detail(string(res.Stdout))
		return nil, e
	}
	for _, option := range launch.BubblewrapNeeds() {
		if !knows[option] {
			e.Sign, e.Detail = SignOld, "the option "+option
			return nil, e
		}
	}
	for _, option := range launch.BubblewrapOptions() {
		if knows[option] {
			options = append(options, option)
		}
	}
	return options, nil
}
