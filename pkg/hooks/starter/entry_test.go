package starter_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"usher/pkg/fault"
	"usher/pkg/hooks"
	"usher/pkg/hooks/starter"
)

var (
	source = hooks.Source{Layer: "yours", Path: "hooks.json"}
	guard  = starter.Entry{Name: "guard", Event: hooks.PreToolUse, Match: "a & b__*", Command: "/bin/sh", Args: []string{"/x/guard.sh"}}
)

// TestAddKeepsWhatStands: every byte of the file stays, and the new entry is read
// as it was meant (SPEC F5, H1).
func TestAddKeepsWhatStands(t *testing.T) {
	for name, c := range map[string]struct{ data, name string }{
		"no file":     {"", "guard"},
		"a blank one": {" \n", "guard"},
		"no hooks":    {`{"hooks": []}`, "guard"},
		"comments":    {"{\n  // mine\n  \"hooks\": [\n    {\"name\": \"a\", \"event\": \"Stop\", \"command\": \"/bin/true\"}, // first\n  ],\n}\n", "guard"},
		"one dropped": {`{"hooks": [{"name": "a", "event": "Stopp", "command": "x"}]}`, "guard"},
		"by event":    {"{\n  \"hooks\": {\n    // ends\n    \"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"/bin/true\"}]}]\n  }\n}\n", "pretooluse-1"},
		"by this event": {`{"hooks": {"PreToolUse": [{"matcher": "x", "hooks": [{"type": "command", "command": "/bin/true"}]}]}}`,
			"pretooluse-2"},
	} {
		out, h, err := starter.Add([]byte(c.data), source, guard)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if string(h.Name) != c.name || h.Event != guard.Event || h.Match.String() != guard.Match || h.Command != guard.Command || !slices.Equal(h.Args, guard.Args) {
			t.Errorf("%s: %+v in\n%s", name, h, out)
		}
		for line := range strings.Lines(c.data) {
			if strings.TrimSpace(line) != "" && strings.Contains(line, "//") && !strings.Contains(string(out), line) {
				t.Errorf("%s: lost %q in\n%s", name, line, out)
			}
		}
		if !strings.Contains(string(out), `"a & b__*"`) {
			t.Errorf("%s: escaped:\n%s", name, out)
		}
	}
}

// TestAddRefuses what would not load, and a file that counts for nothing: an edit
// would bury its faults.
func TestAddRefuses(t *testing.T) {
	long := guard
	long.Match = strings.Repeat("x", 300)
	hidden := guard
	hidden.Command = "/x/\u202eguard"
	bytes := guard
	bytes.Args = []string{"/x/\xff.sh"}
	stop := guard
	stop.Event = hooks.Stop
	for name, c := range map[string]struct {
		data string
		e    starter.Entry
		says string
	}{
		"broken":          {`{"hooks": [`, guard, "is not edited"},
		"a wrong top key": {`{"hook": []}`, guard, "is not edited"},
		"a list":          {`[]`, guard, "is not edited"},
		"the name taken":  {`{"hooks": [{"name": "guard", "event": "Stop", "command": "/bin/true"}]}`, guard, "already"},
		"a dropped name":  {`{"hooks": [{"name": "guard", "event": "Stopp", "command": "/bin/true"}]}`, guard, "already"},
		"a long match":    {"", long, "256"},
		"a match on stop": {"", stop, "has no match"},
		"a hidden path":   {"", hidden, "cannot be seen"},
		"no UTF-8":        {"", bytes, "not UTF-8"},
	} {
		out, _, err := starter.Add([]byte(c.data), source, c.e)
		var known *fault.Error
		if !errors.As(err, &known) || out != nil && c.says == "is not edited" || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}
