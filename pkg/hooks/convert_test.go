package hooks

import (
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"usher/pkg/fault"
	"usher/pkg/names"
)

func convert(t *testing.T, text string, to Shape) (string, []fault.Problem) {
	t.Helper()
	out, lost, err := Convert([]byte(text), Source{Layer: "yours", Path: "hooks.json"}, to)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return string(out), lost
}

const convertedList = `{
  "hooks": [
    {"name": "study-only", "event": "PreToolUse", "match": "kratos__*", "command": "/opt/My Tools/check", "args": ["-x", "$HOME"], "description": "no solver outside"},
    {"name": "again", "event": "PreToolUse", "match": "kratos__*", "command": "/opt/again", "timeoutMs": 1500, "onError": "warn"},
    {"name": "audit", "event": "PostToolUse", "command": "/opt/audit", "timeoutMs": 60000, "modelOutput": true},
    {"name": "all", "event": "PreToolUse", "command": "/opt/My Tools/all", "enabled": false}
  ]
}
`

func TestAListBecomesAnObject_H15(t *testing.T) {
	got, lost := convert(t, convertedList, Object)
	want := `{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "kratos__*",
        "hooks": [
          {
            "type": "command",
            "command": "/opt/My Tools/check",
            "args": ["-x", "$HOME"],
            "timeout": 10,
            "onError": "deny",
            "description": "no solver outside"
          },
          {
            "type": "command",
            "command": "/opt/again",
            "timeout": 2,
            "onError": "warn"
          }
        ]
      },
      {
        "hooks": [
          {
            "type": "command",
            "command": "/opt/My Tools/all",
            "args": [],
            "timeout": 10,
            "onError": "deny",
            "enabled": false
          }
        ]
      }
    ],
    "PostToolUse": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "/opt/audit",
            "timeout": 60
          }
        ]
      }
    ]
  }
}
`
	if got != want {
		t.Errorf("got\n%s", got)
	}
	if told := strings.Join(rules(lost), " "); told != "lost-environment answers lost-name may-refuse-less lost-name timeout-rounded may-refuse-less lost-name lost-model-output order lost-name may-refuse-less" {
		t.Errorf("%s", told)
	}
}

func TestAnObjectBecomesAList_H15(t *testing.T) {
	got, lost := convert(t, `{"hooks": { // mine
  "PreToolUse": [{"matcher": "Edit|Write.*", "hooks": [{"type": "command", "command": "/opt/check 'a b'", "timeout": 600, "description": "why", "_x": 1}]}],
  "Stop": [{"hooks": [{"type": "command", "command": "a && b", "shell": true, "onError": "warn", "enabled": false}]}]
}}`, List)
	command, args := shellArgv("linux", "a && b")
	want := `{
  "hooks": [
    {
      "name": "pretooluse-1",
      "event": "PreToolUse",
      "match": "Edit",
      "command": "/opt/check",
      "args": ["a b"],
      "timeoutMs": 60000,
      "description": "why"
    },
    {
      "name": "pretooluse-1-2",
      "event": "PreToolUse",
      "match": "Write*",
      "command": "/opt/check",
      "args": ["a b"],
      "timeoutMs": 60000,
      "description": "why"
    },
    {
      "name": "stop-1",
      "event": "Stop",
      "command": "` + command + `",
      "args": ["` + args[0] + `", "` + args[1] + `"],
      "timeoutMs": 60000,
      "onError": "warn",
      "enabled": false
    }
  ]
}
`
	if filepath.Separator == '/' && got != want {
		t.Errorf("got\n%s", got)
	}
	if told := strings.Join(rules(lost), " "); told != "lost-environment lost-input lost-answers lost-policy lost-comments timeout-shortened split may-refuse-less lost-key shell may-refuse-less" {
		t.Errorf("%s", told)
	}
}

// meant is what of a hook has to come back the same.
func meant(h Hook) Hook {
	h.Name, h.Shape, h.Place, h.OnErrorSaid, h.ModelOutput, h.Timeout = "", List, Hook{}.Place, false, false, h.Timeout.Round(time.Millisecond)
	return h
}

// byEvent is how hooks stand to each other: those of one event in their order.
func byEvent(hs []Hook) (out []Hook) {
	for _, e := range Events() {
		for _, h := range hs {
			if h.Event == e {
				out = append(out, h)
			}
		}
	}
	return out
}

