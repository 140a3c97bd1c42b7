package policy

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"usher/pkg/fault"
)

func TestSetKeepsCommentsAndIsReadBack_C2(t *testing.T) {
	before := "{\n  // mine\n  \"hooks\": {\"enabled\": true}, // keep\n}\n"
	for _, c := range []struct {
		key   string
		words []string
		value string
	}{
		{"approve.unattended", []string{"true"}, "true"},
		{"hooks.enabled", []string{"false"}, "false"},
		{"hooks.onError", []string{"warn"}, `"warn"`},
		{"hooks.pinned", []string{"true"}, "true"},
		{"trust.hooks", []string{"each"}, `"each"`},
		{"tools.deny", []string{"shell*", `a"b\c`, "tab\there"}, `["shell*", "a\"b\\c", "tab\u0009here"]`},
		{"tools.ask", nil, "[]"},
		{"servers.allow", []string{"/usr/bin/*", `C:\Tools\*`}, `["/usr/bin/*", "C:\\Tools\\*"]`},
		{"servers.deny", []string{"npx"}, `["npx"]`},
		{"trust.servers", []string{"each"}, `"each"`},
		{"texts.enabled", []string{"false"}, "false"},
		{"texts.precedence", []string{"project"}, `"project"`},
		{"projects.enabled", []string{"false"}, "false"},
		{"serve.allowedTools", []string{"acme__*", "lab__read"}, `["acme__*", "lab__read"]`},
		{"serve.resources", []string{"true"}, "true"},
		{"audit.file", []string{auditPath}, `"` + auditPath + `"`},
		{"audit.required", []string{"true"}, "true"},
	} {
		for _, data := range []string{"", before} {
			out, err := Set([]byte(data), c.key, c.words...)
			if err != nil {
				t.Fatalf("%s: %v", c.key, err)
			}
			p, _ := Parse(Source{}, yourFile(string(out)))
			if !p.Usable() || !holds(p, c.key, c.value) {
				t.Errorf("%s: wrote %s, reads %v", c.key, out, p.Settings())
			}
			if data != "" && (!strings.Contains(string(out), "// mine") || !strings.Contains(string(out), "// keep")) {
				t.Errorf("%s: a comment is gone: %s", c.key, out)
			}
			gone, err := Unset(out, c.key)
			if err != nil {
				t.Fatalf("%s: unset: %v", c.key, err)
			}
			if p := mustParse(t, Source{}, yourFile(string(gone))); p.from[find(c.key)].by[1].set {
				t.Errorf("%s: still set in %s", c.key, gone)
			}
		}
	}
}

func holds(p Policy, key, value string) bool {
	for _, s := range p.Settings() {
		if s.Key == key && s.Value == value && s.Layer == "yours" {
			return true
		}
	}
	return false
}

func TestSetRefusesWhatParseWould_C2(t *testing.T) {
	for _, c := range []struct {
		key   string
		words []string
		hint  string
	}{
		{"tools.dney", []string{"a"}, `did you mean "tools.deny"?`},
		{"http.caFile", []string{"/ca"}, "the keys are"},
		{"serve.prompts", []string{"yes"}, "usher policy set serve.prompts false"},
		{"serve.allowedTools", []string{""}, ""},
		{"audit.file", []string{"audit.jsonl"}, "usher policy set audit.file /"},
		{"audit.file", nil, "usher policy set audit.file /"},
		{"audit.file", []string{auditPath, auditPath}, "usher policy set audit.file /"},
		{"servers.allow", []string{""}, ""},
		{"approve.unattended", []string{"yes"}, "usher policy set"},
		{"approve.unattended", nil, "usher policy set"},
		{"approve.unattended", []string{"true", "true"}, "usher policy set"},
		{"hooks.onError", []string{"allow"}, "usher policy set hooks.onError deny"},
		{"trust.hooks", []string{"deny"}, "usher policy set trust.hooks with-folder"},
		{"hooks.pinned", []string{"each"}, "usher policy set hooks.pinned false"},
		{"tools.deny", []string{"a", ""}, ""},
		{"trust.servers", []string{"all"}, "usher policy set trust.servers with-folder"},
		{"trust.digests", []string{"sha256:0"}, "usher trust show"},
		{"trust.digests", []string{pinA, "*"}, "usher trust show"},
		{"texts.enabled", []string{"on"}, "usher policy set texts.enabled true"},
		{"texts.precedence", []string{"folder"}, "usher policy set texts.precedence user"},
		{"projects.enabled", nil, "usher policy set projects.enabled true"},
		{"tools.ask", []string{"\xff"}, ""},
	} {
		out, err := Set([]byte(`{}`), c.key, c.words...)
		var fe *fault.Error
		if out != nil || !errors.As(err, &fe) || fe.Kind != fault.Usage || !strings.Contains(fmt.Sprint(fe.Hints), c.hint) {
			t.Errorf("%s %q: got %s, %v", c.key, c.words, out, err)
		}
	}
	if out, err := Set([]byte(`{"hooks":`), "hooks.enabled", "true"); err == nil {
		t.Errorf("a broken file was edited to %s", out)
	}
	if out, err := Unset([]byte(`{}`), "hooks.enabled"); err == nil {
		t.Errorf("a key that is not there was unset: %s", out)
	}
	if _, err := Unset([]byte(`{}`), "hooks.enable"); err == nil {
		t.Error("an unknown key was unset")
	}
}

