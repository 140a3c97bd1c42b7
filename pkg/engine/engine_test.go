package engine

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"usher/pkg/digest"
	"usher/pkg/effective"
	"usher/pkg/fault"
	"usher/pkg/gate"
	"usher/pkg/hooks"
	"usher/pkg/names"
	"usher/pkg/proc"
	"usher/pkg/trust"
)

// house is a person's folders in a test.
type house struct {
	t    *testing.T
	dirs Dirs
}

func newHouse(t *testing.T, files map[string]string) *house {
	t.Helper()
	base := t.TempDir()
	h := &house{t, Dirs{
		Machine: "/no/such/usher", // below a folder of root's, whoever runs the tests
		Home:    filepath.Join(base, "home"), State: filepath.Join(base, "state"),
	}}
	for _, d := range []string{h.dirs.Home, h.dirs.State} {
		if err := os.Mkdir(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range files {
		h.write(name, text)
	}
	return h
}

func (h *house) write(name, text string) {
	h.t.Helper()
	if err := os.WriteFile(filepath.Join(h.dirs.Home, name), []byte(text), 0o600); err != nil {
		h.t.Fatal(err)
	}
}

func (h *house) read() *Standing {
	return Read(h.dirs,
		func(command, _, _ string) effective.Program {
			if command == "missing" {
				return effective.Program{Why: "the program missing does not exist"}
			}
			return effective.Program{Path: "/bin/" + command, Real: "/bin/" + command}
		},
		func(dir string) (string, string) { return dir, "" })
}

// decides gives the ledger what f says about the server's present launch.
func (h *house) decides(id string, f func(*trust.Ledger, trust.Key)) {
	h.t.Helper()
	s := h.read()
	sv, ok := s.Set.Find(names.ServerID(id))
	if !ok {
		h.t.Fatalf("no server %s", id)
	}
	k := s.Set.Launch(sv).Key
	err := trust.ChangeLedger(context.Background(), h.dirs.State, func(l *trust.Ledger) error { f(l, k); return nil })
	if err != nil {
		h.t.Fatal(err)
	}
}

func request(t *testing.T, tool string) Request {
	t.Helper()
	parsed, err := names.ParseTool(tool)
	if err != nil {
		t.Fatal(err)
	}
	return Request{Caller: gate.Native, Tool: parsed, Args: []byte(`{}`), Source: Chat, CanAsk: true}
}

// exits fires hooks that end with the status their command names ("2" and so on).
func exits(ran *[]string) Fire {
	return func(ctx context.Context, h hooks.Hook, p hooks.Payload) hooks.Report {
		r := hooks.Runner{
			Run: func(context.Context, proc.Spec) proc.Result {
				*ran = append(*ran, string(h.Name))
				return proc.Result{Ending: proc.Exited, Code: int(h.Command[len(h.Command)-1] - '0'), Stderr: []byte("because")}
			},
			Home: "/", Look: func(name, _ string) (string, string) { return "/bin/" + name, "" },
		}
		return r.Fire(ctx, h, p)
	}
}

const acme = `{"servers":[{"id":"acme","command":"sh"}]}`

func approved(l *trust.Ledger, k trust.Key) { l.Approve(k) }

func allowed(tool string) func(*trust.Ledger, trust.Key) {
	return func(l *trust.Ledger, k trust.Key) {
		allow := trust.Allow
		l.Approve(k)
		l.SetMark(k, tool, trust.MarkChange{Decision: &allow})
	}
}

// SPEC G1, A2: from nothing to allow takes an approval and a mark.
func TestFromUnknownToAllowed_G1(t *testing.T) {
	h := newHouse(t, nil)
	var ran []string
	decide := func(tool string) gate.Decision {
		return h.read().Decide(context.Background(), request(t, tool), exits(&ran)).Decision
	}
	if d := decide("acme__lookup"); d.Verdict != gate.Ask {
		t.Errorf("unknown server: %+v", d)
	}
	h.write("mcp.json", acme)
	d := decide("acme__lookup")
	if d.Verdict != gate.Deny || !strings.Contains(d.Reasons[0].Hint, "usher server approve acme --digest sha256:") {
		t.Errorf("unapproved: %+v", d)
	}
	h.decides("acme", approved)
	d = decide("acme__lookup")
	if d.Verdict != gate.Ask || !d.OffersAlways || !strings.Contains(d.Reasons[0].Hint, "usher grant set acme lookup --allow --digest sha256:") {
		t.Errorf("approved: %+v", d)
	}
	h.decides("acme", allowed("lookup"))
	if d := decide("mcp.acme.lookup"); d.Verdict != gate.Allow {
		t.Errorf("allowed, by another spelling: %+v", d)
	}
	for _, tool := range []string{"acme__Lookup", "acme__lookup2", "acme__look", "acne__lookup"} {
		if d := decide(tool); d.Verdict == gate.Allow {
			t.Errorf("%s is allowed by another tool's mark", tool)
		}
	}
	h.write("mcp.json", `{"servers":[{"id":"acme","command":"sh","args":["-x"]}]}`)
	if d := decide("acme__lookup"); d.Verdict != gate.Deny {
		t.Errorf("the launch changed: %+v", d)
	}
}

// SPEC G2: each state of a server refuses, says who and what to do, and the call is
// shown to no hook.
func TestStatesRefuseBeforeHooks_G2(t *testing.T) {
	for name, c := range map[string]struct{ file, says string }{
		"disabled":     {`{"servers":[{"id":"acme","command":"sh","disabled":true}]}`, "disabled"},
		"dropped":      {`{"servers":[{"id":"acme","command":"sh","colour":"red"}]}`, "dropped"},
		"no program":   {`{"servers":[{"id":"acme","command":"missing"}]}`, "does not exist"},
		"not approved": {acme, "not approved"},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t, map[string]string{
				"mcp.json": c.file, "hooks.json": `{"hooks":[{"name":"watch","event":"PreToolUse","command":"0"}]}`,
			})
			var ran []string
			out := h.read().Decide(context.Background(), request(t, "acme__lookup"), exits(&ran))
			if out.Decision.Verdict != gate.Deny || len(ran) != 0 {
				t.Fatalf("%+v, hooks ran: %v", out.Decision, ran)
			}
			r := out.Decision.Reasons[0]
			if !strings.Contains(r.Says, c.says) || r.Hint == "" || !strings.Contains(r.File, "mcp.json:1:") {
				t.Errorf("the reason does not say why, where and what next: %+v", r)
			}
		})
	}
}

