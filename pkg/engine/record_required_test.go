package engine

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"usher/pkg/gate"
	"usher/pkg/names"
	"usher/pkg/policy"
)

// SPEC Z4: a decision is in the audit file before it is heard of, as it is. One that
// cannot be put there stands and is told, or with audit.required is a refusal that says
// what to do; so it is where nothing says which file.
func TestADecisionIsRecordedOrRefusedWhereItMustBe_Z4(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "audit.jsonl")
	tool, err := names.ParseTool("Bash")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		file     string
		required bool
		verdict  gate.Verdict
		problems int
		hint     string
	}{
		{"", false, gate.Allow, 0, ""},
		{file, false, gate.Allow, 0, ""},
		{file, true, gate.Allow, 0, ""},
		{filepath.Join(dir, "no", "such"), false, gate.Allow, 1, ""},
		{filepath.Join(dir, "no", "such"), true, gate.Deny, 0, "mkdir -p "},
		{"", true, gate.Deny, 0, "usher policy set audit.file FILE"},
	} {
		s := &Standing{Policy: policy.Policy{AuditFile: c.file, AuditRequired: c.required}}
		out := Outcome{Decision: gate.Decision{Verdict: gate.Allow, Reasons: []gate.Reason{{By: "grant", Says: "canary"}}}}
		got := s.Recorded(context.Background(), At{Surface: "call"}, Request{Tool: tool}, out)
		hint := ""
		if len(got.Decision.Reasons) > 0 {
			hint = got.Decision.Reasons[0].Hint
		}
		if got.Decision.Verdict != c.verdict || len(got.Problems) != c.problems || !strings.HasPrefix(hint, c.hint) {
			t.Errorf("%q, %v: %+v", c.file, c.required, got)
		}
	}
	data, err := os.ReadFile(file)
	if text := string(data); err != nil || strings.Count(text, "\n") != 2 || !strings.Contains(text, `"verdict":"allow"`) || strings.Contains(text, "canary") {
		t.Errorf("%v: %s", err, text)
	}
}
