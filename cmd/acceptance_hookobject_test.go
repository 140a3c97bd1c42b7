//go:build linux && !race

package cmd_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The hostile hooks and the hostile hooks files once more, written in the object
// shape (SPEC H1, H3, H6), through the gate and through the event.

// handler is a hook of the object shape; its timeout is in seconds.
type handler struct {
	Type    string   `json:"type"`
	Command string   `json:"command"`
	Args    []string `json:"args,omitempty"`
	Timeout int      `json:"timeout,omitempty"`
	OnError string   `json:"onError,omitempty"`
}

// objectFile is a hooks.json of the object shape with one group.
func objectFile(t *testing.T, event string, handlers ...handler) string {
	t.Helper()
	for i := range handlers {
		handlers[i].Type = "command"
	}
	type group struct {
		Hooks []handler `json:"hooks"`
	}
	data, err := json.Marshal(map[string]map[string][]group{"hooks": {event: {{handlers}}}})
	must(t, err)
	return string(data)
}

// doors are both ways that a call comes to its hooks: run-gate and the event.
// Through the event nobody can be asked, and a hook that has nothing against the
// call is all that it can say.
type doors struct{ gate, event verdict }

// bothDoors puts one call to the two programs and to hooks run.
func (h *house) bothDoors(t *testing.T, call string) doors {
	t.Helper()
	return doors{h.decide(t, call), throughEvent(h.fires(t, "PreToolUse", call))}
}

func throughEvent(f fired) verdict {
	return verdict{ran: f.ran, answer: answer{Decision: f.Decision, Reasons: f.Reasons, Problems: f.Problems}}
}

// wants holds both to the gate's word, and to words of the reasons.
func (d doors) wants(t *testing.T, word string, words ...string) {
	t.Helper()
	d.gate.wants(t, word, words...)
	d.event.wants(t, map[string]string{"allow": "none", "ask": "deny", "deny": "deny"}[word], words...)
	if asked := strings.Contains(d.event.says(), "nobody can be asked here"); asked != (word == "ask") {
		t.Errorf("the event says %v that nobody can be asked: %v", asked, d.event.ran)
	}
}

// TestHookbinInTheObjectShape: every named line of the table, the words included;
// times are in whole seconds there.
func TestHookbinInTheObjectShape(t *testing.T) {
	t.Parallel()
	fan(t, 4, hookbinRows(), func(r binRow) string { return r.mode }, func(t *testing.T, r binRow) {
		seconds := (r.timeoutMs + 999) / 1000
		h := binHouse(t, r.mode, 0)
		h.put(t, "hooks.json", objectFile(t, "PreToolUse", handler{
			Command: "/usr/bin/python3", Args: []string{"-I", "-S", "hook.py", r.mode}, Timeout: seconds,
		}))
		says := strings.Replace(r.says, "hook bin", "hook pretooluse-1", 1)
		says = strings.Replace(says, fmt.Sprintf("%d ms", r.timeoutMs), fmt.Sprintf("%d ms", seconds*1000), 1)
		d := h.bothDoors(t, callOf("acme__lookup", canAsk))
		d.wants(t, r.want, says)
		for _, v := range []verdict{d.gate, d.event} {
			if v.took > 2500e6+slack {
				t.Errorf("took %v: %v", v.took, v.ran)
			}
		}
		switch r.mode {
		case "rc3":
			offersNone(t, d.gate)
		case "tty":
			h.canary(t)
		case "out-approve":
			unmarkedStillAsks(t, h, d.gate)
		case "err-1mb-deny":
			cutAtCap(t, h, d.gate)
			cutAtCap(t, h, d.event)
		case "hang", "hang-ignore-term", "flood-out", "flood-err", "stop":
			h.gone(t)
		}
	})
}

func offersNone(t *testing.T, v verdict) {
	t.Helper()
	if v.OffersAlways {
		t.Errorf("offers a lasting answer: %v", v.ran)
	}
}

// TestHookStopsItsParentInTheObjectShape: as TestHookStopsItsParent, through both doors.
func TestHookStopsItsParentInTheObjectShape(t *testing.T) {
	h := binHouse(t, "kill-parent", 0)
	h.put(t, "hooks.json", objectFile(t, "PreToolUse", handler{
		Command: "/usr/bin/python3", Args: []string{"-I", "-S", "hook.py", "kill-parent"}, Timeout: 3,
	}))
	for _, v := range []verdict{h.asks(t, callOf("acme__lookup", canAsk)), throughEvent(h.fires(t, "PreToolUse", callOf("acme__lookup")))} {
		if v.word() == "ask" || v.word() == "deny" && !strings.Contains(v.says(), "hook pretooluse-1: the hook failed: lost from sight and stopped") || v.took > slack {
			t.Error(v.ran)
		}
		h.gone(t)
	}
}

