//go:build linux && !race

package cmd_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"usher/pkg/policy"
)

// TestTheAuditPageHolds: what docs/audit.md tells to type does what it says, the policy
// that it shows is sound, and its table has every member of a line (SPEC Z4).
func TestTheAuditPageHolds_Z4(t *testing.T) {
	h := newHouse(t)
	file := filepath.Join(h.home, "audit.jsonl")
	page := map[string]string{}
	for _, e := range examples(t, "../docs/audit.md", 4) {
		page[e.name] = strings.ReplaceAll(e.text, "/home/me/audit.jsonl", file)
	}
	machine := policy.Source{Layer: "machine", Path: "/etc/usher/policy.json", Data: []byte(page["/etc/usher/policy.json"]), Present: true}
	if p, problems := policy.Parse(machine, policy.Source{}); !p.Usable() || len(problems) > 0 || !p.AuditRequired || !p.Locked("audit.file") {
		t.Errorf("the policy: %v", problems)
	}
	run := func(name string, wants string) {
		t.Helper()
		c := h.command("/bin/sh", "-ec", page[name])
		c.Env = append(c.Env[:len(c.Env):len(c.Env)], "PATH="+h.bin+":/usr/bin:/bin")
		if r := launch(t, c, ""); r.code != 0 || !strings.Contains(r.out, wants) {
			t.Errorf("%s: %v", name, r)
		}
	}
	run("start", "audit.file is")
	if r := launch(t, h.command("usher-gate", "--tool", "acme__lookup", "--conversation", "c1"), ""); r.code != 2 {
		t.Error(r)
	}
	run("look", "deny  acme__lookup  run-gate")
	run("rotate", "whole: 2 lines")
	lines, err := os.ReadFile(file)
	must(t, err)
	text, err := os.ReadFile("../docs/audit.md")
	must(t, err)
	for _, m := range regexp.MustCompile(`[{,]"([a-zA-Z]+)":`).FindAllStringSubmatch(string(lines), -1) {
		if !strings.Contains(string(text), "`"+m[1]+"`") {
			t.Errorf("the page says nothing of the member %q", m[1])
		}
	}
}
