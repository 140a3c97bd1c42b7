package engine

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"usher/pkg/gate"
	"usher/pkg/hooks"
	"usher/pkg/proc"
	"usher/pkg/trust"
)

// anEntry is an entry of a hooks.json in either shape. Its command names its ending.
type anEntry struct {
	id      int
	event   string
	match   string // "": none
	warn    string // what it says of onError; "": nothing
	parked  bool
	machine bool
	fault   string // "": whole; else a member that drops it
}

func pick[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }

func someEntry(r *rand.Rand, id int) anEntry {
	e := anEntry{
		id: id, event: string(hooks.PreToolUse), warn: pick(r, "", "", "warn", "deny"), parked: r.IntN(5) == 0, machine: r.IntN(3) == 0,
		fault: pick(r, "", "", "", "", "", `,"x":1`, `,"command":""`, `,"onError":"allow"`, `,"enabled":"yes"`),
	}
	if r.IntN(4) == 0 {
		e.event = pick(r, "PostToolUse", "UserPromptSubmit", "TurnEnd", "Stop", "SessionStart", "preToolUse", "Nothing")
	}
	if e.event == "PreToolUse" || e.event == "PostToolUse" {
		e.match = pick(r, "", "*", "acme__*", "acme__lookup", "other__*", "Bash", "mcp__acme__lookup")
	}
	return e
}

func (e anEntry) members() string {
	var b strings.Builder
	if !strings.Contains(e.fault, `"command"`) {
		fmt.Fprintf(&b, `,"command":"c%d"`, e.id)
	}
	if e.warn != "" && !strings.Contains(e.fault, `"onError"`) {
		fmt.Fprintf(&b, `,"onError":%q`, e.warn)
	}
	if !strings.Contains(e.fault, `"enabled"`) {
		fmt.Fprintf(&b, `,"enabled":%t`, !e.parked)
	}
	return b.String() + e.fault
}

// fileOf writes the entries of one layer in one of the shapes.
func fileOf(es []anEntry, machine, object bool) string {
	var list, order []string
	groups := map[string][]string{}
	for _, e := range es {
		if e.machine != machine {
			continue
		}
		match, matcher := "", ""
		if e.match != "" {
			match, matcher = fmt.Sprintf(`,"match":%q`, e.match), fmt.Sprintf(`"matcher":%q,`, e.match)
		}
		list = append(list, fmt.Sprintf(`{"name":"h%d","event":%q%s%s}`, e.id, e.event, match, e.members()))
		if groups[e.event] == nil {
			order = append(order, e.event)
		}
		groups[e.event] = append(groups[e.event], fmt.Sprintf(`{%s"hooks":[{"type":"command"%s}]}`, matcher, e.members()))
	}
	if !object {
		return `{"hooks":[` + strings.Join(list, ",") + `]}`
	}
	for i, event := range order {
		order[i] = fmt.Sprintf("%q:[%s]", event, strings.Join(groups[event], ","))
	}
	return `{"hooks":{` + strings.Join(order, ",") + `}}`
}

// aWorld is everything of a decision but the hooks.
type aWorld struct {
	policy         string
	machine, yours bool // whether that layer's file has the object shape
	mark           string
	readOnly       bool
	request        Request
}

func someWorld(t *testing.T, r *rand.Rand) aWorld {
	w := aWorld{
		policy:  fmt.Sprintf(`{"hooks":{"enabled":%t,"onError":%q}}`, r.IntN(6) > 0, pick(r, "deny", "warn")),
		machine: r.IntN(2) == 0, yours: r.IntN(2) == 0,
		mark: pick(r, "", trust.Allow, trust.Allow, trust.Ask, trust.Deny), readOnly: r.IntN(2) == 0,
		request: request(t, pick(r, "acme__lookup", "acme__lookup", "acme__lookup", "Bash", "other__x", "app__skill_load")),
	}
	w.request.Caller = pick(r, gate.Native, gate.Native, gate.Host, gate.Command, gate.Gateway)
	w.request.CanAsk, w.request.Plan = r.IntN(3) > 0, r.IntN(5) == 0
	w.request.Source = pick(r, Chat, Chat, Meta)
	return w
}