// TestAnswersInJSON (SPEC H6, H7): the stricter of exit code and answer holds; what
// approves says nothing; what starts like JSON and is none is a failed hook; and in
// the list shape nothing on stdout has a say.
func TestAnswersInJSON(t *testing.T) {
	t.Parallel()
	specific := func(word string) string {
		return `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"` + word + `","permissionDecisionReason":"json says"}}`
	}
	broken := "the hook failed: exit code 0, but its answer on stdout is no usable JSON"
	rows := []struct {
		name, stdout string
		code         int
		onError      string
		want, says   string
		list         string // with the same hook in the list shape
	}{
		{"deny", specific("deny"), 0, "", "deny", "refused: “json says”", "allow"},
		{"ask", specific("ask"), 0, "", "ask", "asks that a person confirms this call first: “json says”", "allow"},
		{"defer", specific("defer"), 0, "", "ask", "“json says”", "allow"},
		{"allow", specific("allow"), 0, "", "allow", "", "allow"},
		{"no such word", specific("Allow"), 0, "", "deny", "is none of allow, deny, ask and defer", "allow"},
		{"block", `{"decision":"block","reason":"json says"}`, 0, "", "deny", "refused: “json says”", "allow"},
		{"approve", `{"decision":"approve","continue":true}`, 0, "", "allow", "", "allow"},
		{"stop", " \n{\"continue\":false,\"stopReason\":\"json says\"}\n", 0, "", "deny", "refused: “json says”", "allow"},
		{"approve and block", `{"hookSpecificOutput":{"permissionDecision":"allow"},"decision":"block","reason":"json says"}`, 0, "", "deny", "“json says”", "allow"},
		{"approve and stop", `{"decision":"approve","continue":false}`, 0, "", "deny", "refused: no reason given", "allow"},
		{"twice", `{"decision":"approve","decision":"block"}`, 0, "", "deny", broken, "allow"},
		{"another case", `{"Decision":"block"}`, 0, "", "deny", "differs from decision only in case", "allow"},
		{"torn", `{"decision":"block"`, 0, "", "deny", broken, "allow"},
		{"and more", `{"decision":"approve"} {"decision":"block"}`, 0, "", "deny", broken, "allow"},
		{"a mark before", "\xef\xbb\xbf" + `{"decision":"block"}`, 0, "", "deny", "", "allow"},
		{"of two bytes", "\xff\xfe{\x00\"\x00d\x00", 0, "", "deny", broken, "allow"},
		{"cut", `{"x":"` + strings.Repeat("x", 80<<10) + `","decision":"approve"}`, 0, "", "deny", "was cut at 65536 bytes", "allow"},
		{"text", "all is well: {\"decision\":\"block\"}", 0, "", "allow", "", "allow"},
		{"1 and allow", specific("allow"), 1, "", "deny", "the hook failed: exit code 1", "deny"},
		{"2 and allow", specific("allow"), 2, "", "deny", "refused: ", "deny"},
		{"3 and allow", specific("allow"), 3, "", "ask", "asks ", "ask"},
		{"3 and deny", specific("deny"), 3, "", "deny", "refused: “json says”", "ask"},
		{"3 and torn", `{`, 3, "", "deny", "the hook failed: exit code 3, but", "ask"},
		{"warn: 1 and allow", specific("allow"), 1, "warn", "allow", "", "allow"},
		{"warn: 1 and deny", specific("deny"), 1, "warn", "deny", "refused: “json says”", "allow"},
		{"warn: 1 and ask", specific("ask"), 1, "warn", "ask", "“json says”", "allow"},
		{"warn: torn", `{"decision":"block"`, 0, "warn", "allow", "", "allow"},
	}
	indexed := make([]int, len(rows))
	for i := range indexed {
		indexed[i] = i
	}
	fan(t, 4, indexed, func(i int) string { return rows[i].name }, func(t *testing.T, i int) {
		r := rows[i]
		h := newHouse(t)
		h.ready(t, "lookup")
		h.put(t, "said", r.stdout)
		h.put(t, "say.sh", fmt.Sprintf("#!/bin/sh\ncat said\nexit %d\n", r.code))
		h.put(t, "hooks.json", objectFile(t, "PreToolUse", handler{Command: "./say.sh", OnError: r.onError}))
		d := h.bothDoors(t, callOf("acme__lookup", canAsk))
		d.wants(t, r.want, r.says)
		offersNone(t, d.gate)
		if r.onError != "" && r.want == "allow" && len(named(d.gate.Problems, "pretooluse-1")) != 1 {
			t.Errorf("what failed is told nowhere: %v", d.gate.ran)
		}
		if r.want == "allow" {
			unmarkedStillAsks(t, h, d.gate)
		}
		h.put(t, "hooks.json", hooksFile(t, hook{Name: "says", Command: "./say.sh", OnError: r.onError}))
		h.bothDoors(t, callOf("acme__lookup", canAsk)).wants(t, r.list)
	})
}

