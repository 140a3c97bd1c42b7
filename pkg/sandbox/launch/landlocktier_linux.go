package launch

import (
	"errors"
	"slices"

	"golang.org/x/sys/unix"

	"usher/pkg/sandbox"
)

var errUnhidden = errors.New("it lies in a folder that the server is given, and cannot be hidden there without namespaces")
var errUnkept = errors.New("it is given to read, lies in a folder that the server may change, and cannot be kept as it is there without namespaces")

// withoutNamespaces refuses a plan that Landlock alone cannot keep (SPEC B2): it
// adds up what is granted and takes nothing out of it again. A socket is as good
// as hidden, since the filter makes none that could reach it.
func withoutNamespaces(p sandbox.Plan) error {
	for _, path := range p.Read {
		if slices.ContainsFunc(p.Write, func(dir string) bool { return within(path, dir) }) {
			return failed(stepLandlock, path, errUnkept)
		}
	}
	granted := slices.Concat(p.Read, p.Write, p.Runtimes)
	for _, path := range p.Mask {
		var st unix.Stat_t
		if unix.Lstat(path, &st) != nil || st.Mode&unix.S_IFMT == unix.S_IFSOCK {
			continue
		}
		if slices.ContainsFunc(granted, func(dir string) bool { return within(path, dir) }) {
			return failed(stepLandlock, path, errUnhidden)
		}
	}
	return nil
}

// withoutTmp is the plan's environment where /tmp is the computer's own and shut:
// what is temporary goes into the server's own folder.
func withoutTmp(p sandbox.Plan) []string {
	env := slices.Clone(p.Env)
	if i := slices.Index(env, "TMPDIR=/tmp"); i >= 0 && p.Tier == sandbox.TierLandlock {
		env[i] = "TMPDIR=" + p.Data
	}
	return env
}
