//go:build linux && !race

package cmd_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestTurnEndTellsWhatBecameOfIt (SPEC H2): whenever the deadline comes, an answer
// that says that no hook was run is true, and one without an error is, too.
func TestTurnEndTellsWhatBecameOfIt(t *testing.T) {
	for _, ms := range []int{1, 5, 10, 15, 20, 25, 30, 40, 50, 60, 80, 100, 60000} {
		h := newHouse(t)
		h.put(t, "hooks.json", hooksFile(t, hook{Name: "ran", Event: "TurnEnd", Command: "/usr/bin/touch", Args: []string{"ran"}}))
		f := h.fires(t, "TurnEnd", `{}`, "--deadline", strconv.Itoa(ms)+"ms")
		switch {
		case f.code == 0 && len(f.Reasons) == 0:
			h.exists(t, "ran")
			h.gone(t)
		case strings.HasSuffix(f.Reasons[0].Says, "; no hook was run"):
			h.gone(t)
			if _, err := os.Stat(filepath.Join(h.conf, "ran")); err == nil {
				t.Errorf("within %d ms no hook was run, and it ran: %v", ms, f.ran)
			}
		case strings.HasSuffix(f.Reasons[0].Says, "; its hooks may run in the background"):
			h.gone(t)
		default:
			t.Errorf("within %d ms: %v", ms, f.ran)
		}
	}
}