// TestHostileHooksFilesThroughTheEvent: what TestHostileHooksFiles holds of run-gate
// holds of the event.
func TestHostileHooksFilesThroughTheEvent(t *testing.T) {
	rows := definitions(t, "hooks", map[string]string{"0210": "LOAD", "0200": "DROP some", "0125": "DROP idle"})
	fan(t, 4, rows, func(d definition) string { return d.name }, func(t *testing.T, d definition) {
		h := newHouse(t)
		h.put(t, "hooks.json", hostile(t, "hooks", d.name))
		for _, call := range []string{callOf("acme__lookup"), callOf("bash")} {
			v := throughEvent(h.fires(t, "PreToolUse", call))
			silentAbout(t, v.ran)
			switch {
			case d.want == "DROP idle", d.name[:3] == "000", d.name[:4] == "0210":
				v.wants(t, "none")
			case d.want == "LOAD":
				v.wants(t, "deny", "hook guard: the hook failed: could not start")
			case d.want == "REFUSE":
				v.wants(t, "deny", "file "+h.hooksFile())
			default:
				v.wants(t, "deny", "could have guarded this call")
			}
		}
		h.canary(t)
	})
}

// TestHostileHooksFilesInTheObjectShape: each file of the table, written in the
// object shape with the same fault, or the nearest that the shape has.
func TestHostileHooksFilesInTheObjectShape(t *testing.T) {
	t.Parallel()
	file := func(event, group, more string) string {
		return `{"hooks":{` + event + `:[{` + group + `"hooks":[{"type":"command"` + more + `}]}]}}`
	}
	const pre, runs = `"PreToolUse"`, `,"command":"/bin/true"`
	rows := map[string]struct{ text, want string }{
		"000-control-good.json": {file(pre, "", runs+`,"args":[]`), "LOAD"},
		"0102.json":             {file(`"PreToolU\u0455e"`, "", runs), "DROP"},
		"0103.json":             {`{"hooks":{"PreToolUse":{"hooks":[{"type":"command","command":"/bin/true"}]}}}`, "DROP"},
		"0105.json":             {file(pre, "", runs+`,"name":""`), "DROP"},
		"0106.json":             {file(pre, "", runs+`,"name":"`+strings.Repeat("a", 33)+`"`), "DROP"},
		"0107.json":             {file(pre, "", runs+`,"name":"gu\u200bard"`), "DROP"},
		"0109.json":             {file(pre, "", runs+`,"timeout":601`), "DROP"},
		"0111.json":             {file(pre, "", runs+`,"timeout":0`), "DROP"},
		"0112.json":             {file(pre, "", runs+`,"timeout":-1`), "DROP"},
		"0113.json":             {file(pre, "", runs+`,"timeout":1.5`), "DROP"},
		"0114.json":             {file(pre, "", runs+`,"timeout":"60"`), "DROP"},
		"0115.json":             {file(pre, "", runs+`,"timeout":1e+300`), "DROP"},
		"0117.json":             {file(pre, "", `,"command":""`), "DROP"},
		"0118.json":             {file(pre, "", `,"command":["/bin/true"]`), "DROP"},
		"0119.json":             {file(pre, "", runs+`,"args":"x"`), "DROP"},
		"0121.json":             {file(pre, `"matcher":"",`, runs), "LOAD"}, // here it means every tool
		"0124.json":             {file(pre, `"matcher":"`+strings.Repeat("*", 300)+`",`, runs), "DROP"},
		"0125.json":             {file(`"TurnEnd"`, `"matcher":"acme__*",`, runs), "DROP idle"},
		"0126.json":             {file(pre, "", runs+`,"modelOutput":true`), "DROP"},
		"0127.json":             {file(pre, "", runs+`,"allow":true`), "DROP"},
		"0132.json":             {`{"hooks":{"PreToolUse":[{"hooks":[{"type":"http","url":"http://x"}]}]}}`, "DROP"},
		"0200-dup-name.json":    {`{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"/bin/false"}]}],"PreToolUse":[]}}`, "REFUSE"},
		"0203-truncated.json":   {`{"hooks":{"PreToolUse":[{"hooks":[{"type":"comm`, "REFUSE"},
		"0204-empty.json":       {"", "REFUSE"},
		"0205-null.json":        {`{"hooks":null}`, "REFUSE"},
		"0210-trailing-comma.json": {
			`{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"/bin/true",},],},],},}`, "LOAD",
		},
		"0300-recursive.json": {file(pre, "", `,"command":"usher run-gate"`), "LOAD"},
		"0301-approve.json":   {file(pre, "", `,"command":"usher server approve lab"`), "LOAD"},
		"0302-relative.json":  {file(pre, "", `,"command":"./scripts/check.sh"`), "LOAD"},
	}
	defs := definitions(t, "hooks", nil)
	if len(defs) != len(rows) {
		t.Errorf("%d files in the table, %d here", len(defs), len(rows))
	}
	fan(t, 4, defs, func(d definition) string { return d.name }, func(t *testing.T, d definition) {
		r, ok := rows[d.name]
		if !ok {
			t.Fatal("no twin in the object shape")
		}
		h := newHouse(t)
		h.ready(t, "lookup")
		h.put(t, "hooks.json", r.text)
		check := h.usher(t, "hooks", "check", "--format", "json", h.hooksFile())
		v := h.bothDoors(t, callOf("acme__lookup", canAsk))
		silentAbout(t, check, v.gate.ran, v.event.ran, h.usher(t, "hooks", "list"))
		h.canary(t)
		if got := checkWord(t, check, h.hooksFile()); got != loaded(r.want) {
			t.Errorf("%s, want %s: %v", got, r.want, check)
		}
		switch {
		case d.name[:2] == "03":
			v.wants(t, "deny", "hook pretooluse-1: the hook failed: could not start")
		case r.want == "LOAD", r.want == "DROP idle":
			v.wants(t, "allow")
		case r.want == "REFUSE":
			v.wants(t, "deny", "file "+h.hooksFile())
		default:
			v.wants(t, "deny", "could have guarded this call")
		}
	})
}

