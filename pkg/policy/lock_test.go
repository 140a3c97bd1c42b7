package policy

import (
	"fmt"
	"testing"

	"usher/pkg/fault"
)

// scalar is a key with two values, and how a policy shows which one holds.
type scalar struct {
	group, name string
	values      [2]string
	holds       func(Policy) string
}

func scalars() []scalar {
	return []scalar{
		{"approve", "unattended", [2]string{"false", "true"}, func(p Policy) string { return fmt.Sprint(p.ApproveUnattended) }},
		{"trust", "hooks", [2]string{`"with-folder"`, `"each"`}, func(p Policy) string { return fmt.Sprintf("%q", p.TrustHooks) }},
		{"trust", "servers", [2]string{`"with-folder"`, `"each"`}, func(p Policy) string { return fmt.Sprintf("%q", p.TrustServers) }},
		{"texts", "enabled", [2]string{"true", "false"}, func(p Policy) string { return fmt.Sprint(p.TextsEnabled) }},
		{"texts", "precedence", [2]string{`"user"`, `"project"`}, func(p Policy) string { return fmt.Sprintf("%q", p.TextsPrecedence) }},
		{"projects", "enabled", [2]string{"true", "false"}, func(p Policy) string { return fmt.Sprint(p.ProjectsEnabled) }},
		{"hooks", "pinned", [2]string{"false", "true"}, func(p Policy) string { return fmt.Sprint(p.HooksPinned) }},
		{"hooks", "enabled", [2]string{"true", "false"}, func(p Policy) string { return fmt.Sprint(p.HooksEnabled) }},
		{"hooks", "onError", [2]string{`"deny"`, `"warn"`}, func(p Policy) string { return fmt.Sprintf("%q", p.HooksOnError) }},
		{"sandbox", "required", [2]string{"false", "true"}, func(p Policy) string { return fmt.Sprint(p.SandboxRequired) }},
		{"sandbox", "minimum", [2]string{`"namespaces"`, `"landlock"`}, func(p Policy) string { return fmt.Sprintf("%q", p.SandboxMinimum) }},
		{"serve", "resources", [2]string{"false", "true"}, func(p Policy) string { return fmt.Sprint(p.ServeResources) }},
		{"serve", "prompts", [2]string{"false", "true"}, func(p Policy) string { return fmt.Sprint(p.ServePrompts) }},
		{"audit", "file", [2]string{`""`, `"` + auditPath + `"`}, func(p Policy) string { return fmt.Sprintf("%q", p.AuditFile) }},
		{"audit", "required", [2]string{"false", "true"}, func(p Policy) string { return fmt.Sprint(p.AuditRequired) }},
	}
}

// Every way a machine can set and lock a key against every way a person can set
// it: a locked key's value is the machine's, or the default, whatever they write.
func TestUserFileNeverUndoesALockedKey_L8(t *testing.T) {
	for _, k := range scalars() {
		full := k.group + "." + k.name
		for _, machine := range []string{"", k.values[0], k.values[1]} {
			for _, lock := range []string{"", "true", `["` + full + `"]`} {
				for _, user := range []string{"", k.values[0], k.values[1]} {
					m := machineFile("{" + member(k, machine, lock != "" && machine != "") + locked(lock) + "}")
					u := yourFile("{" + member(k, user, false) + "}")
					p, problems := Parse(m, u)
					name := fmt.Sprintf("%s machine=%s lock=%s user=%s", full, machine, lock, user)
					checkScalar(t, name, k, p, problems, machine, user, lock != "")
				}
			}
		}
	}
}

func member(k scalar, value string, comma bool) string {
	if value == "" {
		return ""
	}
	m := `"` + k.group + `":{"` + k.name + `":` + value + `}`
	if comma {
		m += ","
	}
	return m
}

func locked(lock string) string {
	if lock == "" {
		return ""
	}
	return `"locked":` + lock
}

func checkScalar(t *testing.T, name string, k scalar, p Policy, problems []fault.Problem, machine, user string, lock bool) {
	t.Helper()
	want, layer := k.values[0], "" // the default stands first
	if machine != "" {
		want, layer = machine, "machine"
	}
	if lock {
		layer = "machine"
	}
	if user != "" && !lock {
		want, layer = user, "yours"
	}
	full := k.group + "." + k.name
	gotLayer, place := p.Where(full)
	if !p.Usable() || k.holds(p) != want || gotLayer != layer || (place == "") != (layer == "") || p.Locked(full) != lock {
		t.Errorf("%s: usable %v, holds %s from %q at %q, locked %v; want %s from %q", name, p.Usable(), k.holds(p), gotLayer, place, p.Locked(full), want, layer)
	}
	shadowed := 0
	for _, pr := range problems {
		if pr.Rule == "policy/locked" && pr.Severity == fault.SeverityWarning && pr.File == "/h/policy.json" && pr.Entry == full && pr.Line == 1 {
			shadowed++
		}
	}
	if wantShadowed := lock && user != ""; (shadowed == 1) != wantShadowed || len(problems) != shadowed {
		t.Errorf("%s: problems %v", name, problems)
	}
}

func TestLockOfOneKeyLeavesTheOthersOpen_L8(t *testing.T) {
	p, problems := Parse(machineFile(`{"locked":["hooks.enabled"]}`), yourFile(`{"hooks":{"enabled":false,"onError":"warn"},"approve":{"unattended":true}}`))
	if !p.HooksEnabled || p.HooksOnError != "warn" || !p.ApproveUnattended || len(problems) != 1 {
		t.Errorf("got %+v, %v", p, problems)
	}
	if problems[0].Where() != "/h/policy.json:1:11" {
		t.Errorf("the warning stands at %s", problems[0].Where())
	}
}

func TestLockedFalseAndAnEmptyLockLockNothing(t *testing.T) {
	for _, lock := range []string{"false", "[]"} {
		p := mustParse(t, machineFile(`{"locked":`+lock+`}`), yourFile(`{"hooks":{"enabled":false}}`))
		if p.HooksEnabled || p.Locked("hooks.enabled") {
			t.Errorf("locked: %s locks", lock)
		}
	}
}

// A lock binds by which file it stands in, not by what a Source calls itself.
func TestYourOwnFileLocksNothing_L8(t *testing.T) {
	u := yourFile(`{"locked":true}`)
	u.Layer = "machine"
	p, problems := Parse(Source{}, u)
	if p.Usable() || len(problems) != 1 || problems[0].Rule != "policy/locked-here" {
		t.Errorf("usable %v, %v", p.Usable(), problems)
	}
}