// stands is what holds in the world with these hooks.
func (w aWorld) stands(es []anEntry) *Standing {
	entry := func(dir, name, text string) trust.Entry {
		return trust.Entry{Path: dir + "/" + name, Data: []byte(text), Present: true}
	}
	m := Material{
		Machine: trust.Layer{Name: trust.Machine, Dir: "/m", Files: map[string]trust.Entry{
			"hooks.json": entry("/m", "hooks.json", fileOf(es, true, w.machine)),
		}},
		Yours: trust.Layer{Name: trust.Yours, Dir: "/h", Files: map[string]trust.Entry{
			"mcp.json":    entry("/h", "mcp.json", acme),
			"policy.json": entry("/h", "policy.json", w.policy),
			"hooks.json":  entry("/h", "hooks.json", fileOf(es, false, w.yours)),
		}},
		Home: "/h",
	}
	s := stand(m)
	sv, _ := s.Set.Find("acme")
	k := s.Set.Launch(sv).Key
	m.Ledger.Approve(k)
	m.Ledger.SetMark(k, "lookup", trust.MarkChange{Decision: &w.mark, ReadOnly: &w.readOnly})
	return stand(m)
}

// someEnding is how a hook ends, and what it prints meanwhile.
func someEnding(r *rand.Rand) proc.Result {
	return proc.Result{
		Ending: pick(r, proc.Exited, proc.Exited, proc.Exited, proc.Exited, proc.Ending(r.IntN(9))),
		Code:   pick(r, 0, 0, 0, 1, 2, 3, 3, 127, 255), Stdout: someOutput(r), Stderr: someOutput(r),
		StdoutCut: r.IntN(10) == 0, StderrCut: r.IntN(10) == 0,
	}
}

// someOutput is bytes, text or JSON that may mean something to a hook's reader.
func someOutput(r *rand.Rand) []byte {
	switch r.IntN(4) {
	case 0:
		b := make([]byte, r.IntN(12))
		for i := range b {
			b[i] = byte(r.IntN(256))
		}
		return b
	case 1:
		return []byte(pick(r, "", "allow", "approve\n", "decision: allow", "{", "{}", "[]", "\ufeff{}", "null", "0", `"allow"`))
	}
	return []byte(strings.Repeat(" ", r.IntN(2)) + someObject(r, 2) + pick(r, "", "", "", "}", "\n", " {}", ","))
}

func someObject(r *rand.Rand, depth int) string {
	var members []string
	for range r.IntN(5) {
		members = append(members, pick(r, `"decision"`, `"Decision"`, `"permissionDecision"`, `"permissionDecision"`, `"hookSpecificOutput"`, `"hookSpecificOutput"`,
			`"continue"`, `"reason"`, `"stopReason"`, `"permissionDecisionReason"`, `"updatedInput"`, `"suppressOutput"`, `"exitCode"`, `"verdict"`)+":"+someValue(r, depth))
	}
	return "{" + strings.Join(members, ",") + "}"
}

func someValue(r *rand.Rand, depth int) string {
	if depth > 0 && r.IntN(2) == 0 {
		return someObject(r, depth-1)
	}
	return pick(r, `"allow"`, `"allow"`, `"approve"`, `"ask"`, `"deny"`, `"defer"`, `"block"`, `"none"`, `""`, "true", "false", "null", "0", "[]", `"\ud800"`)
}

// ends fires hooks whose endings are known by their commands.
func ends(by map[string]proc.Result) Fire {
	return func(ctx context.Context, h hooks.Hook, p hooks.Payload) hooks.Report {
		r := hooks.Runner{
			Run:  func(_ context.Context, s proc.Spec) proc.Result { return by[s.Path] },
			Home: "/", Look: func(name, _ string) (string, string) { return name, "" },
		}
		return r.Fire(ctx, h, p)
	}
}