// SPEC H13: what refuses every call, until it is mended.
func TestUnusableGuardsRefuseEveryCall_H13(t *testing.T) {
	for name, prepare := range map[string]func(*house){
		"hooks.json truncated": func(h *house) { h.write("hooks.json", `{"hooks":[`) },
		"hooks.json empty":     func(h *house) { h.write("hooks.json", ``) },
		"hooks.json null":      func(h *house) { h.write("hooks.json", `null`) },
		"hooks.json linked":    func(h *house) { _ = os.Symlink("/dev/null", filepath.Join(h.dirs.Home, "hooks.json")) },
		"hooks.json folder":    func(h *house) { _ = os.Mkdir(filepath.Join(h.dirs.Home, "hooks.json"), 0o700) },
		"mcp.json truncated":   func(h *house) { h.write("mcp.json", `{"servers":`) },
		"instructions linked":  func(h *house) { _ = os.Symlink("/etc/hosts", filepath.Join(h.dirs.Home, "instructions.md")) },
		"instructions too big": func(h *house) { h.write("instructions.md", strings.Repeat("x", trust.MaxFile+1)) },
		"a skill linked": func(h *house) {
			_ = os.MkdirAll(filepath.Join(h.dirs.Home, "skills", "lab"), 0o700)
			_ = os.Symlink("/etc/hosts", filepath.Join(h.dirs.Home, "skills", "lab", "SKILL.md"))
		},
		"a prompt too big": func(h *house) {
			_ = os.Mkdir(filepath.Join(h.dirs.Home, "prompts"), 0o700)
			h.write("prompts/x.md", strings.Repeat("x", trust.MaxFile+1))
		},
		"settings linked":     func(h *house) { _ = os.Symlink("/etc/hosts", filepath.Join(h.dirs.Home, "settings.json")) },
		"policy unknown key":  func(h *house) { h.write("policy.json", `{"tools":{"denied":["x"]}}`) },
		"policy not enforced": func(h *house) { h.write("policy.json", `{"install":{"minAgeDays":7}}`) },
		"policy truncated":    func(h *house) { h.write("policy.json", `{`) },
		"policy linked":       func(h *house) { _ = os.Symlink("/dev/null", filepath.Join(h.dirs.Home, "policy.json")) },
		"ledger corrupt":      func(h *house) { _ = os.WriteFile(trust.LedgerPath(h.dirs.State), []byte("{"), 0o600) },
		"folder open to all":  func(h *house) { _ = os.Chmod(h.dirs.Home, 0o777) },
		"state open to all":   func(h *house) { _ = os.Chmod(h.dirs.State, 0o777) },
		"machine not ours": func(h *house) {
			h.dirs.Machine = filepath.Join(filepath.Dir(h.dirs.Home), "machine")
			_ = os.Mkdir(h.dirs.Machine, 0o755)
			_ = os.Chmod(h.dirs.Machine, 0o777)
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t, map[string]string{"mcp.json": acme})
			h.decides("acme", allowed("lookup"))
			var ran []string
			if d := h.read().Decide(context.Background(), request(t, "acme__lookup"), exits(&ran)).Decision; d.Verdict != gate.Allow {
				t.Fatalf("the control is not allowed: %+v", d)
			}
			prepare(h)
			for _, tool := range []string{"acme__lookup", "Bash", "app__skill_load"} {
				d := h.read().Decide(context.Background(), request(t, tool), exits(&ran)).Decision
				if d.Verdict != gate.Deny {
					t.Fatalf("%s: %+v", tool, d)
				}
				if r := d.Reasons[0]; r.Says == "" || !strings.HasPrefix(r.By, "file ") {
					t.Errorf("%s: the reason names no file: %+v", tool, r)
				}
			}
		})
	}
}

