//go:build linux && !race

package cmd_test

import (
	"path/filepath"
	"testing"
)

// SPEC C2, A5: what loosens the policy is put to a person, with what holds now and
// then; a no and a terminal that a program made change nothing.
func TestPolicyLoosensByAPerson_C2(t *testing.T) {
	h := newHouse(t)
	d := h.desk(t, 100)
	h.does(t, 0, "policy", "set", "tools.deny", "shell__*", "*delete*")
	path := filepath.Join(h.conf, "policy.json")
	before := h.file(t, path)
	w := d.opens(`usher policy set tools.deny 'shell__*'`)
	shows(t, w.sees(enterIsNo), "Loosen your policy?", "tools.deny", `"[\"shell__*\", \"*delete*\"]"`, `"[\"shell__*\"]"`, "tools that were refused may be called")
	w.types("n", "Enter")
	shows(t, w.ends(2), "the answer was no; nothing was changed")
	w = d.opens(`usher policy unset tools.deny; AI_AGENT=1 usher policy unset tools.deny`)
	w.sees(enterIsNo)
	w.types("", "Enter")
	w.ends(3)
	w = d.opens(`python3 -c 'import pty, sys; sys.exit(pty.spawn(["usher", "policy", "unset", "tools.deny"]) >> 8)'`)
	w.ends(3)
	if h.file(t, path) != before {
		t.Errorf("changed without a yes:\n%s", h.file(t, path))
	}
	w = d.opens("usher policy unset tools.deny")
	w.sees(enterIsNo)
	w.types("y", "Enter")
	shows(t, w.ends(0), "tools.deny is [], the default")
}
