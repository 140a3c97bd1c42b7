package policy

import (
	"runtime"
	"strings"
	"testing"
)

// auditPath is an absolute path wherever the tests run.
var auditPath = map[bool]string{true: "C:/log/audit.jsonl", false: "/var/log/usher/audit.jsonl"}[runtime.GOOS == "windows"]

var auditing = `{"audit":{"file":"` + auditPath + `","required":true}}`

// SPEC V2, C4: both layers' patterns let an endpoint through; where the machine locks
// the key, its own alone do, and a person's that does not count is told.
func TestAMachinesLockEndsThePersonsOpenings_V2(t *testing.T) {
	served := func(p Policy, name string) bool { _, ok := p.Serving(tool(t, name)); return ok }
	yours := yourFile(`{"serve":{"allowedTools":["lab__*"]}}`)
	open := mustParse(t, machineFile(`{"serve":{"allowedTools":["acme__*"]}}`), yours)
	if !served(open, "acme__x") || !served(open, "mcp.lab.y") || served(open, "other__z") || served(open, "acmes__x") {
		t.Errorf("got %+v", open.ServeAllowed)
	}
	if IsList("serve.allowedTools") || !IsList("tools.deny") {
		t.Error("a lock would not end the person's part")
	}
	for _, machine := range []string{`{"serve":{"allowedTools":["acme__*"]},"locked":["serve.allowedTools"]}`, `{"serve":{"allowedTools":["acme__*"]},"locked":true}`} {
		p, problems := Parse(machineFile(machine), yours)
		if !served(p, "acme__x") || served(p, "lab__y") || len(problems) != 1 || problems[0].Rule != "policy/locked" {
			t.Errorf("%s: %+v, %v", machine, p.ServeAllowed, problems)
		}
	}
	if p, _ := Parse(machineFile(`{"locked":true}`), yours); served(p, "lab__y") || len(p.ServeAllowed) > 0 {
		t.Errorf("a lock without patterns: %+v", p.ServeAllowed)
	}
	if served(Default(), "acme__x") || served(Policy{}, "acme__x") {
		t.Error("silence lets an endpoint through")
	}
}

// SPEC Z4: a policy that cannot be used refuses everything, and where that is recorded
// is still known.
func TestARefusingPolicyStillRecords_Z4(t *testing.T) {
	for _, yours := range []string{`{`, `{"audit":{"file":"x"}}`, `{"audit":{"required":false},"banana":1}`} {
		p, _ := Parse(machineFile(strings.TrimSuffix(auditing, "}")+`,"locked":true}`), yourFile(yours))
		if p.Usable() || p.AuditFile != auditPath || !p.AuditRequired {
			t.Errorf("%s: %v %q %v", yours, p.Usable(), p.AuditFile, p.AuditRequired)
		}
	}
}
