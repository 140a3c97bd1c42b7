package engine

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"usher/pkg/gate"
	"usher/pkg/hooks"
	"usher/pkg/trust"
)

// lab is a trusted project folder with two hooks of an event and a script, whose
// person has an own hook before them and accepted the project's.
func lab(t *testing.T, e hooks.Event, policy string) (*house, trust.Folder) {
	t.Helper()
	h := newHouse(t, map[string]string{
		"mcp.json": acme, "policy.json": policy,
		"hooks.json": strings.ReplaceAll(hooksOf(e, "0"), "h0", "own"),
	})
	text := strings.Replace(hooksOf(e, "0", "0"), `"command":"0"`, `"command":"0","args":["tools/guard"]`, 1)
	f := yard(t, map[string]string{".usher/hooks.json": text, "tools/guard": "exit 2"})
	h.dirs.Project = f.Path
	h.decides("acme", func(l *trust.Ledger, k trust.Key) {
		allowed("lookup")(l, k)
		file, _ := f.File(".usher/hooks.json")
		if err := l.TrustFolder(f, true, false); err != nil {
			t.Fatal(err)
		}
		if err := l.AcceptHooks(trust.ProjectHooks(f, file)); err != nil {
			t.Fatal(err)
		}
	})
	return h, f
}

// SPEC T1, T4, A3: a hook of a project starts only while the folder and what a
// person decided about it are what they were; once they are not, no later hook of
// it starts and the call is refused. After the last hook counts too.
func TestNoHookOfAFolderThatMoved_T1(t *testing.T) {
	const each = `{"trust":{"hooks":"each"}}`
	for name, c := range map[string]struct {
		policy string
		does   func(*house, trust.Folder)
		says   string // "": nothing happened
	}{
		"nothing":        {"{}", func(*house, trust.Folder) {}, ""},
		"nothing, each":  {each, func(*house, trust.Folder) {}, ""},
		"something else": {"{}", func(_ *house, f trust.Folder) { put(t, f.Path, "notes.txt", "x") }, ""},
		"the script":     {"{}", func(_ *house, f trust.Folder) { put(t, f.Path, "tools/guard", "exit 0") }, "changed while"},
		"its hooks file": {"{}", func(_ *house, f trust.Folder) { put(t, f.Path, ".usher/hooks.json", `{"hooks":[]}`) }, "changed while"},
		"all of it": {"{}", func(_ *house, f trust.Folder) {
			if err := os.Rename(f.Path, f.Path+".away"); err != nil {
				t.Fatal(err)
			}
		}, "cannot be read any more"},
		"the trust": {"{}", func(h *house, f trust.Folder) {
			h.decides("acme", func(l *trust.Ledger, _ trust.Key) { l.RevokeFolder(f.Path) })
		}, "not trusted any more"},
		"the acceptance": {each, func(h *house, f trust.Folder) {
			h.decides("acme", func(l *trust.Ledger, _ trust.Key) {
				file, _ := f.File(".usher/hooks.json")
				k := trust.ProjectHooks(f, file)
				k.Digest = trust.HooksDigest(file.Path, nil, true)
				if err := l.AcceptHooks(k); err != nil {
					t.Fatal(err)
				}
			})
		}, "what you accepted"},
		"a broken ledger": {"{}", func(h *house, _ trust.Folder) { put(t, h.dirs.State, "ledger.json", "{") }, "ledger"},
	} {
		for at, stopped := range []string{"own", "h0", "h1"} { // what runs while it happens
			t.Run(name+" at "+stopped, func(t *testing.T) {
				h, f := lab(t, hooks.PreToolUse, c.policy)
				var ran []string
				exit := exits(&ran)
				fire := func(ctx context.Context, hook hooks.Hook, p hooks.Payload) hooks.Report {
					if string(hook.Name) == stopped {
						c.does(h, f)
					}
					return exit(ctx, hook, p)
				}
				out := h.read().Decide(context.Background(), request(t, "acme__lookup"), fire)
				if c.says == "" {
					if out.Decision.Verdict != gate.Allow || len(ran) != 3 {
						t.Fatalf("%+v after %v", out.Decision, ran)
					}
					return
				}
				r := out.Decision.Reasons[0]
				if out.Decision.Verdict != gate.Deny || len(ran) != at+1 || !strings.Contains(r.Says+r.By, c.says) {
					t.Fatalf("%+v after %v", out.Decision, ran)
				}
				if c.says != "ledger" && (r.By != "folder" || !strings.Contains(r.Hint, "usher ")) {
					t.Errorf("%+v", r)
				}
			})
		}
	}
}

// SPEC H6: of the events that only observe the hook is not started, and that is a
// problem; own hooks run on.
func TestUnrunHooksAreTold_H6(t *testing.T) {
	for _, e := range []hooks.Event{hooks.UserPromptSubmit, hooks.Stop, hooks.TurnEnd, hooks.SessionStart, hooks.PostToolUse} {
		h, f := lab(t, e, "{}")
		var ran []string
		exit := exits(&ran)
		out := h.read().Fire(context.Background(), event(t, e), func(ctx context.Context, hook hooks.Hook, p hooks.Payload) hooks.Report {
			put(t, f.Path, "tools/guard", "exit 0")
			return exit(ctx, hook, p)
		})
		if out.Denied || !slices.Equal(ran, []string{"own"}) || len(out.Unrun) != 2 || len(out.Problems) != 2 {
			t.Fatalf("%s: %+v after %v", e, out, ran)
		}
		if p := out.Problems[1]; p.Entry != "h1" || !strings.HasPrefix(p.Message, "not run: the project folder changed") || !strings.HasPrefix(p.Hint, "see what changed: usher trust diff ") {
			t.Errorf("%s: %+v", e, p)
		}
	}
}

// With --definitions-only a person said that what definitions name may change.
func TestNamedFilesMayChangeWhereSaid_T5(t *testing.T) {
	h, f := lab(t, hooks.PreToolUse, "{}")
	h.decides("acme", func(l *trust.Ledger, _ trust.Key) {
		if err := l.TrustFolder(f, true, true); err != nil {
			t.Fatal(err)
		}
	})
	var ran []string
	exit := exits(&ran)
	out := h.read().Decide(context.Background(), request(t, "acme__lookup"), func(ctx context.Context, hook hooks.Hook, p hooks.Payload) hooks.Report {
		put(t, f.Path, "tools/guard", "exit 0")
		return exit(ctx, hook, p)
	})
	if out.Decision.Verdict != gate.Allow || len(ran) != 3 {
		t.Errorf("%+v after %v", out.Decision, ran)
	}
}

func put(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
