//go:build linux && !race

package cmd_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// TestLedgerIsOldOrNewWhateverHappens (SPEC F5, Q10; fault/killsweep.sh): a
// command that decides is killed at its first, second, third … system call of each
// kind that changes something, and the same calls fail. The ledger is then the old
// or the new one, never a third, and the next run needs no repair by hand.
func TestLedgerIsOldOrNewWhateverHappens(t *testing.T) {
	t.Parallel()
	calls := []string{
		"openat", "write,pwrite64", "rename,renameat,renameat2", "fsync,fdatasync", "unlink,unlinkat", "mkdir,mkdirat",
		"chmod,fchmod,fchmodat", "ftruncate", "flock", "close",
	}
	type blow struct{ call, inject string }
	var blows []blow
	for _, c := range calls {
		for _, inject := range []string{"signal=KILL", "error=EIO", "error=ENOSPC"} {
			if c != "close" || inject == "signal=KILL" {
				blows = append(blows, blow{c, inject})
			}
		}
	}
	var hits atomic.Int64
	fan(t, 4, blows, func(b blow) string { return b.call + " " + b.inject }, func(t *testing.T, b blow) {
		h := newHouse(t)
		command := []string{"grant", "set", "acme", "wipe", "--allow", "--digest", h.ready(t, "lookup")}
		ledger := filepath.Join(h.state, "ledger.json")
		before, err := os.ReadFile(ledger)
		must(t, err)
		h.does(t, 0, command...)
		after, err := os.ReadFile(ledger)
		must(t, err)
		for n := 1; n < 60 && h.struck(t, b.call, b.inject, n, command, ledger, string(before), string(after)); n++ {
			hits.Add(1)
		}
	})
	if n := hits.Load(); n < 40 {
		t.Errorf("only %d calls were struck", n)
	}
}

// struck runs the command with the n-th call of a kind struck, checks what is
// left, and reports whether there was such a call at all.
func (h *house) struck(t *testing.T, call, inject string, n int, command []string, ledger, before, after string) bool {
	t.Helper()
	must(t, os.WriteFile(ledger, []byte(before), 0o600))
	log := filepath.Join(h.dir, "strace")
	words := append([]string{"-f", "-qq", "-o", log, "-e", "trace=" + call, "-e", fmt.Sprintf("inject=%s:%s:when=%d", call, inject, n),
		filepath.Join(h.bin, "usher")}, command...)
	r := launch(t, h.command("/usr/bin/strace", words...), "")
	trace, err := os.ReadFile(log)
	must(t, err)
	if !strings.Contains(string(trace), "(INJECTED)") && !strings.Contains(string(trace), "killed by SIGKILL") {
		if r.code != 0 {
			t.Errorf("not struck, and still: %v", r)
		}
		return false
	}
	now, err := os.ReadFile(ledger)
	must(t, err)
	if text := string(now); text != before && text != after || r.code == 0 && text != after {
		t.Errorf("%s %s at call %d: status %d and a ledger of neither kind: %q", call, inject, n, r.code, text)
	}
	h.asks(t, callOf("acme__lookup")).wants(t, "allow")
	wipe := h.asks(t, callOf("acme__wipe", canAsk))
	if allowed := wipe.word() == "allow"; allowed != (string(now) == after) {
		t.Errorf("%s %s at call %d: %v", call, inject, n, wipe.ran)
	}
	h.does(t, 0, command...)
	rest, err := filepath.Glob(filepath.Join(h.state, "*"))
	if must(t, err); len(rest) > 4 {
		t.Errorf("%s %s at call %d: files pile up: %v", call, inject, n, rest)
		for _, f := range rest {
			if f != ledger {
				_ = os.Remove(f)
			}
		}
	}
	return true
}