// SPEC H13: a dropped entry refuses what it could have matched, and nothing else.
func TestDroppedGuardRefusesWhatItCouldMatch_H13(t *testing.T) {
	for name, c := range map[string]struct {
		entry   string
		refuses bool
	}{
		"its own pattern":        {`{"name":"g","event":"PreToolUse","match":"acme__*","command":"2","timeout":1}`, true},
		"another pattern":        {`{"name":"g","event":"PreToolUse","match":"other__*","command":"2","timeout":1}`, false},
		"no pattern":             {`{"name":"g","event":"PreToolUse","command":"2","timeout":1}`, true},
		"a pattern not valid":    {`{"name":"g","event":"PreToolUse","match":"","command":"2"}`, true},
		"an event nobody knows":  {`{"name":"g","event":"preToolUse","match":"acme__*","command":"2"}`, true},
		"an event of another":    {`{"name":"g","event":"TurnEnd","match":"acme__*","command":"2"}`, false},
		"the name of another":    {`{"name":"ok","event":"PreToolUse","match":"acme__*","command":"0"}`, true},
		"parked and well-formed": {`{"name":"g","event":"PreToolUse","match":"acme__*","command":"2","enabled":false}`, false},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t, map[string]string{"mcp.json": acme,
				"hooks.json": `{"hooks":[{"name":"ok","event":"PreToolUse","match":"nothing","command":"0"},` + c.entry + `]}`})
			h.decides("acme", allowed("lookup"))
			var ran []string
			out := h.read().Decide(context.Background(), request(t, "acme__lookup"), exits(&ran))
			if got := out.Decision.Verdict == gate.Deny; got != c.refuses {
				t.Errorf("refused is %v: %+v", got, out.Decision)
			}
			if c.refuses && !strings.Contains(out.Decision.Reasons[0].File, "hooks.json:1:") {
				t.Errorf("the reason has no place: %+v", out.Decision.Reasons[0])
			}
		})
	}
}

