package policy

import (
	"fmt"
	"strings"
	"testing"

	"usher/pkg/fault"
	"usher/pkg/names"
)

func machineFile(data string) Source {
	return Source{Layer: "machine", Path: "/etc/usher/policy.json", Data: []byte(data), Present: true}
}

func yourFile(data string) Source {
	return Source{Layer: "yours", Path: "/h/policy.json", Data: []byte(data), Present: true}
}

func mustParse(t *testing.T, machine, user Source) Policy {
	t.Helper()
	p, problems := Parse(machine, user)
	if !p.Usable() || len(problems) > 0 {
		t.Fatalf("not a clean policy: usable %v, %v", p.Usable(), problems)
	}
	return p
}

func tool(t *testing.T, name string) names.Tool {
	t.Helper()
	got, err := names.ParseTool(name)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestSilenceIsTheDefault_C4(t *testing.T) {
	p := mustParse(t, Source{}, Source{})
	if p.ApproveUnattended || !p.HooksEnabled || p.HooksOnError != "deny" || p.HooksPinned || p.TrustHooks != "with-folder" || len(p.ToolsDeny)+len(p.ToolsAsk) > 0 ||
		p.TrustServers != "with-folder" || len(p.TrustDigests) > 0 || !p.TextsEnabled || p.TextsPrecedence != "user" || !p.ProjectsEnabled ||
		p.SandboxRequired || p.SandboxMinimum != "namespaces" || len(p.ServeAllowed) > 0 || p.ServeResources || p.ServePrompts || p.AuditFile != "" || p.AuditRequired {
		t.Errorf("default policy is %+v", p)
	}
	for _, s := range p.Settings() {
		if s.Layer != "" || s.Place != "" || s.Locked {
			t.Errorf("a default claims an origin: %+v", s)
		}
	}
	// What Default holds is what the table of keys says it holds.
	text := "{"
	for i, k := range keys {
		if i > 0 && keys[i-1].group == k.group {
			text = strings.TrimSuffix(text, "},") + ","
		} else {
			text += `"` + k.group + `":{`
		}
		text += `"` + k.name + `":` + k.standard + "},"
	}
	same := mustParse(t, machineFile(strings.TrimSuffix(text, ",")+"}"), Source{})
	if same.ApproveUnattended != p.ApproveUnattended || same.HooksEnabled != p.HooksEnabled || same.HooksOnError != p.HooksOnError ||
		same.HooksPinned != p.HooksPinned || same.TrustHooks != p.TrustHooks || same.TrustServers != p.TrustServers ||
		same.TextsEnabled != p.TextsEnabled || same.TextsPrecedence != p.TextsPrecedence || same.ProjectsEnabled != p.ProjectsEnabled ||
		same.ServeResources != p.ServeResources || same.ServePrompts != p.ServePrompts || same.AuditFile != p.AuditFile || same.AuditRequired != p.AuditRequired {
		t.Errorf("table of keys and Default differ: %+v, %+v", same, p)
	}
}

func TestZeroPolicyIsNotUsable(t *testing.T) {
	if (Policy{}).Usable() {
		t.Error("the zero policy is usable")
	}
	if !Default().Usable() {
		t.Error("the default policy is not usable")
	}
}

// A file with everything a person may write around the keys.
func TestEveryKeyIsReadWithItsPlace_C2(t *testing.T) {
	data := "\xef\xbb\xbf{\r\n" +
		"  // what an administrator writes\r\n" +
		"  \"$schema\": \"x\", \"_note\": 1, \"x-team\": {\"deny\": 1},\r\n" +
		"  \"approve\": {\"unattended\": true}, \"trust\": {\"hooks\": \"each\", \"servers\": \"each\"},\r\n" +
		"  \"hooks\": {\"enabled\": false, /* é */ \"onError\": \"warn\", \"pinned\": true, \"_why\": \"ü\"},\r\n" +
		"  \"servers\": {\"allow\": [\"/usr/bin/*\"], \"deny\": [\"*evil*\"]},\r\n" +
		"  \"tools\": {\r\n" +
		"    \"deny\": [\"shell*\",\r\n      \"mcp__acme__*\"],\r\n" +
		"    \"ask\": [\"*\"],\r\n" +
		"  },\r\n" +
		"  \"texts\": {\"enabled\": false, \"precedence\": \"project\"}, \"projects\": {\"enabled\": false},\r\n" +
		"  \"sandbox\": {\"required\": true, \"minimum\": \"landlock\"},\r\n" +
		"  \"serve\": {\"allowedTools\": [\"acme__*\"], \"resources\": true, \"prompts\": true},\r\n" +
		"  \"audit\": {\"file\": \"" + auditPath + "\", \"required\": true},\r\n}\r\n"
	p := mustParse(t, Source{}, yourFile(data))
	if !p.ApproveUnattended || p.HooksEnabled || p.HooksOnError != "warn" || !p.HooksPinned || p.TrustHooks != Each ||
		p.TrustServers != Each || p.TextsEnabled || p.TextsPrecedence != PrecedenceProject || p.ProjectsEnabled ||
		!p.SandboxRequired || p.SandboxMinimum != MinimumLandlock || !p.ServeResources || !p.ServePrompts || p.AuditFile != auditPath || !p.AuditRequired {
		t.Errorf("got %+v", p)
	}
	want := []Setting{
		{"approve.unattended", "true", "yours", "/h/policy.json:4:29", false},
		{"trust.servers", `"each"`, "yours", "/h/policy.json:4:74", false},
		{"trust.hooks", `"each"`, "yours", "/h/policy.json:4:55", false},
		{"trust.digests", "[]", "", "", false},
		{"hooks.enabled", "false", "yours", "/h/policy.json:5:24", false},
		{"hooks.onError", `"warn"`, "yours", "/h/policy.json:5:50", false},
		{"hooks.pinned", "true", "yours", "/h/policy.json:5:68", false},
		{"texts.enabled", "false", "yours", "/h/policy.json:12:24", false},
		{"texts.precedence", `"project"`, "yours", "/h/policy.json:12:45", false},
		{"servers.allow", `["/usr/bin/*"]`, "yours", "/h/policy.json:6:24", false},
		{"servers.deny", `["*evil*"]`, "yours", "/h/policy.json:6:48", false},
		{"tools.deny", `["shell*", "mcp__acme__*"]`, "yours", "/h/policy.json:8:13", false},
		{"tools.ask", `["*"]`, "yours", "/h/policy.json:10:12", false},
		{"sandbox.required", "true", "yours", "/h/policy.json:13:27", false},
		{"sandbox.minimum", `"landlock"`, "yours", "/h/policy.json:13:44", false},
		{"projects.enabled", "false", "yours", "/h/policy.json:12:81", false},
		{"serve.allowedTools", `["acme__*"]`, "yours", "/h/policy.json:14:29", false},
		{"serve.resources", "true", "yours", "/h/policy.json:14:55", false},
		{"serve.prompts", "true", "yours", "/h/policy.json:14:72", false},
		{"audit.file", `"` + auditPath + `"`, "yours", "/h/policy.json:15:21", false},
		{"audit.required", "true", "yours", fmt.Sprintf("/h/policy.json:15:%d", 37+len(auditPath)), false},
	}
	if got := p.Settings(); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	for i, place := range []string{"/h/policy.json:8:14", "/h/policy.json:9:7"} {
		if r := p.ToolsDeny[i]; r.Place != place || r.Layer != "yours" || r.Key != "tools.deny" {
			t.Errorf("rule %d is %+v, want place %s", i, r, place)
		}
	}
}

func TestListsOfTheLayersAddUp_C4(t *testing.T) {
	for _, lock := range []string{"", `,"locked":true`, `,"locked":["tools.deny","tools.ask"]`} {
		p := mustParse(t, machineFile(`{"tools":{"deny":["a","b"],"ask":[]}`+lock+`}`), yourFile(`{"tools":{"deny":["c"],"ask":["d"]}}`))
		var got []string
		for _, r := range append(p.ToolsDeny, p.ToolsAsk...) {
			got = append(got, r.Layer+":"+r.Key+":"+r.Pattern.String())
		}
		want := "machine:tools.deny:a machine:tools.deny:b yours:tools.deny:c yours:tools.ask:d"
		if strings.Join(got, " ") != want {
			t.Errorf("lock %q: got %v, want %s", lock, got, want)
		}
		if layer, place := p.Where("tools.deny"); layer != "machine" || place != "/etc/usher/policy.json:1:18" {
			t.Errorf("tools.deny comes from %s %s", layer, place)
		}
		deny := []Setting{}
		for _, s := range p.Settings() {
			if s.Key == "tools.deny" {
				deny = append(deny, s)
			}
		}
		if len(deny) != 2 || deny[0].Value != `["a", "b"]` || deny[1].Value != `["c"]` || deny[1].Layer != "yours" {
			t.Errorf("tools.deny is listed as %v", deny)
		}
	}
}

func TestRulesCoverEverySpelling_H4(t *testing.T) {
	p := mustParse(t, machineFile(`{"tools":{"deny":["mcp__acme__rm*"]}}`), yourFile(`{"tools":{"ask":["acme__*","Bash"]}}`))
	for _, c := range []struct {
		tool      string
		deny, ask int
	}{
		{"acme__rm_all", 1, 1}, {"mcp.acme.rm", 1, 1}, {"acme__ls", 0, 1}, {"Bash", 0, 1}, {"bash", 0, 0}, {"acmes__rm", 0, 0},
	} {
		d, a := p.Denying(tool(t, c.tool)), p.Asking(tool(t, c.tool))
		if len(d) != c.deny || len(a) != c.ask {
			t.Errorf("%s: %d deny, %d ask; want %d, %d", c.tool, len(d), len(a), c.deny, c.ask)
		}
	}
}

func TestWhereAndLockedKnowOnlyRealKeys(t *testing.T) {
	p := mustParse(t, machineFile(`{"locked":true}`), Source{})
	for _, key := range []string{"", "tools", "deny", "Tools.deny", "http.caFile"} {
		if layer, place := p.Where(key); layer != "" || place != "" || p.Locked(key) {
			t.Errorf("%q: %s %s %v", key, layer, place, p.Locked(key))
		}
	}
	for _, key := range Keys() {
		if layer, place := p.Where(key); layer != "machine" || place != "/etc/usher/policy.json:1:2" || !p.Locked(key) {
			t.Errorf("%q: %s %s %v", key, layer, place, p.Locked(key))
		}
	}
}

func TestWarningsLeaveThePolicyUsable(t *testing.T) {
	for _, c := range []struct{ pattern, rule string }{
		{`"mcp__.*"`, "policy/pattern-regexp"},
		{`"a|b"`, "policy/pattern-regexp"},
		{`"ac\u200bme__*"`, "policy/pattern-invisible"},
	} {
		p, problems := Parse(Source{}, yourFile(`{"tools":{"deny":[`+c.pattern+`]}}`))
		if !p.Usable() || len(p.ToolsDeny) != 1 || len(problems) != 1 || problems[0].Rule != c.rule || problems[0].Severity != fault.SeverityWarning {
			t.Errorf("%s: usable %v, %v", c.pattern, p.Usable(), problems)
		}
	}
}
