package launch

import (
	"os"
	"slices"
	"strings"
	"testing"

	"usher/pkg/sandbox"
)

const moveRound = `
can() { n=$1; shift; if "$@" >/dev/null 2>&1; then echo "$n=yes"; else echo "$n=no"; fi; }
can write touch $W/new; can moveOther mv $W/other $W/other2
can moveAbove mv $W/a $W/z; can moveMiddle mv $W/a/b $W/a/z; can moveMask mv $W/a/b/usher $W/a/b/z; can removeAbove rm -rf $W/a/b; can readMask cat $W/a/b/usher/ledger
can beside touch $W/a/b/beside; can moveSocket mv $W/s $W/sz; can makeSocket touch $W/s/new
can moveGit mv $W/r/.git $W/r/g; can moveRepository mv $W/r $W/rz; can git touch $W/r/.git/commondir; can head sh -c 'echo x >$W/r/.git/HEAD'; can tree touch $W/r/file
can moveGiven mv $W/g $W/gz; can writeRead touch $W/g/ro/x; can keptInRead touch $W/g/ro/r/.git/x; can besideKept touch $W/g/ro/r/x; can moveInRead mv $W/g/ro/r $W/g/ro/z
can nested touch $W/g/rw/x; can moveNested mv $W/g/rw $W/g/z; can named touch $W/n/.git/objects/x; can namedHead touch $W/n/.git/x
can tree2 touch $W/r/.git/worktrees/t/x; can inTree touch $W/r/.git/worktrees/t/.git/x`

// SPEC B2: every folder between a folder that may be changed and what is hidden,
// kept or given otherwise in it stays where it is: moved away, the next usher or the
// next git would find what the server put in its place. A grant in what is kept is a
// grant; one to read stays one where something is kept in it.
func TestWhatLeadsToAGuardStaysInItsPlace_B2(t *testing.T) {
	ordinary(t)
	for _, plan := range []func(testing.TB, string) sandbox.Plan{planOf, wrapped} {
		p, w := plan(t, moveRound), newFolder(t)
		for _, path := range []string{"/a/b/usher/ledger", "/other/x", "/s/agent", "/r/.git/HEAD", "/g/ro/r/.git/HEAD", "/g/rw/y", "/n/.git/objects/y", "/n/.git/HEAD", "/r/.git/worktrees/t/.git/HEAD"} {
			put(t, w+path, "text\n", 0o644)
		}
		p.Env = append(p.Env, "W="+w)
		p.Write, p.Read = []string{w, w + "/g/rw", w + "/n/.git/objects", w + "/r/.git/worktrees/t"}, []string{w + "/g/ro"}
		p.Mask, p.Protect = []string{w + "/a/b/usher", w + "/s/agent"}, []string{w + "/r/.git", w + "/g/ro/r/.git", w + "/n/.git", w + "/r/.git/worktrees/t/.git"}
		got := launched(t, p, "")
		said := answers(got.out)
		for name, answer := range said {
			want := "no"
			if slices.Contains(strings.Fields("write moveOther beside makeSocket tree nested named tree2"), name) {
				want = "yes"
			}
			if answer != want {
				t.Errorf("%s: %s: %s, want %s", p.Tier, name, answer, want)
			}
		}
		if len(said) != 26 {
			t.Errorf("%s: %d answers: %+v", p.Tier, len(said), got)
		}
		for _, path := range []string{"/a/b/usher/ledger", "/r/.git/HEAD", "/g/ro/r/.git/HEAD"} {
			if text, err := os.ReadFile(w + path); err != nil || string(text) != "text\n" {
				t.Errorf("%s: %s: %q, %v", p.Tier, path, text, err)
			}
		}
	}
}
