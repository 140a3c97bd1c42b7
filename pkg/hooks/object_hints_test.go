package hooks

import (
	"strings"
	"testing"

	"usher/pkg/fault"
)

// SPEC H3, H13: a matcher that means all keeps its hooks on an event without
// tools; any other drops them, as what is meant is not known.
func TestAMatcherForAllIsTakenWithoutTools_H3(t *testing.T) {
	for _, e := range Events() {
		for _, matcher := range []string{`""`, `"*"`, `"startup"`, `"**"`, `" "`} {
			f := parse(t, handler(string(e), matcher, plainHandler))
			all := matcher == `""` || matcher == `"*"`
			if e.OnTool() {
				if all && len(f.Hooks) != 1 {
					t.Errorf("%s %s: %+v", e, matcher, f.Problems)
				}
				continue
			}
			if len(f.Problems) != 1 || f.Problems[0].Rule != "hooks/match-on-event" || (len(f.Hooks) == 1) != all ||
				(f.Problems[0].Severity == fault.SeverityNote) != all || !strings.Contains(f.Problems[0].Hint, "take matcher out") {
				t.Errorf("%s %s: %+v", e, matcher, f)
			}
			if all && (f.Hooks[0].HasMatch || f.Hooks[0].Match.String() != "*") {
				t.Errorf("%s %s: it has a match: %+v", e, matcher, f.Hooks[0])
			}
		}
	}
}

// What a hint says to write loads where it is said.
func TestTheGroupThatAHintShowsLoads_H3(t *testing.T) {
	for _, e := range Events() {
		for _, group := range []string{`{}`, `{"hooks":[]}`, `7`} {
			f := parse(t, `{"hooks":{"`+string(e)+`":[`+group+`]}}`)
			_, shown, ok := strings.Cut(f.Problems[0].Hint, "write ")
			if again := parse(t, `{"hooks":{"`+string(e)+`":[`+shown+`]}}`); !ok || len(again.Hooks) != 1 || len(again.Problems) != 0 {
				t.Errorf("%s %s: %s: %+v", e, group, f.Problems[0].Hint, again.Problems)
			}
		}
	}
}

func TestBlanksInAMatcherAreTold_H3(t *testing.T) {
	f := parse(t, handler("PreToolUse", `"Edit | Write"`, plainHandler))
	if len(f.Problems) != 1 || f.Problems[0].Rule != "hooks/odd-pattern" || !strings.Contains(f.Problems[0].Hint, "write |, without blanks") || strings.Contains(f.Problems[0].Hint, "entry") {
		t.Errorf("%+v", f.Problems)
	}
}

// A settings file of another assistant, pasted whole, is told what to keep.
func TestAPastedSettingsFileIsToldWhatToKeep_F2(t *testing.T) {
	for _, key := range []string{"permissions", "env", "model", "mcpServers", "statusLine"} {
		f := parse(t, `{"`+key+`":{},"hooks":{}}`)
		if !f.Unusable || len(f.Problems) != 1 || !strings.HasPrefix(f.Problems[0].Hint, `keep only the "hooks" member`) {
			t.Errorf("%s: %+v", key, f.Problems)
		}
	}
	if f := parse(t, `{"hook":{}}`); !strings.Contains(f.Problems[0].Hint, "did you mean") {
		t.Errorf("%+v", f.Problems)
	}
}
