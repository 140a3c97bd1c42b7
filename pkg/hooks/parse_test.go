package hooks

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"usher/pkg/fault"
	"usher/pkg/names"
)

func parse(t *testing.T, text string) File {
	t.Helper()
	return ParseFile([]byte(text), Source{Layer: "yours", Path: "/home/me/hooks.json"})
}

func rules(ps []fault.Problem) []string {
	out := make([]string, 0, len(ps))
	for _, p := range ps {
		out = append(out, strings.TrimPrefix(p.Rule, "hooks/"))
	}
	return out
}

// entryJSON is a whole entry with one of its members replaced, or taken out with "".
func entryJSON(key, value string) string {
	members := [][2]string{{"name", `"guard"`}, {"event", `"PreToolUse"`}, {"command", `"/bin/true"`}}
	var out []string
	for _, m := range members {
		if m[0] == key {
			m[1], key = value, ""
		}
		if m[1] != "" {
			out = append(out, strconv.Quote(m[0])+":"+m[1])
		}
	}
	if key != "" {
		out = append(out, strconv.Quote(key)+":"+value)
	}
	return "{" + strings.Join(out, ",") + "}"
}

func TestEveryFaultOfAnEntryDropsItUnderItsRule_H2_H3(t *testing.T) {
	long := strings.Repeat("a", 257)
	for _, c := range []struct{ key, value, rule string }{
		{"name", ``, "missing-name"},
		{"name", `""`, "bad-name"},
		{"name", `"A"`, "bad-name"},
		{"name", `"-a"`, "bad-name"},
		{"name", `"gu\u200bard"`, "bad-name"},
		{"name", `"` + long[:33] + `"`, "bad-name"},
		{"name", `3`, "bad-type"},
		{"name", `null`, "null"},
		{"event", ``, "missing-event"},
		{"event", `"preToolUse"`, "unknown-event"},
		{"event", `"PreToolU\u0455e"`, "unknown-event"},
		{"event", `"PreToolUse "`, "unknown-event"},
		{"event", `["PreToolUse"]`, "bad-type"},
		{"event", `null`, "null"},
		{"command", ``, "missing-command"},
		{"command", `""`, "missing-command"},
		{"command", `["/bin/true"]`, "bad-type"},
		{"command", `null`, "null"},
		{"command", `"/bin/\u202etrue"`, "hidden-character"},
		{"command", `"C:\new\tool"`, "hidden-character"},
		{"args", `"x"`, "bad-type"},
		{"args", `{}`, "bad-type"},
		{"args", `["a",1]`, "bad-type"},
		{"args", `["a",null]`, "null"},
		{"args", `null`, "null"},
		{"args", `["a\u001b[2K"]`, "hidden-character"},
		{"args", `["a\u200bb"]`, "hidden-character"},
		{"args", `["` + strings.Repeat(`","`, 256) + `"]`, "args-size"},
		{"args", `["` + strings.Repeat("a", MaxArgsBytes+1) + `"]`, "args-size"},
		{"match", `""`, "empty-match"},
		{"match", `"` + long + `"`, "long-match"},
		{"match", `7`, "bad-type"},
		{"match", `null`, "null"},
		{"timeoutMs", `60`, "timeout-range"},
		{"timeoutMs", `99`, "timeout-range"},
		{"timeoutMs", `0`, "timeout-range"},
		{"timeoutMs", `-1`, "timeout-range"},
		{"timeoutMs", `100.5`, "timeout-range"},
		{"timeoutMs", `60001`, "timeout-range"},
		{"timeoutMs", `1e300`, "timeout-range"},
		{"timeoutMs", `1e400`, "timeout-range"},
		{"timeoutMs", `99999999999999999999999`, "timeout-range"},
		{"timeoutMs", `"5000"`, "bad-type"},
		{"timeoutMs", `true`, "bad-type"},
		{"timeoutMs", `null`, "null"},
		{"modelOutput", `true`, "model-output-on-event"},
		{"modelOutput", `false`, "model-output-on-event"},
		{"onError", `"Warn"`, "on-error"},
		{"onError", `"allow"`, "on-error"},
		{"onError", `true`, "bad-type"},
		{"enabled", `"no"`, "bad-type"},
		{"enabled", `null`, "null"},
		{"description", `[]`, "bad-type"},
		{"allow", `true`, "unknown-key"},
		{"timeout", `60`, "unknown-key"},
		{"matcher", `"Bash"`, "unknown-key"},
		{"type", `"http"`, "unknown-key"},
		{"Match", `"acme__*"`, "key-case"},
		{"TimeoutMs", `5000`, "key-case"},
	} {
		f := parse(t, `{"hooks":[`+entryJSON(c.key, c.value)+`]}`)
		if f.Unusable || len(f.Hooks) != 0 || len(f.Dropped) != 1 {
			t.Errorf("%s: %.60s: hooks %d, dropped %d, unusable %v; want the one entry dropped", c.key, c.value, len(f.Hooks), len(f.Dropped), f.Unusable)
			continue
		}
		d, want := f.Dropped[0], []string{c.rule}
		if got := rules(f.Problems); !slices.Equal(got, want) {
			t.Errorf("%s: %.60s: rules %v, want %v", c.key, c.value, got, want)
		}
		if d.Problem.Line != 1 || d.Problem.Column < 11 || d.Problem.File == "" || d.Problem.Message == "" || d.Problem.Severity != fault.SeverityError {
			t.Errorf("%s: %.60s: problem %+v has no place or no words", c.key, c.value, d.Problem)
		}
		if !d.Guards || d.Match != names.Any() {
			t.Errorf("%s: %.60s: guards %v, match %q; a dropped guard refuses what it could have matched (H13)", c.key, c.value, d.Guards, d.Match)
		}
	}
}

