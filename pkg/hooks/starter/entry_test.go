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
	guard  = starter.Entry{Name: "guard", Event: hooks.PreToolUse, Match: "a&b__*", Command: "/bin/sh", Args: []string{"/x/guard.sh"}}
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
		if !strings.Contains(string(out), `"a&b__*"`) {
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

// TestAddRefusesWhatItWouldTakeLiterally: a guard that covers no tool looks like
// one; the shape of the file says what a | is (SPEC H3).
func TestAddRefusesWhatItWouldTakeLiterally(t *testing.T) {
	list, object := `{"hooks": []}`, `{"hooks": {}}`
	for _, c := range []struct{ data, match, hint string }{
		{"", "Edit|Write", "usher hooks new guard-1 --match 'Edit'"},
		{list, "Edit|Write", `in the object shape, where | stands between alternatives`},
		{list, "^a|b.*$", "usher hooks new guard-1 --match 'a'"},
		{list, "notes__.*", "usher hooks new guard --match 'notes__*'"},
		{list, "^Bash$", "usher hooks new guard --match 'Bash'"},
		{list, "(Edit|Write)", "usher hooks new guard-1 --match 'Edit'"},
		{list, "Edit, Write", "usher hooks new guard-1 --match 'Edit'"},
		{list, "/Bash/", "usher hooks new guard --match 'Bash'"},
		{list, "a[0-9]+", "write tools' names"},
		{list, "a'; rm b|c", "write tools' names"},
		{object, "Edit, Write", "usher hooks new guard --match 'Edit|Write'"},
		{object, "Edit Write", "usher hooks new guard --match 'Edit|Write'"},
		{object, "mcp__.*__x.*", ""}, // the reader's own words
	} {
		e := guard
		e.Match = c.match
		_, _, err := starter.Add([]byte(c.data), source, e)
		var known *fault.Error
		if !errors.As(err, &known) || known.Kind != fault.Refused || !strings.Contains(strings.Join(known.Hints, "\n"), c.hint) {
			t.Errorf("%s of %s: %v %+v", c.match, c.data, err, known)
		}
	}
	for data, matches := range map[string][]string{
		"":     {"notes__*", "*", "Bash", "mcp.notes.*", "mcp__notes__*", "größe__x"},
		object: {"Edit|Write", "^Edit|Write$", "notes__.*", "*"},
	} {
		for _, m := range matches {
			e := guard
			e.Match = m
			if _, _, err := starter.Add([]byte(data), source, e); err != nil {
				t.Errorf("%s of %q: %v", m, data, err)
			}
		}
	}
}
