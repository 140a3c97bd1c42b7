//go:build linux && !race

package cmd_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTrustIsOldOrNewWhateverHappens (SPEC F5): trusting a changed folder is killed
// at its first, second, third … call of each kind that changes something. The folder
// is then trusted as before or as it is now, what changed can be shown either way,
// and the next run needs no repair.
func TestTrustIsOldOrNewWhateverHappens(t *testing.T) {
	t.Parallel()
	calls := []string{"openat", "write,pwrite64", "rename,renameat,renameat2", "fsync,fdatasync", "unlink,unlinkat", "mkdir,mkdirat", "chmod,fchmod,fchmodat", "flock", "close"}
	fan(t, 3, calls, func(c string) string { return c }, func(t *testing.T, call string) {
		p := newProject(t, "trust-01-nothing-runs-before", ".usher")
		p.trusts(t, p.root())
		p.writes(t, p.mcp(), `{"servers":[{"id":"lab","command":"cat"}]}`)
		digest := p.shows(t, p.root()).Digest
		before := filepath.Join(p.dir, "before")
		for n := 1; n < 80; n++ {
			if n == 1 {
				must(t, os.CopyFS(before, os.DirFS(p.state)))
			}
			must(t, os.RemoveAll(p.state))
			must(t, os.CopyFS(p.state, os.DirFS(before)))
			for _, dir := range []string{p.state, filepath.Join(p.state, "copies")} {
				must(t, os.Chmod(dir, 0o700))
			}
			log := filepath.Join(p.dir, "strace")
			r := launch(t, p.command("/usr/bin/strace", "-f", "-qq", "-o", log, "-e", "trace="+call, "-e", fmt.Sprintf("inject=%s:signal=KILL:when=%d", call, n),
				filepath.Join(p.bin, "usher"), "trust", "grant", p.root(), "--digest", digest), "")
			if !strings.Contains(slurp(t, log), "killed by SIGKILL") {
				if r.code != 0 || n == 1 && call != "mkdir,mkdirat" && call != "chmod,fchmod,fchmodat" {
					t.Errorf("call %d was not struck: %v", n, r)
				}
				return
			}
			v := p.shows(t, p.root())
			if v.State != "changed" && v.State != "trusted" || len(v.Problems) > 0 {
				t.Fatalf("call %d: %+v", n, v)
			}
			if diff := p.does(t, 0, "trust", "diff", p.root()); strings.Contains(diff.out, "cat") != (v.State == "changed") {
				t.Errorf("call %d: %s, %v", n, v.State, diff)
			}
			p.does(t, 0, "trust", "grant", p.root(), "--digest", digest)
			p.is(t, "trusted", p.root())
		}
	})
}