// Lists of every kind go to the object shape and back: what was not told as lost
// is the same.
func TestThereAndBackIsTheSameButForWhatWasTold_H15(t *testing.T) {
	texts := []string{convertedList, `{"hooks":[]}`}
	for _, match := range []string{"", "*", "acme__*", "mcp.acme.*", "mcp__acme__x", "a|b", "acme__.*", "^x$", "a(b)", `a\b`, "local.run_command", "a.b", "**", "é*", ".*", "x.*y", "..*.*", "$"} {
		for _, command := range []string{"/opt/check", "/opt/My Tools/check", "a b;c", "$X", "~/x", "X=1", "'", `C:\x\y`, `"`, "#x"} {
			entry := fmt.Sprintf(`{"name":"g","event":"PreToolUse","match":%s,"command":%s,"args":["x y",""],"timeoutMs":%d}`, quoteJSON(match), quoteJSON(command), 1000)
			if match == "" {
				entry = strings.Replace(entry, `"match":"",`, "", 1)
			}
			texts = append(texts, `{"hooks":[`+entry+`,{"name":"p","event":"Stop","command":"x","onError":"deny"},`+strings.Replace(entry, `"args":["x y",""],`, "", 1)+`]}`)
			texts[len(texts)-1] = strings.Replace(texts[len(texts)-1], `{"name":"g"`, `{"name":"first"`, 1)
		}
	}
	for _, text := range texts {
		object, lost := convert(t, text, Object)
		back, more := convert(t, object, List)
		first, again := byEvent(parse(t, text).Hooks), byEvent(parse(t, back).Hooks)
		if len(first) != len(again) {
			t.Fatalf("%s\n%d hooks became %d", text, len(first), len(again))
		}
		told := strings.Join(append(rules(lost), rules(more)...), " ")
		for i := range first {
			a, b := meant(first[i]), meant(again[i])
			if strings.Contains(told, "wider-match") && a.Match != b.Match {
				b.Match = a.Match
			}
			if strings.Contains(told, "timeout-rounded") {
				b.Timeout = a.Timeout
			}
			if !reflect.DeepEqual(a, b) || first[i].ModelOutput && !strings.Contains(told, "lost-model-output") {
				t.Errorf("%s\n%+v\n%+v\n%s", text, a, b, told)
			}
		}
	}
}

// What a pattern becomes covers all that it did: a guard is never narrowed.
func TestAMatcherIsNeverNarrowed_H15_H13(t *testing.T) {
	tools := []string{"acme__lookup", "acme__.x", "acme__x", "a|b", "a", "b", "^x$", "x", "a(b)", "mcp", "acme__*", ".x", "x.y", "mcp.acme.x", "acme2__x", "Bash"}
	for _, s := range []string{"a|b", "acme__.*", "mcp.acme.*", "mcp.acme*", "^x$", "a(b)", ".*", "*.*", "x.*y", "$*", "a.*|b.*", strings.Repeat("|", 256)} {
		p, err := names.ParsePattern(s)
		if err != nil {
			t.Fatal(err)
		}
		w := wider(p)
		if same, rule, _, _ := parseMatcher(w.String()); rule != "" || same != w {
			t.Errorf("%q became %q, which is read as %q %s", s, w, same, rule)
		}
		for _, name := range tools {
			if tl := tool(t, name); p.Match(tl) && !w.Match(tl) {
				t.Errorf("%q became %q and no longer covers %s", s, w, name)
			}
		}
	}
}

func TestAFileWithErrorsIsNotConverted_H15(t *testing.T) {
	for _, c := range []struct {
		text string
		to   Shape
		says string
	}{
		{`{"hooks":[{"name":"a"}]}`, Object, "with errors"}, {`{"hooks":null}`, List, "with errors"}, {``, Object, "with errors"}, {`{"hooks":{"x":[]}}`, List, "with errors"},
		{`{"hooks":[]}`, List, "in the list shape already"}, {`{"hooks":{}}`, Object, "in the object shape already"},
		{handler("PreToolUse", `"`+strings.TrimSuffix(strings.Repeat("a|", 128), "|")+`"`, plainHandler+`},{`+plainHandler), List, "at most 200 hooks"},
	} {
		out, lost, err := Convert([]byte(c.text), Source{Path: "hooks.json"}, c.to)
		var fe *fault.Error
		if out != nil || lost != nil || !errors.As(err, &fe) || fe.Kind != fault.Refused || !strings.Contains(fe.Message, c.says) || (c.says == "with errors") != (len(fe.Problems) > 0) {
			t.Errorf("%s: %s %v %v", c.text, out, lost, err)
		}
	}
}