func TestLooseningIsRecognised_C2(t *testing.T) {
	for _, c := range []struct{ before, after, loose string }{
		{`{}`, `{}`, ""},
		{`{}`, `{"approve":{"unattended":true}}`, "approve.unattended"},
		{`{"approve":{"unattended":true}}`, `{}`, ""},
		{`{}`, `{"hooks":{"enabled":false,"onError":"warn"}}`, "hooks.enabled hooks.onError"},
		{`{"hooks":{"enabled":false,"onError":"warn"}}`, `{}`, ""},
		{`{}`, `{"hooks":{"pinned":true},"trust":{"hooks":"each"}}`, ""},
		{`{"hooks":{"pinned":true},"trust":{"hooks":"each"}}`, `{}`, "trust.hooks hooks.pinned"},
		{`{}`, `{"sandbox":{"required":true}}`, ""},
		{`{}`, `{"serve":{"allowedTools":["a"],"resources":true,"prompts":true}}`, "serve.allowedTools serve.resources serve.prompts"},
		{`{"serve":{"allowedTools":["a","b"],"prompts":true}}`, `{"serve":{"allowedTools":["b"]}}`, ""},
		{`{"serve":{"allowedTools":["*"]}}`, `{"serve":{"allowedTools":["a"]}}`, ""},
		{`{"serve":{"allowedTools":["a"]}}`, `{"serve":{"allowedTools":["b"]}}`, "serve.allowedTools"},
		{`{}`, auditing, ""},
		{auditing, `{}`, "audit.file audit.required"},
		{auditing, strings.Replace(auditing, "audit.jsonl", "other.jsonl", 1), "audit.file"},
		{auditing, `{"audit":{"file":"","required":true}}`, "audit.file"},
		{`{"sandbox":{"required":true}}`, `{"sandbox":{"minimum":"landlock"}}`, "sandbox.required sandbox.minimum"},
		{`{"sandbox":{"minimum":"landlock"}}`, `{}`, ""},
		{`{"tools":{"deny":["a","b"]}}`, `{"tools":{"deny":["b"]}}`, "tools.deny"},
		{`{"tools":{"deny":["a"]}}`, `{"tools":{"deny":["b","a"]}}`, ""},
		{`{"tools":{"deny":["a"]}}`, `{"tools":{"ask":["a"]}}`, "tools.deny"},
		{`{"tools":{"ask":["a"]}}`, `{"tools":{"deny":["a"]}}`, ""},
		{`{"tools":{"ask":["a"]}}`, `{}`, "tools.ask"},
		{`{}`, `{"servers":{"deny":["npx"]}}`, ""},
		{`{"servers":{"deny":["npx"]}}`, `{"servers":{"deny":[]}}`, "servers.deny"},
		{`{}`, `{"servers":{"allow":["npx"]}}`, ""},
		{`{"servers":{"allow":["npx","uvx"]}}`, `{"servers":{"allow":["npx"]}}`, ""},
		{`{"servers":{"allow":["npx"]}}`, `{"servers":{"allow":["npx","uvx"]}}`, "servers.allow"},
		{`{"servers":{"allow":["npx"]}}`, `{"servers":{"allow":["uvx"]}}`, "servers.allow"},
		{`{"servers":{"allow":["npx"]}}`, `{"servers":{"allow":[]}}`, "servers.allow"},
		{`{"servers":{"allow":["npx"]}}`, `{}`, "servers.allow"},
		{`{}`, `{"trust":{"servers":"each"},"texts":{"enabled":false},"projects":{"enabled":false}}`, ""},
		{`{"trust":{"servers":"each"},"texts":{"enabled":false},"projects":{"enabled":false}}`, `{}`, "trust.servers texts.enabled projects.enabled"},
		{`{}`, `{"texts":{"precedence":"project"}}`, "texts.precedence"},
		{`{"texts":{"precedence":"project"}}`, `{}`, ""},
		{`{}`, `{"broken`, ""},
		{`{"broken`, `{}`, strings.Join(Keys(), " ")},
	} {
		before, _ := Parse(Source{}, yourFile(c.before))
		after, _ := Parse(Source{}, yourFile(c.after))
		if got := strings.Join(Loosens(before, after), " "); got != c.loose {
			t.Errorf("%s to %s loosens %q, want %q", c.before, c.after, got, c.loose)
		}
	}
	// The machine's lock holds, so nothing is loosened.
	lock := machineFile(`{"locked":true}`)
	before, _ := Parse(lock, Source{})
	after, _ := Parse(lock, yourFile(`{"approve":{"unattended":true}}`))
	if got := Loosens(before, after); len(got) > 0 {
		t.Errorf("a locked key loosens %v", got)
	}
}

// SPEC C2, C4: a key of the machine's file is locked beside those that are, set or not;
// what is locked already stays as it stands, comments with it.
func TestLockAddsToWhatIsLocked_C2(t *testing.T) {
	for _, c := range [][2]string{
		{``, `{ "locked": [ "hooks.enabled" ] }`},
		{`{"locked": ["hooks.enabled"] /* why */}`, `{"locked": ["hooks.enabled"] /* why */}`},
		{`{"locked": true}`, `{"locked": true}`},
		{`{"locked": false}`, `{"locked": ["hooks.enabled"]}`},
		{`{"locked": ["trust.hooks"]}`, `{"locked": ["trust.hooks", "hooks.enabled"]}`},
	} {
		got, err := Lock([]byte(c[0]), "hooks.enabled")
		if err != nil || strings.Join(strings.Fields(string(got)), " ") != strings.Join(strings.Fields(c[1]), " ") {
			t.Errorf("%s: %s, %v", c[0], got, err)
		}
		if p, problems := Parse(machineFile(string(got)), Source{}); !p.Locked("hooks.enabled") || len(problems) > 0 {
			t.Errorf("%s: not locked, %v", got, problems)
		}
	}
	if _, err := Lock(nil, "no.key"); err == nil {
		t.Error("a key that is none was locked")
	}
}
