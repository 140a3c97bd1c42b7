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

// TestNoFaultOpensTheGate (SPEC G6, H6): the system calls of the gate, of its
// reaper and of the hook fail, the first, the second, …, alone or from then on. The
// hook can only refuse, and so whatever breaks, the call is never allowed.
func TestNoFaultOpensTheGate(t *testing.T) {
	t.Parallel()
	type blow struct{ call, inject, when string }
	var blows []blow
	for _, call := range []string{
		"openat", "write,sendto", "newfstatat,fstat,statx", "execve", "pipe2", "socketpair", "clone,clone3,vfork,fork",
		"prctl", "ppoll,poll", "wait4,waitid", "fcntl", "close_range", "readlinkat,readlink", "getdents64", "dup3,dup2", "setsid", "chdir", "rt_sigaction",
		"geteuid,getuid,getgid", "getcwd", "pidfd_open",
	} {
		blows = append(blows, blow{call, "error=EMFILE", "%d"}, blow{call, "error=ENOMEM", "%d+"}, blow{call, "signal=KILL", "%d"})
	}
	// A read of a pipe has no errors, and the Go library waits for ever where it is
	// given one while it forks: reads fail where files are read.
	blows = append(blows, blow{"read", "error=EIO", "%d"}, blow{"read", "error=EIO", "%d+"}, blow{"read", "retval=0", "%d"}, blow{"read", "error=EINTR", "%d"}, blow{"read", "signal=KILL", "%d"})
	var hits atomic.Int64
	fan(t, 4, blows, func(b blow) string { return b.call + " " + b.inject + b.when }, func(t *testing.T, b blow) {
		h := newHouse(t)
		h.ready(t, "lookup")
		h.put(t, "hooks.json", hooksFile(t, hook{Name: "no", Command: "/bin/false", TimeoutMs: 1000}))
		log := filepath.Join(h.dir, "strace")
		for n := 1; n <= 20; n++ {
			words := []string{"-f", "-qq", "-o", log, "-e", "trace=" + b.call, "-e", fmt.Sprintf("inject=%s:%s:when="+b.when, b.call, b.inject, n)}
			if b.call == "read" {
				for _, file := range []string{h.hooksFile(), h.mcpFile(), filepath.Join(h.conf, "policy.json"), filepath.Join(h.state, "ledger.json")} {
					words = append(words, "-P", file)
				}
			}
			words = append(words, filepath.Join(h.bin, "usher-gate"))
			r := launch(t, h.command("/usr/bin/strace", words...), callOf("acme__lookup", canAsk))
			trace, err := os.ReadFile(log)
			must(t, err)
			if !strings.Contains(string(trace), "(INJECTED)") && !strings.Contains(string(trace), "killed by SIGKILL") {
				checked(t, r).wants(t, "deny", "hook no: the hook failed: exit code 1")
				return
			}
			hits.Add(1)
			if r.code == 0 || strings.Contains(r.out, `"decision":"allow"`) {
				t.Errorf("at call %d: %v", n, r)
			}
			if r.took > slack {
				t.Errorf("at call %d it took %v", n, r.took)
			}
		}
	})
	if n := hits.Load(); n < 100 {
		t.Errorf("only %d calls were struck", n)
	}
}