// FuzzConvert: what is converted loads in the new shape, with the same hooks of
// each event in the same order, and nothing guards less.
func FuzzConvert(f *testing.F) {
	for _, text := range []string{convertedList, `{"hooks":{}}`, string(read(f, "object/good.json")), `{"hooks":[{"name":"a","event":"Stop","command":"\u200d"}]}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		src := Source{Layer: "yours", Path: "hooks.json"}
		before := ParseFile(data, src)
		out, lost, err := Convert(data, src, Object-before.Shape)
		if err != nil {
			return
		}
		after := ParseFile(out, src)
		if after.Unusable || len(after.Dropped) > 0 || after.Shape == before.Shape || len(before.Hooks) > 0 && len(lost) == 0 {
			t.Fatalf("%s\n%s\n%+v", data, out, after)
		}
		i, rest := 0, byEvent(after.Hooks)
		for _, h := range byEvent(before.Hooks) {
			if i == len(rest) {
				t.Fatalf("%s\n%s", data, out)
			}
			g := rest[i]
			if g.Event != h.Event || g.Command != h.Command || strings.Join(g.Args, "\x00") != strings.Join(h.Args, "\x00") || g.Warn != h.Warn || g.Parked != h.Parked || g.Description != h.Description {
				t.Fatalf("%+v became %+v", h, g)
			}
			i++
			if before.Shape == Object {
				i += len(h.Match.Alternatives()) - 1
			}
		}
		if i != len(rest) {
			t.Fatalf("%d hooks became %d", len(before.Hooks), len(rest))
		}
	})
}

// SPEC H15, H6: every hook that can refuse, and so may refuse less afterwards, is
// named; one that cannot is not.
func TestHooksThatMayRefuseLessAreNamed_H15(t *testing.T) {
	for _, e := range Events() {
		list, lost := convert(t, `{"hooks":[{"name":"g","event":"`+string(e)+`","command":"/c","timeoutMs":300}]}`, Object)
		_, back := convert(t, handler(string(e), "", plainHandler+`,"timeout":90`), List)
		for name, ps := range map[string][]fault.Problem{"g": lost, string(madeName(e, 1)): back} {
			said := ""
			for _, p := range ps {
				if p.Rule == RuleLooser {
					said += p.Entry + ": " + p.Message
				}
			}
			want := e == PreToolUse || e == UserPromptSubmit || e == Stop
			if (said != "") != want || want && (!strings.HasPrefix(said, name+`: hook "`+name+`": it may refuse less`) || !strings.Contains(said, "time ")) {
				t.Errorf("%s: %q in\n%s", e, said, list)
			}
		}
	}
}

// What refuses says what to do next; a name that stays is no loss.
func TestConvertSaysTheNextStep_H15(t *testing.T) {
	for text, want := range map[string]string{`{"hooks":[]}`: "--to object", `{"hooks":{}}`: "--to list"} {
		_, _, err := Convert([]byte(text), Source{Path: "hooks.json"}, parse(t, text).Shape)
		var fe *fault.Error
		if !errors.As(err, &fe) || len(fe.Hints) != 1 || !strings.Contains(fe.Hints[0], want) {
			t.Errorf("%s: %v", text, err)
		}
	}
	many := handler("PreToolUse", `"`+strings.TrimSuffix(strings.Repeat("a|", 128), "|")+`"`, plainHandler+`},{`+plainHandler)
	_, _, err := Convert([]byte(many), Source{Path: "hooks.json"}, List)
	var fe *fault.Error
	if !errors.As(err, &fe) || len(fe.Hints) != 1 || !strings.Contains(fe.Hints[0], "one script") {
		t.Errorf("%v", err)
	}
	if _, lost := convert(t, `{"hooks":[{"name":"stop-1","event":"Stop","command":"/c"},{"name":"x","event":"Stop","command":"/c"}]}`, Object); strings.Count(strings.Join(rules(lost), " "), "lost-name") != 1 {
		t.Errorf("%+v", lost)
	}
}
