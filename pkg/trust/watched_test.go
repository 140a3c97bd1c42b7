package trust

import (
	"os"
	"runtime"
	"strconv"
	"testing"
)

// Links that lead round in a circle end the gathering, however much was gathered
// before: nobody follows them for ever.
func TestGatheringEndsAtACircleOfLinks_V4(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege on Windows")
	}
	top := newFolder(t)
	must(t, os.Symlink("b", at(top, "a")))
	must(t, os.Symlink("a", at(top, "b")))
	must(t, os.Symlink("self/x", at(top, "self")))
	for _, before := range []int{0, maxWatched - 3, maxWatched - 1, maxWatched} {
		var w Watched
		for i := range before {
			w.add(at(top, "seen/"+strconv.Itoa(i)), false)
		}
		for _, name := range []string{"a", "a/below", "self", "self/x"} {
			w.Way(at(top, name))
		}
		if _, few := w.List(); few != (before == 0) {
			t.Errorf("after %d: of use %v", before, few)
		}
	}
}
