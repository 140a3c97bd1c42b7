//go:build linux && !usher_direct

package proc

import (
	"os"
	"syscall"
)

// adopted are processes that hooks left behind and whose reaper has let go of
// them. A usher that is a subreaper inherits them, and has to collect each when
// it ends: one that lives for weeks would run out of process numbers. Only what
// is noted is collected; another room's own child never is.
type adopted struct {
	tree  tree
	noted []born
}

// born is a process that is not mistaken for a later one of the same number.
type born struct {
	pid   int
	start int64
}

// note takes down what is below a reaper, before it says goodbye.
func (a *adopted) note(reaper int) {
	for _, pid := range a.tree.below(reaper) {
		if st, ok := a.tree.stat(pid); ok {
			a.noted = append(a.noted, born{pid, st.start})
		}
	}
}

// collect collects those that have ended, and forgets those that are gone.
func (a *adopted) collect() {
	kept := a.noted[:0]
	for _, b := range a.noted {
		st, ok := a.tree.stat(b.pid)
		switch {
		case !ok || st.start != b.start:
		case st.state == 'Z' && st.parent == os.Getpid():
			_, _ = syscall.Wait4(b.pid, nil, syscall.WNOHANG, nil)
		default:
			kept = append(kept, b)
		}
	}
	a.noted = kept
}
