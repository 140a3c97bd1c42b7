//go:build linux && !usher_direct

package proc

import (
	"syscall"
	"time"
)

// destroyFor bounds how long usher itself kills what a lost reaper left.
const destroyFor = 200 * time.Millisecond

// BecomeSubreaper makes this process the one that inherits orphans below it, so
// that it finds a child's tree even when the reaper was killed (SPEC H12). A
// failure leaves the weaker way, by session.
func BecomeSubreaper() { _ = becomeSubreaper() }

// destroy ends a reaper process that is of no more use, and the tree of its
// child. child is its process id, 0 when unknown; since is when the run began.
//
// A reaper that is merely silent or stopped still has the tree below it. When
// it is dead, usher has inherited the tree (BecomeSubreaper): a child of ours,
// in a session that is not ours, younger than the run. Children that usher
// starts in its own session are therefore safe. What is not below us any more
// is found by the child's session, which only its descendants can be in.
func (h *helper) destroy(child int, since int64) {
	h.hangUp()
	var t tree
	if h.pid > 0 {
		t.destroyBelow(h.pid)
		_ = kill(h.pid, syscall.SIGKILL)
		if !until(h.collected) {
			go collect(h.pid)
		}
	}
	t.destroyOrphans(child, since)
}

// destroyBelow kills everything below a process, for a bounded time.
func (t *tree) destroyBelow(pid int) {
	until(func() bool { return !t.killLiving(t.below(pid)) })
}

// destroyOrphans kills what is left of a tree whose reaper is gone. What a hook
// left behind is met too, if its own reaper has said goodbye since.
func (t *tree) destroyOrphans(child int, since int64) {
	until(func() bool {
		orphans := t.orphans(since)
		for _, pid := range orphans {
			t.killBelow(pid)
			_ = kill(pid, syscall.SIGKILL)
			_, _ = syscall.Wait4(pid, nil, syscall.WNOHANG, nil)
		}
		return len(orphans) == 0
	})
	if child > 0 {
		until(func() bool { return !t.killLiving(t.inSession(child, since)) })
	}
}

// until tries again and again, a millisecond apart, for a bounded time.
func until(done func() bool) bool {
	for end := time.Now().Add(destroyFor); !done(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}

// collected reports that the process has ended and nothing of it is left to wait for.
func (h *helper) collected() bool {
	if h.pid <= 0 {
		return true
	}
	pid, err := syscall.Wait4(h.pid, nil, syscall.WNOHANG, nil)
	if pid == h.pid || err == syscall.ECHILD {
		h.pid = 0
		return true
	}
	return false
}

// killLiving sends SIGKILL to those that are not yet dead and reports whether there were any.
func (t *tree) killLiving(pids []int) (any bool) {
	for _, pid := range pids {
		if t.alive(pid) {
			any = true
			_ = kill(pid, syscall.SIGKILL)
		}
	}
	return any
}

// orphans are the children of this process that a lost reaper left to it.
func (t *tree) orphans(since int64) []int {
	self := syscall.Getpid()
	ours, ok := t.stat(self)
	if !ok {
		return nil
	}
	var out []int
	for _, pid := range t.children(self) {
		st, ok := t.stat(pid)
		if ok && st.session != ours.session && st.start >= since {
			out = append(out, pid)
		}
	}
	return out
}

// inSession are the processes of a session, wherever they are.
func (t *tree) inSession(session int, since int64) []int {
	var out []int
	for _, pid := range numbersIn("/proc") {
		if st, ok := t.stat(pid); ok && st.session == session && st.start >= since {
			out = append(out, pid)
		}
	}
	return out
}