// TestStartsThatFailInTheirOwnWords (SPEC H9; the unnamed lines of hookbin's table):
// in both shapes, through both doors. No shell helps out, and nothing ran.
func TestStartsThatFailInTheirOwnWords(t *testing.T) {
	const failed = "the hook failed: could not start: the program "
	rows := []struct {
		name    string
		command string
		args    []string
		says    []string
	}{
		{"missing program", "./missing", nil, []string{failed, "/missing does not exist"}},
		{"missing, by its name", "no-such-program-anywhere", nil, []string{failed + "no-such-program-anywhere"}},
		{"not executable", "./plain.sh", nil, []string{failed, "/plain.sh is not executable"}},
		{"CR LF", "./crlf.sh", nil, []string{failed, "/crlf.sh cannot run: its first line ends in CR LF"}},
		{"CR LF behind env", "./envcrlf.sh", nil, []string{"the hook failed: exit code 127: the program ", "/envcrlf.sh cannot run: its first line ends in CR LF"}},
		{"no interpreter line", "./bare.sh", nil, []string{"could not start: exec format error: ", "/bare.sh has no interpreter line (#!)"}},
		{"empty interpreter line", "./noarg.sh", nil, []string{"could not start: exec format error: ", "/noarg.sh names no interpreter"}},
		{"interpreter missing", "./interp.sh", nil, []string{failed, "/interp.sh cannot run: its interpreter /nowhere/sh does not exist"}},
		{"a directory", "./folder", nil, []string{failed, "/folder is a directory"}},
		{"empty file", "./empty", nil, []string{"could not start: exec format error: ", "/empty is empty"}},
		{"a link to nothing", "./dangling", nil, []string{failed, "is a link to nowhere, which does not exist"}},
		{"below a file", "./crlf.sh/x", nil, []string{"could not start: "}},
		{"script missing behind python", "/usr/bin/python3", []string{"-I", "-S", "gone.py"}, []string{": refused: “", "can't open file", "gone.py", "No such file or directory"}},
		{"script missing behind sh", "/bin/sh", []string{"gone.sh"}, []string{"gone.sh"}},
	}
	indexed := make([]int, len(rows))
	for i := range indexed {
		indexed[i] = i
	}
	fan(t, 4, indexed, func(i int) string { return rows[i].name }, func(t *testing.T, i int) {
		r := rows[i]
		h := newHouse(t)
		h.ready(t, "lookup")
		for name, text := range map[string]string{
			"empty": "", "bare.sh": ": > CANARY\nexit 0\n", "interp.sh": "#!/nowhere/sh\n: > CANARY\n", "crlf.sh": "#!/bin/sh\r\n: > CANARY\r\n",
			"plain.sh": "#!/bin/sh\n: > CANARY\n", "noarg.sh": "#!\n: > CANARY\n", "envcrlf.sh": "#!/usr/bin/env sh\r\n: > CANARY\r\n",
		} {
			h.put(t, name, text)
			must(t, os.Chmod(filepath.Join(h.conf, name), 0o755))
		}
		must(t, os.Chmod(filepath.Join(h.conf, "plain.sh"), 0o644))
		must(t, os.Mkdir(filepath.Join(h.conf, "folder"), 0o755))
		must(t, os.Symlink("nowhere", filepath.Join(h.conf, "dangling")))
		line := strings.Join(append([]string{r.command}, r.args...), " ")
		for shape, text := range map[string]string{
			"list":          hooksFile(t, hook{Name: "guard", Command: r.command, Args: r.args}),
			"object":        objectFile(t, "PreToolUse", handler{Command: r.command, Args: append([]string{}, r.args...)}),
			"object, split": objectFile(t, "PreToolUse", handler{Command: line}),
		} {
			h.put(t, "hooks.json", text)
			d := h.bothDoors(t, callOf("acme__lookup", canAsk))
			name := "hook guard: "
			if shape != "list" {
				name = "hook pretooluse-1: "
			}
			d.wants(t, "deny", append([]string{name}, r.says...)...)
		}
		h.gone(t)
		h.canary(t)
	})
}

