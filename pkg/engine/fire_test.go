package engine

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"usher/pkg/effective"
	"usher/pkg/hooks"
	"usher/pkg/names"
	"usher/pkg/trust"
)

// event is an event of its kind as a host would fire it.
func event(t *testing.T, e hooks.Event) hooks.Payload {
	t.Helper()
	p := hooks.Payload{Event: e, Source: Chat}
	if e.OnTool() {
		tool, err := names.ParseTool("Bash")
		if err != nil {
			t.Fatal(err)
		}
		p.Tool, p.Args = tool, []byte("{}")
	}
	return p
}

// hooksOf are hooks of one event, each ending with the status its command is.
func hooksOf(e hooks.Event, commands ...string) string {
	var entries []string
	for i, c := range commands {
		entries = append(entries, fmt.Sprintf(`{"name":"h%d","event":%q,"command":%q}`, i, string(e), c))
	}
	return `{"hooks":[` + strings.Join(entries, ",") + `]}`
}

// SPEC H5, H6: what each event makes of what its hooks say; no event allows.
func TestEventsAndTheirHooks_H6(t *testing.T) {
	for _, c := range []struct {
		event    hooks.Event
		commands []string
		denied   string // what the first reason says; "" is not denied
		ran      int
		problems int
	}{
		{hooks.PreToolUse, []string{"0", "0"}, "", 2, 0},
		{hooks.PreToolUse, []string{"0", "2", "0"}, "refused: “because”", 2, 0},
		{hooks.PreToolUse, []string{"3", "0"}, "nobody can be asked here, so the call is refused", 2, 0},
		{hooks.PreToolUse, []string{"3", "2", "0"}, "refused: “because”", 2, 0},
		{hooks.PreToolUse, []string{"1", "0"}, "the hook failed: exit code 1", 1, 0},
		{hooks.UserPromptSubmit, []string{"0", "1", "3", "0"}, "", 4, 2},
		{hooks.UserPromptSubmit, []string{"1", "2", "0"}, "refused: “because”", 2, 1},
		{hooks.Stop, []string{"0", "1", "3", "0"}, "", 4, 2},
		{hooks.Stop, []string{"2", "0"}, "refused: “because”", 1, 0},
		{hooks.SessionStart, []string{"2", "0", "1"}, "", 3, 2},
		{hooks.PostToolUse, []string{"2", "3", "0"}, "", 3, 2},
		{hooks.TurnEnd, []string{"2", "1", "0"}, "", 3, 2},
	} {
		h := newHouse(t, map[string]string{"hooks.json": hooksOf(c.event, c.commands...)})
		var ran []string
		out := h.read().Fire(context.Background(), event(t, c.event), exits(&ran))
		if out.Denied != (c.denied != "") || len(ran) != c.ran || len(out.Reports) != c.ran || len(out.Problems) != c.problems {
			t.Errorf("%s %v: %+v after %v", c.event, c.commands, out, ran)
			continue
		}
		if out.Denied && (!strings.Contains(out.Reasons[0].Says, c.denied) || !strings.HasPrefix(out.Reasons[0].By, "hook h")) {
			t.Errorf("%s %v: %+v", c.event, c.commands, out.Reasons)
		}
	}
}

// SPEC G6: of a name that could mean others as well their guards are heard too.
func TestAllThatIsMeantIsGuarded_G6(t *testing.T) {
	other, err := names.ParseTool("acme__write")
	if err != nil {
		t.Fatal(err)
	}
	h := newHouse(t, map[string]string{"hooks.json": `{"hooks":[{"name":"h0","event":"PreToolUse","match":"acme__*","command":"2"}]}`})
	for _, also := range [][]names.Tool{nil, {other}} {
		var ran []string
		out := h.read().FireMeant(context.Background(), event(t, hooks.PreToolUse), also, exits(&ran))
		if out.Denied != (also != nil) || len(ran) != len(also) {
			t.Errorf("%v: denied %v after %v", also, out.Denied, ran)
		}
	}
}

// SPEC H13: what refuses every call refuses PreToolUse, before any hook, and no
// other event; those are told of it.
func TestBlocksAreAboutCalls_H13(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"unusable file":  {"hooks.json": `{"hooks":`},
		"unknown policy": {"policy.json": `{"no":{"such":1}}`, "hooks.json": hooksOf(hooks.PreToolUse, "0")},
		"dropped guard":  {"hooks.json": `{"hooks":[{"name":"x","event":"PreToolUse","command":"0","timeoutMs":1},{"name":"y","event":"PreToolUse","command":"0"}]}`},
	} {
		for _, e := range hooks.Events() {
			var ran []string
			out := newHouse(t, files).read().Fire(context.Background(), event(t, e), exits(&ran))
			if out.Denied != (e == hooks.PreToolUse) || len(ran) > 0 {
				t.Errorf("%s: %s: denied %v after %v", name, e, out.Denied, ran)
			}
			if len(out.Problems) == 0 {
				t.Errorf("%s: %s says nothing", name, e)
			}
		}
	}
}

// SPEC G2: a folder that lost its guard is at least a question, and here nobody
// can be asked.
func TestLostGuardRefusesTheEvent_G2(t *testing.T) {
	h := newHouse(t, nil)
	h.dirs.Project = t.TempDir()
	file := filepath.Join(h.dirs.Project, ".usher", "hooks.json")
	put := func(text string) {
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put(hooksOf(hooks.PreToolUse, "0"))
	folder := h.read().Project.Folder
	err := trust.ChangeLedger(context.Background(), h.dirs.State, func(l *trust.Ledger) error {
		return l.TrustFolder(folder, effective.Guards(folder), false)
	})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{hooksOf(hooks.PreToolUse, "0"): false, hooksOf(hooks.PreToolUse, "00"): true} {
		put(text)
		var ran []string
		out := h.read().Fire(context.Background(), event(t, hooks.PreToolUse), exits(&ran))
		if out.Denied != want || want && (out.Reasons[0].By != "folder" || !strings.Contains(out.Reasons[0].Says, "nobody can be asked here")) {
			t.Errorf("%s: %+v after %v", text, out, ran)
		}
	}
}
