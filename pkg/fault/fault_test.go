package fault_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"usher/pkg/fault"
)

// SPEC Z2: the statuses, from any error there can be.
func TestExitStatus(t *testing.T) {
	var none *fault.Error
	refused := fault.New(fault.Refused, "no")
	for _, c := range []struct {
		law  string
		err  error
		want int
	}{
		{"nothing", nil, 0},
		{"failed", fault.New(fault.Failed, "x"), 1},
		{"the zero kind", &fault.Error{}, 1},
		{"refused", refused, 2},
		{"not understood", fault.New(fault.Usage, "x"), 2},
		{"needs a person", fault.New(fault.NeedsPerson, "x"), 3},
		{"interrupted", fault.New(fault.Interrupted, "x"), 130},
		{"a kind nobody knows", fault.New(200, "x"), 1},
		{"wrapped", fmt.Errorf("server acme: %w", refused), 2},
		{"joined", errors.Join(errors.New("x"), refused), 2},
		{"cancelled", context.Canceled, 130},
		{"cancelled, wrapped", fmt.Errorf("read: %w", context.Canceled), 130},
		{"an error's own kind beats its cause", &fault.Error{Kind: fault.Refused, Err: context.Canceled}, 2},
		{"too late", context.DeadlineExceeded, 1},
		{"foreign", fs.ErrNotExist, 1},
		{"a nil error in an error's clothes", none, 1},
	} {
		if got := fault.ExitStatus(c.err); got != c.want {
			t.Errorf("%s: %d, want %d", c.law, got, c.want)
		}
	}
}

// SPEC 20: the words in JSON; what is not known reads as the strictest.
func TestWords(t *testing.T) {
	for k, want := range map[fault.Kind]string{
		fault.Failed: "failed", fault.Refused: "refused", fault.Usage: "usage", fault.NeedsPerson: "needs-person", fault.Interrupted: "interrupted", 200: "failed",
	} {
		if got := k.String(); got != want {
			t.Errorf("kind %d: %s", k, got)
		}
	}
	for s, want := range map[fault.Severity]string{
		fault.SeverityError: "error", fault.SeverityWarning: "warning", fault.SeverityNote: "note", 200: "error",
	} {
		out, err := json.Marshal(s)
		if s.String() != want || err != nil || string(out) != `"`+want+`"` {
			t.Errorf("severity %d: %s, %s, %v", s, s, out, err)
		}
	}
	if (fault.Problem{}).Severity != fault.SeverityError || (fault.Error{}).Kind != fault.Failed {
		t.Error("the zero values are not the strict ones")
	}
}

// SPEC 20, Z2: the message alone is printed; the cause is there for errors.Is.
func TestErrorKeepsItsCauseToItself(t *testing.T) {
	e := fault.New(fault.Failed, "hooks.json cannot be read", "usher hooks check", "usher doctor")
	e.Err = fs.ErrPermission
	if e.Error() != "hooks.json cannot be read" || !errors.Is(e, fs.ErrPermission) || len(e.Hints) != 2 || e.Hints[0] != "usher hooks check" {
		t.Errorf("%+v", e)
	}
	if errors.Unwrap(fault.New(fault.Failed, "x")) != nil {
		t.Error("a cause out of nothing")
	}
}

// SPEC 20: problems[] and the one line of a problem.
func TestProblem(t *testing.T) {
	full := fault.Problem{File: "a.json", Line: 3, Column: 7, Entry: "hooks[2]", Rule: "hooks/unknown-event", Severity: fault.SeverityWarning, Message: "m", Hint: "h"}
	whole := fault.Problem{File: "a.json", Rule: "hooks/empty", Message: "m"}
	bare := fault.Problem{Rule: "r", Message: "m", Line: 3, Column: 1}
	for _, c := range []struct {
		p                 fault.Problem
		json, where, line string
	}{
		{full, `{"file":"a.json","line":3,"column":7,"entry":"hooks[2]","rule":"hooks/unknown-event","severity":"warning","message":"m","hint":"h"}`,
			"a.json:3:7", "a.json:3:7: warning: m [hooks/unknown-event]"},
		{whole, `{"file":"a.json","rule":"hooks/empty","severity":"error","message":"m"}`, "a.json", "a.json: error: m [hooks/empty]"},
		{bare, `{"line":3,"column":1,"rule":"r","severity":"error","message":"m"}`, "", "error: m [r]"},
	} {
		out, err := json.Marshal(c.p)
		if err != nil || string(out) != c.json {
			t.Errorf("json %s, %v, want %s", out, err, c.json)
		}
		if c.p.Where() != c.where || c.p.String() != c.line {
			t.Errorf("%q, %q", c.p.Where(), c.p.String())
		}
	}
}