// SPEC H5, H6: hooks run in order, the first refusal ends it, an ask does not.
func TestHooksJoinInOrder_H5(t *testing.T) {
	for name, c := range map[string]struct {
		codes string
		want  gate.Verdict
		ran   int
	}{
		"no opinion": {"00", gate.Allow, 2}, "ask": {"03", gate.Ask, 2}, "ask then refuse": {"32", gate.Deny, 2},
		"refuse ends": {"20", gate.Deny, 1}, "fail ends": {"10", gate.Deny, 1}, "ask twice": {"33", gate.Ask, 2},
	} {
		t.Run(name, func(t *testing.T) {
			var entries []string
			for i, code := range c.codes {
				entries = append(entries, `{"name":"h`+string(rune('0'+i))+`","event":"PreToolUse","command":"`+string(code)+`"}`)
			}
			h := newHouse(t, map[string]string{"mcp.json": acme, "hooks.json": `{"hooks":[` + strings.Join(entries, ",") + `]}`})
			h.decides("acme", allowed("lookup"))
			var ran []string
			d := h.read().Decide(context.Background(), request(t, "acme__lookup"), exits(&ran)).Decision
			if d.Verdict != c.want || len(ran) != c.ran || d.OffersAlways {
				t.Errorf("%+v after %v", d, ran)
			}
		})
	}
}

// SPEC H14: hooks.enabled false runs none of one's own, and lifts their faults.
func TestHooksOff_H14(t *testing.T) {
	for name, file := range map[string]string{
		"a hook that refuses": `{"hooks":[{"name":"g","event":"PreToolUse","command":"2"}]}`,
		"a dropped guard":     `{"hooks":[{"name":"g","event":"PreToolUse","command":"2","timeout":1}]}`,
		"an unusable file":    `{"hooks":`,
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t, map[string]string{"mcp.json": acme, "hooks.json": file})
			h.decides("acme", allowed("lookup"))
			var ran []string
			if d := h.read().Decide(context.Background(), request(t, "acme__lookup"), exits(&ran)).Decision; d.Verdict != gate.Deny {
				t.Fatalf("control: %+v", d)
			}
			ran = nil
			h.write("policy.json", `{"hooks":{"enabled":false}}`)
			d := h.read().Decide(context.Background(), request(t, "acme__lookup"), exits(&ran)).Decision
			if d.Verdict != gate.Allow || len(ran) != 0 {
				t.Errorf("%+v after %v", d, ran)
			}
		})
	}
}

// SPEC C4: tools.deny and tools.ask tighten what a mark allows, under every spelling.
func TestPolicyPatternsTighten_C4(t *testing.T) {
	for policy, want := range map[string]gate.Verdict{
		`{"tools":{"deny":["acme__look*"]}}`:             gate.Deny,
		`{"tools":{"deny":["mcp__acme__*"]}}`:            gate.Deny,
		`{"tools":{"ask":["*lookup"]}}`:                  gate.Ask,
		`{"tools":{"ask":["acme__*"],"deny":["acme*"]}}`: gate.Deny,
		`{"tools":{"deny":["acme"],"ask":["lookup"]}}`:   gate.Allow,
	} {
		h := newHouse(t, map[string]string{"mcp.json": acme, "policy.json": policy})
		h.decides("acme", allowed("lookup"))
		var ran []string
		d := h.read().Decide(context.Background(), request(t, "acme__lookup"), exits(&ran)).Decision
		if d.Verdict != want || want != gate.Allow && (!strings.HasPrefix(d.Reasons[0].By, "policy tools.") || d.OffersAlways) {
			t.Errorf("%s: %+v", policy, d)
		}
	}
}

