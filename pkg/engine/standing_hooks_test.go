package engine

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"usher/pkg/effective"
	"usher/pkg/gate"
	"usher/pkg/trust"
)

// accepts records what the file is now, as usher hooks accept does.
func (h *house) accepts(f func(*Standing) HooksFile) {
	h.t.Helper()
	k := f(h.read()).HooksKey
	if err := trust.ChangeLedger(context.Background(), h.dirs.State, func(l *trust.Ledger) error { return l.AcceptHooks(k) }); err != nil {
		h.t.Fatal(err)
	}
}

func (h *house) decide(tool string) gate.Decision {
	h.t.Helper()
	var ran []string
	return h.read().Decide(context.Background(), request(h.t, tool), exits(&ran)).Decision
}

const (
	quietHook = `{"hooks":[{"name":"ok","event":"PreToolUse","command":"0"}]}`
	otherHook = `{"hooks":[{"name":"ok","event":"PreToolUse","command":"0"} ]}`
)

// SPEC H13: pinned, your own hooks.json is what you accepted last, or every call is
// refused, whatever else speaks for it, until you accept it again.
func TestPinnedHooksRefuseEveryCall_H13(t *testing.T) {
	for name, c := range map[string]struct {
		before string // "" for no file
		change func(*house)
		says   string // "" where calls go on
		hint   string
	}{
		"the same bytes":       {quietHook, func(h *house) { h.write("hooks.json", quietHook) }, "", ""},
		"edited":               {quietHook, func(h *house) { h.write("hooks.json", otherHook) }, "was edited since", "terminal of your own: usher hooks accept"},
		"emptied":              {quietHook, func(h *house) { h.write("hooks.json", " \n") }, "was emptied since", "mend the file, then"},
		"broken":               {quietHook, func(h *house) { h.write("hooks.json", `{"hooks":`) }, "was edited since", "mend the file, then"},
		"no hook left":         {quietHook, func(h *house) { h.write("hooks.json", `{"hooks":[]}`) }, "was edited since", "usher hooks accept"},
		"deleted":              {quietHook, func(h *house) { _ = os.Remove(filepath.Join(h.dirs.Home, "hooks.json")) }, "was deleted since", "usher hooks accept"},
		"absent, as accepted":  {"", func(*house) {}, "", ""},
		"turned up":            {"", func(h *house) { h.write("hooks.json", quietHook) }, "has turned up since you accepted that there is none", "usher hooks accept"},
		"turned up empty":      {"", func(h *house) { h.write("hooks.json", "") }, "has turned up since", "mend the file, then"},
		"another file":         {quietHook, func(h *house) { h.write("instructions.md", "x") }, "", ""},
		"own hooks turned off": {quietHook, func(h *house) { h.write("hooks.json", otherHook); h.pins(`"enabled":false,"pinned":true`) }, "", ""},
		"not pinned any more":  {quietHook, func(h *house) { h.write("hooks.json", otherHook); h.pins(`"pinned":false`) }, "", ""},
		"accepted again":       {quietHook, func(h *house) { h.write("hooks.json", otherHook); h.accepts((*Standing).OwnHooks) }, "", ""},
		"back to an older one": {otherHook, func(h *house) {
			h.write("hooks.json", quietHook)
			h.accepts((*Standing).OwnHooks)
			h.write("hooks.json", otherHook)
		}, "was edited since", "usher hooks accept"},
		"linked, which is read": {quietHook, func(h *house) { h.links("hooks.json", "/dev/null") }, "link", ""},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t, map[string]string{"mcp.json": acme})
			h.decides("acme", allowed("lookup"))
			h.pins(`"pinned":true`)
			if c.before != "" {
				h.write("hooks.json", c.before)
			}
			d := h.decide("acme__lookup")
			if d.Verdict != gate.Deny || !strings.Contains(d.Reasons[0].Says, "never been accepted") || !strings.Contains(d.Reasons[0].Hint, "usher hooks accept") {
				t.Fatalf("pinned, and nothing accepted: %+v", d)
			}
			h.accepts((*Standing).OwnHooks)
			if d := h.decide("acme__lookup"); d.Verdict != gate.Allow {
				t.Fatalf("accepted: %+v", d)
			}
			c.change(h)
			for _, tool := range []string{"acme__lookup", "Bash", "app__skill_load"} {
				d := h.decide(tool)
				if c.says == "" {
					if d.Verdict == gate.Deny {
						t.Errorf("%s: %+v", tool, d)
					}
					continue
				}
				path := filepath.Join(h.dirs.Home, "hooks.json")
				if r := d.Reasons[0]; d.Verdict != gate.Deny || r.By != "file "+path || r.Layer != trust.Yours ||
					!strings.Contains(r.Says, c.says) || !strings.Contains(r.Hint, c.hint) {
					t.Errorf("%s: %+v", tool, d)
				}
			}
		})
	}
}

func (h *house) pins(hooks string) { h.write("policy.json", `{"hooks":{`+hooks+`}}`) }

func (h *house) links(name, to string) {
	path := filepath.Join(h.dirs.Home, name)
	_ = os.Remove(path)
	if err := os.Symlink(to, path); err != nil {
		h.t.Fatal(err)
	}
}

// SPEC H13: the machine's file is not concerned, and a machine that locks the
// policy pins for everybody.
func TestPinningIsAboutYourOwnFile_H13(t *testing.T) {
	layer := func(name, file, text string) trust.Layer {
		return trust.Layer{Name: name, Dir: "/" + name, Files: map[string]trust.Entry{file: {Path: "/" + name + "/" + file, Data: []byte(text), Present: true}}}
	}
	m := Material{Machine: layer(trust.Machine, "policy.json", `{"hooks":{"pinned":true},"locked":true}`), Yours: layer(trust.Yours, "policy.json", `{"hooks":{"pinned":false}}`)}
	m.Machine.Files["hooks.json"] = trust.Entry{Path: "/machine/hooks.json", Data: []byte(quietHook), Present: true}
	if s := stand(m); len(s.Blocks) != 1 || s.Blocks[0].By != "file /yours/hooks.json" {
		t.Errorf("locked by the machine: %+v", s.Blocks)
	}
	if err := m.Ledger.AcceptHooks(stand(m).OwnHooks().HooksKey); err != nil {
		t.Fatal(err)
	}
	m.Machine.Files["hooks.json"] = trust.Entry{Path: "/machine/hooks.json", Data: []byte(otherHook), Present: true}
	if s := stand(m); len(s.Blocks) != 0 || len(s.Set.Running()) != 1 {
		t.Errorf("the machine's file changed: %+v", s.Blocks)
	}
	m.Yours.Files["hooks.json"] = trust.Entry{Path: "/yours/hooks.json", Present: true, Err: os.ErrPermission}
	if s := stand(m); len(s.Blocks) != 1 || !strings.Contains(s.Blocks[0].Says, os.ErrPermission.Error()) {
		t.Errorf("a file that cannot be read is said once: %+v", s.Blocks)
	}
}

func stand(m Material) *Standing {
	return Stand(m, func(command, _, _ string) effective.Program {
		return effective.Program{Path: "/bin/" + command, Real: "/bin/" + command}
	}, func(dir string) (string, string) { return dir, "" })
}