// SPEC H7: whatever hooks there are already, one more of any shape, layer, event,
// pattern and behaviour, whole or dropped, makes no call and no event freer; and
// one that is parked changes nothing.
func TestOneMoreHookNeverLoosens_H7(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	seen := map[string]int{}
	for range 4000 {
		w := someWorld(t, r)
		var es []anEntry
		by := map[string]proc.Result{}
		for i := range 1 + r.IntN(5) {
			es = append(es, someEntry(r, i))
			by[fmt.Sprintf("c%d", i)] = someEnding(r)
		}
		at := r.IntN(len(es))
		with, without := w.stands(es), w.stands(slices.Delete(slices.Clone(es), at, at+1))
		a, b := without.Decide(t.Context(), w.request, ends(by)).Decision, with.Decide(t.Context(), w.request, ends(by)).Decision
		quiet := es[at].parked && es[at].fault == "" && !strings.Contains("preToolUse Nothing", es[at].event)
		if strictness(b) < strictness(a) || b.OffersAlways && !a.OffersAlways && a.Verdict == b.Verdict || quiet && strictness(a) != strictness(b) {
			t.Fatalf("%+v: %+v without %+v, %+v with it; hooks %+v; ends %+v", w, a, es[at], b, es, by)
		}
		if none := w.stands(nil).Decide(t.Context(), w.request, nil).Decision; strictness(b) < strictness(none) {
			t.Fatalf("%+v: more than the person's own marks gave: %+v over %+v; hooks %+v", w, b, none, es)
		}
		seen[fmt.Sprintf("%d%d", strictness(a), strictness(b))]++
		for _, e := range hooks.Events() {
			p := event(t, e)
			fewer, more := without.Fire(t.Context(), p, ends(by)), with.Fire(t.Context(), p, ends(by))
			if fewer.Denied && !more.Denied || quiet && fewer.Denied != more.Denied {
				t.Fatalf("%s: denied without %+v, not with it; hooks %+v; ends %+v", e, es[at], es, by)
			}
		}
	}
	for _, want := range []string{"00", "02", "03", "11", "13", "22", "23", "33"} {
		if seen[want] == 0 {
			t.Errorf("no case of %s among %v", want, seen)
		}
	}
}

// silenced is a run of which nothing was read.
func silenced(res proc.Result) proc.Result {
	res.Stdout, res.Stderr, res.StdoutCut, res.StderrCut = nil, nil, false, false
	return res
}

// loosens compares one hook's run with the same run in silence, where the tool is
// allowed, unmarked or refused; "" where its words gave nothing away.
func loosens(worlds map[string]*Standing, req Request, res proc.Result) string {
	for name, s := range worlds {
		said := s.Decide(context.Background(), req, ends(map[string]proc.Result{"c0": res})).Decision
		mute := s.Decide(context.Background(), req, ends(map[string]proc.Result{"c0": silenced(res)})).Decision
		if strictness(said) < strictness(mute) || said.OffersAlways && !mute.OffersAlways {
			return fmt.Sprintf("%s: %+v with its words, %+v in silence", name, said, mute)
		}
		if strings.HasPrefix(name, "list") && said.Verdict != mute.Verdict {
			return fmt.Sprintf("%s: words have a say: %+v, %+v in silence", name, said, mute)
		}
	}
	return ""
}

// oneHook are worlds with one guard, by shape, onError and mark.
func oneHook() map[string]*Standing {
	worlds := map[string]*Standing{}
	for _, object := range []bool{false, true} {
		for _, warn := range []string{"deny", "warn"} {
			for _, mark := range []string{"", trust.Allow, trust.Deny} {
				w := aWorld{policy: "{}", yours: object, mark: mark}
				name := fmt.Sprintf("%s, onError %s, mark %q", map[bool]string{false: "list", true: "object"}[object], warn, mark)
				worlds[name] = w.stands([]anEntry{{event: "PreToolUse", warn: warn}})
			}
		}
	}
	return worlds
}

// SPEC H7: no byte on stdout or stderr, in either shape, makes of a question an
// allow, nor of any verdict a freer one.
func TestNoWordOfAHookLoosens_H7(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 44))
	worlds, req := oneHook(), request(t, "acme__lookup")
	for range 4000 {
		res := someEnding(r)
		if why := loosens(worlds, req, res); why != "" {
			t.Fatalf("%+v, stdout %q, stderr %q: %s", res, res.Stdout, res.Stderr, why)
		}
	}
}

// FuzzNoWordOfAHookLoosens is the same for any bytes.
func FuzzNoWordOfAHookLoosens(f *testing.F) {
	f.Add([]byte(`{"hookSpecificOutput":{"permissionDecision":"allow"}}`), []byte("allow"), uint8(1), uint8(3))
	f.Add([]byte(`{"decision":"approve","continue":true}`), []byte("{}"), uint8(1), uint8(0))
	f.Add([]byte("\xff\xfe{\x00"), []byte{}, uint8(2), uint8(2))
	worlds := oneHook()
	f.Fuzz(func(t *testing.T, stdout, stderr []byte, ending, code uint8) {
		res := proc.Result{Ending: proc.Ending(ending), Code: int(code), Stdout: stdout, Stderr: stderr}
		if why := loosens(worlds, request(t, "acme__lookup"), res); why != "" {
			t.Fatal(why)
		}
	})
}