// TestDeadWorkingDirectoryIsSaid (SPEC H9): the folder goes while the call is being
// decided, and the next hook says so, not that its program is missing; a project
// that is not there refuses before any hook.
func TestDeadWorkingDirectoryIsSaid(t *testing.T) {
	for shape, text := range map[string]string{
		"list": hooksFile(t, hook{Name: "removes", Command: "/bin/sh", Args: []string{"-c", `rm -r "$PWD"`}}, hook{Name: "next", Command: "/bin/true"}),
		"object": objectFile(t, "PreToolUse", handler{Command: "/bin/sh", Args: []string{"-c", `rm -r "$PWD"`}},
			handler{Command: "./check.sh"}),
	} {
		for _, door := range []string{"run-gate", "hooks run"} {
			h := newHouse(t)
			h.ready(t, "lookup")
			h.put(t, "hooks.json", text)
			var v verdict
			if door == "run-gate" {
				v = h.asks(t, callOf("acme__lookup", canAsk))
			} else {
				v = throughEvent(h.fires(t, "PreToolUse", callOf("acme__lookup")))
			}
			v.wants(t, "deny", "the hook failed: could not start: the assistant folder "+h.conf+" no longer exists")
			if by := v.Reasons[0].By; by != "hook next" && by != "hook pretooluse-2" {
				t.Errorf("%s, %s: %v", shape, door, v.ran)
			}
		}
	}
	h := newHouse(t)
	h.ready(t, "lookup")
	h.put(t, "hooks.json", objectFile(t, "PreToolUse", handler{Command: "/bin/sh", Args: []string{"-c", ": > CANARY"}}))
	gone := filepath.Join(h.dir, "gone")
	h.bothDoors(t, callOf("acme__lookup", canAsk, fmt.Sprintf(`"files":{"projectRoot":%q}`, gone))).wants(t, "deny", gone)
	h.canary(t)
}
