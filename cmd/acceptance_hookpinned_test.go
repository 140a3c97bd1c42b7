//go:build linux && !race

package cmd_test

import (
	"os"
	"path/filepath"
	"testing"
)

// TestPinnedSeesAHookEditItsOwnFile: the row edit-own-hooks with hooks.pinned. The set
// of hooks is read once per decision, so the call in which a hook edits hooks.json is
// decided by what was read; the next one is refused until the person accepts the file
// (SPEC H13). Nobody is told so where nothing is pinned.
func TestPinnedSeesAHookEditItsOwnFile(t *testing.T) {
	for _, program := range []string{"usher", "usher-gate"} {
		for _, pinned := range []bool{true, false} {
			h := newHouse(t)
			h.copies(t, filepath.Join(attacksDir, "hookbin"))
			h.ready(t, "lookup")
			own := hooksFile(t,
				hook{Name: "editor", Command: "/bin/sh", Args: []string{"-c", `HOOKS_JSON="$0" exec /usr/bin/python3 -I -S hook.py edit-own-hooks`, h.hooksFile()}},
				hook{Name: "asker", Command: "/bin/sh", Args: []string{"-c", "exit 3"}})
			h.put(t, "hooks.json", own)
			policy := `{"approve":{"unattended":true}}`
			if pinned {
				policy = `{"approve":{"unattended":true},"hooks":{"pinned":true}}`
			}
			h.put(t, "policy.json", policy)
			digest, _ := h.ownHooks(t)
			h.does(t, 0, "hooks", "accept", "--digest", digest)

			call := callOf("acme__lookup", canAsk)
			checked(t, launch(t, h.gate(program), call)).wants(t, "ask", "hook asker") // what was read, although the editor has been there
			after, err := os.ReadFile(h.hooksFile())
			must(t, err)
			if string(after) != `{"hooks":[]}` {
				t.Fatalf("the hook did not edit the file: %s", after)
			}
			v := checked(t, launch(t, h.gate(program), call))
			if !pinned {
				v.wants(t, "allow")
				continue
			}
			v.wants(t, "deny", "file "+h.hooksFile(), "was edited since you accepted it")
			h.put(t, "hooks.json", own)
			must(t, os.Remove(h.hooksFile()))
			checked(t, launch(t, h.gate(program), call)).wants(t, "deny", "was deleted since you accepted it")
			h.put(t, "hooks.json", own)
			checked(t, launch(t, h.gate(program), call)).wants(t, "ask", "hook asker")
		}
	}
}

// TestPinnedAsAnOrdinaryUser: what is pinned and accepted holds for a user whom
// permissions bind, as for root.
func TestPinnedAsAnOrdinaryUser(t *testing.T) {
	h := newHouse(t)
	h.ready(t, "lookup")
	h.put(t, "policy.json", `{"approve":{"unattended":true},"hooks":{"pinned":true}}`)
	h.put(t, "hooks.json", `{"hooks":[]}`)
	digest, _ := h.ownHooks(t)
	run := func(code int, args ...string) {
		t.Helper()
		if r := launch(t, h.asNobody(t, h.command("usher", args...)), ""); r.code != code {
			t.Errorf("want status %d: %v", code, r)
		}
	}
	run(2, "run-gate", "--tool", "acme__lookup")
	run(0, "hooks", "accept", "--digest", digest)
	run(0, "run-gate", "--tool", "acme__lookup")
	h.put(t, "hooks.json", `{"hooks":[] }`)
	run(2, "run-gate", "--tool", "acme__lookup")
	run(2, "hooks", "accept", "--digest", digest)
}