// SPEC G1: a denial holds for id and tool whether or not the server is defined.
func TestDenialOutlivesTheServer_G1(t *testing.T) {
	h := newHouse(t, nil)
	deny := trust.Deny
	err := trust.ChangeLedger(context.Background(), h.dirs.State, func(l *trust.Ledger) error {
		l.SetMark(trust.Key{Server: "acme"}, "wipe", trust.MarkChange{Decision: &deny})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var ran []string
	if d := h.read().Decide(context.Background(), request(t, "acme__wipe"), exits(&ran)).Decision; d.Verdict != gate.Deny {
		t.Errorf("undefined: %+v", d)
	}
	h.write("mcp.json", acme)
	h.decides("acme", approved)
	if d := h.read().Decide(context.Background(), request(t, "mcp_acme_wipe"), exits(&ran)).Decision; d.Verdict != gate.Deny {
		t.Errorf("defined: %+v", d)
	}
}

// SPEC M6: a meta call has nobody to ask; plan mode runs only what is read-only.
func TestMetaAndPlan_M6(t *testing.T) {
	h := newHouse(t, map[string]string{"mcp.json": acme})
	allow, yes := trust.Allow, true
	h.decides("acme", func(l *trust.Ledger, k trust.Key) {
		l.Approve(k)
		l.SetMark(k, "lookup", trust.MarkChange{Decision: &allow, ReadOnly: &yes})
		l.SetMark(k, "write", trust.MarkChange{Decision: &allow})
		l.SetMark(k, "peek", trust.MarkChange{ReadOnly: &yes})
	})
	var ran []string
	decide := func(tool, source string, plan bool) gate.Verdict {
		r := request(t, tool)
		r.Source, r.Plan = source, plan
		return h.read().Decide(context.Background(), r, exits(&ran)).Decision.Verdict
	}
	for _, c := range []struct {
		tool, source string
		plan         bool
		want         gate.Verdict
	}{
		{"acme__lookup", Meta, false, gate.Allow}, {"acme__other", Meta, false, gate.Deny}, {"acme__other", Chat, false, gate.Ask},
		{"acme__lookup", Chat, true, gate.Allow}, {"acme__write", Chat, true, gate.Deny}, {"acme__peek", Chat, true, gate.Ask},
		{"acme__peek", Meta, true, gate.Deny}, {"Bash", Chat, true, gate.Deny},
	} {
		if got := decide(c.tool, c.source, c.plan); got != c.want {
			t.Errorf("%s from %s, plan %v: %v, want %v", c.tool, c.source, c.plan, got, c.want)
		}
	}
}

// A failed hook that only warns is a problem the answer carries (SPEC H6, F4).
func TestWarnedHookIsNamed_H6(t *testing.T) {
	h := newHouse(t, map[string]string{"mcp.json": acme,
		"hooks.json": `{"hooks":[{"name":"shaky","event":"PreToolUse","command":"1","onError":"warn"}]}`})
	h.decides("acme", allowed("lookup"))
	var ran []string
	out := h.read().Decide(context.Background(), request(t, "acme__lookup"), exits(&ran))
	if out.Decision.Verdict != gate.Allow {
		t.Fatalf("%+v", out.Decision)
	}
	for _, p := range out.Problems {
		if p.Entry == "shaky" && p.Severity == fault.SeverityWarning {
			return
		}
	}
	t.Errorf("the failed hook is named nowhere: %+v", out.Problems)
}

// A digest in a hint is the launch's own, so that the hint can be followed.
func TestHintsHoldARealDigest_G4(t *testing.T) {
	h := newHouse(t, map[string]string{"mcp.json": acme})
	var ran []string
	d := h.read().Decide(context.Background(), request(t, "acme__lookup"), exits(&ran)).Decision
	_, got, _ := strings.Cut(d.Reasons[0].Hint, "--digest ")
	if _, err := digest.Parse(got); err != nil {
		t.Errorf("%q: %v", d.Reasons[0].Hint, err)
	}
}

// SPEC M5: an allowance covers its conversation, tool and launch for 24 h, and never
// what a hook asked about.
func TestConversationAllowance_M5(t *testing.T) {
	h := newHouse(t, map[string]string{"mcp.json": acme})
	h.decides("acme", approved)
	now := time.Unix(1_800_000_000, 0)
	s := h.read()
	sv, _ := s.Set.Find("acme")
	launch := s.Set.Launch(sv).Key.Digest
	err := trust.ChangeAllowances(context.Background(), h.dirs.State, now, func(a *trust.Allowances) error {
		return a.Allow("c1", names.NewTool("acme", "lookup"), launch, now)
	})
	if err != nil {
		t.Fatal(err)
	}
	decide := func(tool, conversation string, at time.Time) gate.Verdict {
		r := request(t, tool)
		r.ConversationID, r.Now = conversation, at
		var ran []string
		return h.read().Decide(context.Background(), r, exits(&ran)).Decision.Verdict
	}
	for _, c := range []struct {
		tool, conversation string
		at                 time.Time
		want               gate.Verdict
	}{
		{"acme__lookup", "c1", now.Add(time.Hour), gate.Allow}, {"acme__lookup", "c2", now, gate.Ask}, {"acme__lookup", "", now, gate.Ask},
		{"acme__list", "c1", now, gate.Ask}, {"acme__lookup", "c1", now.Add(25 * time.Hour), gate.Ask}, {"acme__lookup", "c1", now.Add(-25 * time.Hour), gate.Ask},
	} {
		if got := decide(c.tool, c.conversation, c.at); got != c.want {
			t.Errorf("%s in %q at %v: %v, want %v", c.tool, c.conversation, c.at, got, c.want)
		}
	}
	h.write("hooks.json", `{"hooks":[{"name":"ask","event":"PreToolUse","command":"3"}]}`)
	if got := decide("acme__lookup", "c1", now); got != gate.Ask {
		t.Errorf("a hook's ask was covered: %v", got)
	}
	h.write("hooks.json", `{"hooks":[]}`)
	h.write("mcp.json", `{"servers":[{"id":"acme","command":"sh","args":["-x"]}]}`)
	h.decides("acme", approved)
	if got := decide("acme__lookup", "c1", now); got != gate.Ask {
		t.Errorf("another launch is covered: %v", got)
	}
}

// SPEC M4: a mark whose tool changed asks again; a deny never sleeps.
func TestSleepingMarkAsks_M4(t *testing.T) {
	h := newHouse(t, map[string]string{"mcp.json": acme})
	allow, yes := trust.Allow, true
	was := map[string]digest.Digest{"lookup": digest.Of("t", []byte("was"))}
	h.decides("acme", func(l *trust.Ledger, k trust.Key) {
		l.Approve(k)
		l.SetMark(k, "lookup", trust.MarkChange{Decision: &allow, ReadOnly: &yes, Tools: was})
		l.Observe(k, map[string]digest.Digest{"lookup": digest.Of("t", []byte("now"))})
	})
	var ran []string
	d := h.read().Decide(context.Background(), request(t, "acme__lookup"), exits(&ran)).Decision
	if d.Verdict != gate.Ask || !strings.Contains(d.Reasons[0].Says, "changed") {
		t.Errorf("%+v", d)
	}
	r := request(t, "acme__lookup")
	r.Plan = true
	if d := h.read().Decide(context.Background(), r, exits(&ran)).Decision; d.Verdict != gate.Deny {
		t.Errorf("plan: %+v", d)
	}
}

// SPEC T1, A2, G2, H9: a project's servers and hooks count while its folder is trusted
// as it is, and a lost guard is at least an ask.
func TestProjectCountsWhileTrusted_T1(t *testing.T) {
	h := newHouse(t, map[string]string{"mcp.json": acme})
	h.decides("acme", allowed("lookup"))
	project := filepath.Join(t.TempDir(), "p")
	put := func(name, text string) {
		path := filepath.Join(project, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put(".kkss/assistant/mcp.json", `{"servers":[{"id":"lab","command":"sh"},{"id":"acme","command":"sh"}]}`)
	put(".usher/hooks.json", `{"hooks":[{"name":"guard","event":"PreToolUse","match":"acme__*","command":"2"}]}`)
	h.dirs.Project = project
	decide := func(tool string) gate.Decision {
		var ran []string
		return h.read().Decide(context.Background(), request(t, tool), exits(&ran)).Decision
	}
	if d := decide("lab__x"); d.Verdict != gate.Deny || !strings.Contains(d.Reasons[0].Says, "not trusted") {
		t.Errorf("untrusted project's server: %+v", d)
	}
	if d := decide("acme__lookup"); d.Verdict != gate.Allow {
		t.Errorf("an untrusted folder has a say about yours: %+v", d)
	}
	trusts := func(f func(*trust.Ledger, trust.Folder) error) {
		folder := h.read().Project.Folder
		if err := trust.ChangeLedger(context.Background(), h.dirs.State, func(l *trust.Ledger) error { return f(l, folder) }); err != nil {
			t.Fatal(err)
		}
	}
	grant := func(l *trust.Ledger, f trust.Folder) error { return l.TrustFolder(f, effective.Guards(f), false) }
	trusts(grant)
	if d := decide("acme__lookup"); d.Verdict != gate.Deny || d.Reasons[0].Layer != trust.Project {
		t.Errorf("the trusted folder's guard did not run: %+v", d)
	}
	if d := decide("lab__x"); d.Verdict != gate.Deny || !strings.Contains(d.Reasons[0].Says, "not approved") {
		t.Errorf("trusted, not approved: %+v", d)
	}
	h.decides("lab", approved)
	if d := decide("lab__x"); d.Verdict != gate.Ask {
		t.Errorf("trusted and approved: %+v", d)
	}
	put(".usher/hooks.json", `{"hooks":[]}`)
	if d := decide("acme__lookup"); d.Verdict != gate.Ask || d.Reasons[0].By != "folder" || d.Reasons[0].Hint == "" || d.OffersAlways {
		t.Errorf("the guard was lost: %+v", d)
	}
	if d := decide("lab__x"); d.Verdict != gate.Deny {
		t.Errorf("the folder changed: %+v", d)
	}
	named := h.dirs // in a folder that is gone nobody can tell which project it is
	h.dirs.Project, h.dirs.WorkDir = "", ""
	if d := decide("acme__lookup"); d.Verdict != gate.Ask || d.Reasons[0].By != "folder" || !strings.Contains(d.Reasons[0].Hint, "--no-project") {
		t.Errorf("nowhere: %+v", d)
	}
	h.dirs.NoProject = true
	if d := decide("acme__lookup"); d.Verdict != gate.Allow {
		t.Errorf("nowhere, and no project wanted: %+v", d)
	}
	h.dirs = named
	trusts(func(l *trust.Ledger, f trust.Folder) error { l.RevokeFolder(f.Path); return nil })
	if d := decide("acme__lookup"); d.Verdict != gate.Allow {
		t.Errorf("revoked: %+v", d)
	}
	h.dirs.Project, h.dirs.WorkDir = "", ""
	if d := decide("acme__lookup"); d.Verdict != gate.Allow {
		t.Errorf("nowhere, with no guard to lose: %+v", d)
	}
	h.dirs = named
	put(".usher/hooks.json", `{"hooks":`)
	trusts(grant)
	if d := decide("acme__lookup"); d.Verdict != gate.Deny {
		t.Errorf("a trusted folder's unusable hooks.json: %+v", d)
	}
}