func TestEveryProblemIsToldAndNotTheFirst_F2(t *testing.T) {
	f := parse(t, `{
  "hooks": [
    {"name": "A", "event": "PreTool", "timeoutMs": 5, "match": "", "args": [1, null], "onError": "no", "timeout": 3},
    7,
    {"name": "ok", "event": "TurnEnd", "command": "/bin/true"}
  ]
}`)
	want := []string{"missing-command", "bad-name", "unknown-event", "timeout-range", "empty-match", "bad-type", "null", "on-error", "unknown-key", "bad-type"}
	if got := rules(f.Problems); !slices.Equal(got, want) {
		t.Errorf("rules %v\nwant  %v", got, want)
	}
	if len(f.Hooks) != 1 || f.Hooks[0].Name != "ok" || len(f.Dropped) != 2 {
		t.Errorf("a bad entry costs only itself (F3): %+v %+v", f.Hooks, f.Dropped)
	}
	if p := f.Problems[2]; p.Entry != "hooks[0]" || p.Line != 3 || p.Column != 28 {
		t.Errorf("problem %+v, want entry hooks[0] at 3:28", p)
	}
	if p := f.Problems[9]; p.Entry != "hooks[1]" || p.Line != 4 || p.Column != 5 {
		t.Errorf("problem %+v, want entry hooks[1] at 4:5", p)
	}
}

func TestAWholeEntryLoadsWithEveryFieldItWrites_H1(t *testing.T) {
	f := parse(t, "\ufeff{\r\n\"$schema\":\"x\", \"_note\":null, // a comment\r\n"+
		`"hooks":[{"name":"a","event":"PostToolUse","match":"acme__*","command":"/x","args":["-v","ä b"],`+
		`"timeoutMs":1e3,"modelOutput":true,"onError":"warn","enabled":false,"description":"says","x-own":null,"_old":[null],},]}`)
	if f.Unusable || len(f.Problems) != 0 || len(f.Hooks) != 1 {
		t.Fatalf("%+v", f)
	}
	h := f.Hooks[0]
	if h.Event != PostToolUse || h.Match.String() != "acme__*" || !h.HasMatch || h.Command != "/x" ||
		!slices.Equal(h.Args, []string{"-v", "ä b"}) || h.Timeout != time.Second || !h.ModelOutput || !h.Warn ||
		!h.Parked || h.Description != "says" || h.Layer != "yours" {
		t.Errorf("%+v", h)
	}
	if h.ID() != "yours:hooks.json:a" || h.Where() != "/home/me/hooks.json:3:10" {
		t.Errorf("id %q at %q", h.ID(), h.Where())
	}
}

func TestWhatAnEntryLeavesOutIsTheDefault_H3(t *testing.T) {
	h := parse(t, `{"hooks":[`+entryJSON("command", `"x"`)+`]}`).Hooks[0]
	if h.Timeout != DefaultTimeout || h.Match != names.Any() || h.HasMatch || h.Warn || h.Parked || h.ModelOutput || len(h.Args) != 0 {
		t.Errorf("%+v", h)
	}
}
